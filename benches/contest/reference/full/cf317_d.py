"""By the published values of chains of 1 to 29 exponents."""
from math import isqrt

CHAIN = [0, 1, 2, 1, 4, 3, 2, 1, 5, 6, 2, 1, 8, 7, 5, 9, 8, 7, 3, 4, 7, 4, 2, 1, 10, 9, 3, 6, 11, 12]
n = int(input())
seen, total, left = set(), 0, n
for b in range(2, isqrt(n) + 1):
    if b in seen:
        continue
    power, length = b, 0
    while power <= n:
        if power <= isqrt(n):
            seen.add(power)
        power, length = power * b, length + 1
    total ^= CHAIN[length]
    left -= length
print("Vasya" if total ^ left % 2 else "Petya")
