"""Euclid's game: the integer part of |y/x - x/y|."""

import sys

d = sys.stdin.read().split()
at = 1
for _ in range(int(d[0])):
    n = int(d[at])
    total = 0
    for i in range(n):
        x, y = sorted((int(d[at + 1 + 2 * i]), int(d[at + 2 + 2 * i])))
        total ^= (y * y - x * x) // (x * y)
    at += 2 * n + 1
    print("YES" if total else "NO")
