"""Parity, or at once."""

import sys

d = sys.stdin.read().split()
at = 1
for _ in range(int(d[0])):
    n = int(d[at])
    total = 0
    for x in d[at + 1 : at + n + 1]:
        total ^= int(x)
    at += n + 1
    print("First" if total == 0 or n % 2 == 0 else "Second")
