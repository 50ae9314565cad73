"""A table."""

import sys

d = sys.stdin.read().split()
n, k = int(d[0]), int(d[1])
a = sorted(map(int, d[2:]))
win = [False] * (k + 1)
for i in range(k + 1):
    for x in a:
        if x > i:
            break
        if not win[i - x]:
            win[i] = True
            break
print("First" if win[k] else "Second")
