"""The number of odd prime factors, one more for an even number."""

import sys

d = sys.stdin.read().split()


def value(x):
    count = int(x % 2 == 0)
    while x % 2 == 0:
        x //= 2
    p = 3
    while p * p <= x:
        while x % p == 0:
            x //= p
            count += 1
        p += 2
    return count + (x > 1)


at = 1
for _ in range(int(d[0])):
    n = int(d[at])
    total = 0
    for x in d[at + 1 : at + n + 1]:
        total ^= value(int(x))
    at += n + 1
    print(1 if total else 2)
