"""A coin on square i is a heap of i."""

import sys

d = sys.stdin.read().split()
at = 1
for _ in range(int(d[0])):
    n = int(d[at])
    total = 0
    for i, c in enumerate(d[at + 1 : at + n + 1]):
        if int(c) % 2:
            total ^= i
    at += n + 1
    print("first" if total else "second")
