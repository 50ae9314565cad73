"""Misère Nim."""

import sys

d = sys.stdin.read().split()
n, m = int(d[0]), int(d[1])


def lost(x):
    total = 0
    for a in x:
        total ^= a
    return (total == 0) == (max(x) > 1)


for t in range(m):
    x = list(map(int, d[2 + n * t : 2 + n * t + n]))
    wins = []
    for i in range(n):
        for k in range(1, x[i] + 1):
            if lost(x[:i] + [x[i] - k] + x[i + 1 :]):
                wins.append(f"{i + 1}:{k}")
    print(*wins if wins else ["CONCEDE"])
