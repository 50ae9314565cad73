"""A table by the definition."""

import sys

d = sys.stdin.read().split()
at = 0
while d[at] != "0":
    k = int(d[at])
    s = sorted(set(map(int, d[at + 1 : at + k + 1])))
    at += k + 1
    value = []
    for n in range(max(map(int, d)) + 1):
        reached = {value[n - x] for x in s if x <= n}
        g = 0
        while g in reached:
            g += 1
        value.append(g)
    m = int(d[at])
    at += 1
    line = ""
    for _ in range(m):
        n = int(d[at])
        total = 0
        for x in d[at + 1 : at + n + 1]:
            total ^= value[int(x)]
        at += n + 1
        line += "W" if total else "L"
    print(line)
