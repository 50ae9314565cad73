"""A table by the definition."""

import sys

d = sys.stdin.read().split()
sizes = set(map(int, d[:3]))
most = max(map(int, d[4:]), default=0)
value = [0] * (most + 1)
for n in range(1, most + 1):
    reached = set()
    for k in sizes:
        if k <= n:
            rest = n - k
            reached.update(value[a] ^ value[rest - a] for a in range(rest // 2 + 1))
    while value[n] in reached:
        value[n] += 1
for p in map(int, d[4:]):
    print(1 if value[p] else 2)
