"""1 modulo 4 is lost: no prime is a multiple of 4."""

import sys

d = sys.stdin.read().split()
for n in map(int, d[1:]):
    print("ALICE" if n % 4 == 1 else "BOB")
