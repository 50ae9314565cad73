"""The value of a pile is the exponent of 2."""

import sys

d = sys.stdin.read().split()
M = 1234567890
n = int(d[0])
count, power = [], 1
while power <= n:
    count.append(n // power - n // (2 * power))
    power *= 2
lost = sum(a * b * count[x ^ y] for x, a in enumerate(count) for y, b in enumerate(count) if x ^ y < len(count))
print((n**3 - lost) % M)
