"""The XOR of 0, …, n has period 4."""

import sys

d = sys.stdin.read().split()


def upto(n):
    return [n, 1, n + 1, 0][n % 4]


total = 0
for x, m in zip(map(int, d[1::2]), map(int, d[2::2])):
    total ^= upto(x + m - 1) ^ upto(x - 1)
print("tolik" if total else "bolik")
