"""The number of moves is fixed."""

import sys

d = sys.stdin.read().split()
at = 1
for _ in range(int(d[0])):
    n = int(d[at])
    moves = sum(int(x) // (i + 1) for i, x in enumerate(d[at + 1 : at + n + 1]))
    at += n + 1
    print("ALICE" if moves % 2 else "BOB")
