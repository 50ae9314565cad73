"""A table."""

import sys

d = sys.stdin.read().split()
for a, b in zip(map(int, d[1::2]), map(int, d[2::2])):
    win = [False]
    for n in range(1, a + b + 1):
        win.append(n >= a and not win[n - a] or n >= b and not win[n - b])
    print(win.index(False, 1))
