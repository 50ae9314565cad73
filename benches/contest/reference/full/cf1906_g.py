"""The smaller of the largest powers of two."""

import sys

d = sys.stdin.read().split()
total = 0
for r, c in zip(map(int, d[1::2]), map(int, d[2::2])):
    total ^= min(r & -r, c & -c)
print("FIRST" if total else "SECOND")
