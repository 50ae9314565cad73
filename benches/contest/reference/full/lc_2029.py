"""By the numbers of stones of each residue."""

import sys

d = sys.stdin.read().split()
c = [0, 0, 0]
for x in map(int, d[1:]):
    c[x % 3] += 1
if c[0] % 2 == 0:
    print("true" if c[1] and c[2] else "false")
else:
    print("true" if abs(c[1] - c[2]) > 2 else "false")
