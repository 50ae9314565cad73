"""Staircase Nim."""

import sys
from collections import Counter

d = sys.stdin.read().split()
n = int(d[0])
a = list(map(int, d[1 : n + 1]))
p = list(map(int, d[n + 1 :]))
depth = [0] * n
son = [False] * n
for v in range(1, n):
    depth[v] = depth[p[v - 1] - 1] + 1
    son[p[v - 1] - 1] = True
leaf = next(depth[v] for v in range(n) if not son[v])
on = [a[v] for v in range(n) if (depth[v] - leaf) % 2 == 0]
off = Counter(a[v] for v in range(n) if (depth[v] - leaf) % 2)
total = 0
for x in on:
    total ^= x
rest = n - len(on)
swaps = sum(off[x ^ total] for x in on)
if total == 0:
    swaps += len(on) * (len(on) - 1) // 2 + rest * (rest - 1) // 2
print(swaps)
