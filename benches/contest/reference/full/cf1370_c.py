"""The known cases."""

import sys

d = sys.stdin.read().split()


def prime(n):
    p = 2
    while p * p <= n:
        if n % p == 0:
            return False
        p += 1
    return n > 1


for n in map(int, d[1:]):
    odd = n
    while odd % 2 == 0:
        odd //= 2
    if n == 1:
        first = False
    elif n == 2 or n % 2:
        first = True
    elif odd == 1:
        first = False
    else:
        first = n // odd > 2 or not prime(odd)
    print("Ashishgup" if first else "FastestFinger")
