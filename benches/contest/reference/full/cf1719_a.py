"""The number of moves is fixed in parity."""

import sys

d = sys.stdin.read().split()
for n, m in zip(map(int, d[1::2]), map(int, d[2::2])):
    print("Burenka" if (n + m) % 2 else "Tonya")
