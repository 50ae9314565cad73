"""A table by the definition."""

import sys

d = sys.stdin.read().split()
big = max(map(int, d), default=1)
value = []
for x in range(big):
    row = []
    for y in range(big):
        reached = set()
        for a, b in ((1, 0), (2, 0), (0, 1), (0, 2), (1, 1), (2, 2)):
            if a <= x and b <= y:
                reached.add(row[y - b] if a == 0 else value[x - a][y - b])
        g = 0
        while g in reached:
            g += 1
        row.append(g)
    value.append(row)
at = 1
for _ in range(int(d[0])):
    n = int(d[at])
    total = 0
    for i in range(n):
        total ^= value[int(d[at + 1 + 2 * i]) - 1][int(d[at + 2 + 2 * i]) - 1]
    at += 2 * n + 1
    print("first" if total else "second")
