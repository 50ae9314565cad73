"""Symmetry."""

import sys

d = sys.stdin.read().split()
for n in map(int, d[1:]):
    print(0 if n % 2 else 1)
