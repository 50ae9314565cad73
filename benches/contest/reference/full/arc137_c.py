"""A gap below the largest wins; else the parity of the free numbers."""

import sys

d = sys.stdin.read().split()
a = sorted(map(int, d[1:]))
n = len(a)
gap = a[-1] - (a[-2] if n > 1 else -1)
print("Alice" if gap > 1 or (a[-1] - n + 1) % 2 == 1 else "Bob")
