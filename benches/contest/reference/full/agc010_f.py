"""Only steps to fewer stones can win."""

import sys

d = sys.stdin.read().split()
n = int(d[0])
a = list(map(int, d[1 : n + 1]))
near = [[] for _ in range(n)]
for x, y in zip(d[n + 1 :: 2], d[n + 2 :: 2]):
    near[int(x) - 1].append(int(y) - 1)
    near[int(y) - 1].append(int(x) - 1)
win = [False] * n
for v in sorted(range(n), key=lambda v: a[v]):
    win[v] = any(a[w] < a[v] and not win[w] for w in near[v])
print(*(v + 1 for v in range(n) if win[v]))
