"""By falling numbers."""

import sys

d = sys.stdin.read().split()
n = int(d[0])
a = list(map(int, d[1:]))
place = [0] * (n + 1)
for i, x in enumerate(a):
    place[x] = i
win = [False] * n
for x in range(n, 0, -1):
    i = place[x]
    win[i] = any(a[j] > x and not win[j] for j in range(i % x, n, x))
print("".join("A" if w else "B" for w in win))
