"""Nim."""

import sys

d = sys.stdin.read().split()
at = 0
while d[at] != "0":
    n = int(d[at])
    x = list(map(int, d[at + 1 : at + n + 1]))
    at += n + 1
    total = 0
    for a in x:
        total ^= a
    print(sum(1 for a in x if a ^ total < a))
