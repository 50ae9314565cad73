"""Misère Nim."""

import sys

d = sys.stdin.read().split()
at = 1
for _ in range(int(d[0])):
    n = int(d[at])
    x = list(map(int, d[at + 1 : at + n + 1]))
    at += n + 1
    total = 0
    for a in x:
        total ^= a
    print("John" if (total != 0) == (max(x) > 1) else "Brother")
