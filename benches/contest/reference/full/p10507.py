"""Pairs of neighbours are Nim heaps, as large as the gap."""

import sys

d = sys.stdin.read().split()
at = 1
for _ in range(int(d[0])):
    n = int(d[at])
    p = [0] * (n % 2) + sorted(map(int, d[at + 1 : at + n + 1]))
    at += n + 1
    total = 0
    for x, y in zip(p[::2], p[1::2]):
        total ^= y - x - 1
    print("Georgia will win" if total else "Bob will win")
