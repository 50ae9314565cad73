"""In the end all multiples of the greatest common divisor are there."""

import sys
from math import gcd

d = sys.stdin.read().split()
a = list(map(int, d[1:]))
g = 0
for x in a:
    g = gcd(g, x)
print("Alice" if (max(a) // g - len(a)) % 2 else "Bob")
