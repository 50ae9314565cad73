"""One pile is larger than the rest, or parity."""

import sys

d = sys.stdin.read().split()
at = 1
for _ in range(int(d[0])):
    n = int(d[at])
    a = list(map(int, d[at + 1 : at + n + 1]))
    at += n + 1
    print("T" if 2 * max(a) > sum(a) or sum(a) % 2 else "HL")
