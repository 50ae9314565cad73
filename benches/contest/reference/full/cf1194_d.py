"""Period 3, or k + 1 if 3 divides k."""

import sys

d = sys.stdin.read().split()
for n, k in zip(map(int, d[1::2]), map(int, d[2::2])):
    if k % 3 == 0:
        n %= k + 1
        print("Alice" if n == k or n % 3 else "Bob")
    else:
        print("Alice" if n % 3 else "Bob")
