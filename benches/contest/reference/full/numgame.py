"""An even number takes 1, an odd one must take an odd number."""

import sys

d = sys.stdin.read().split()
for n in map(int, d[1:]):
    print("ALICE" if n % 2 == 0 else "BOB")
