"""Equal towers cancel."""

import sys

d = sys.stdin.read().split()
for n, m in zip(map(int, d[1::2]), map(int, d[2::2])):
    print(1 if n % 2 and m > 1 else 2)
