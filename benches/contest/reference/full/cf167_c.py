"""The quotient modulo a + 1."""

import sys

d = sys.stdin.read().split()


def wins(a, b):
    a, b = min(a, b), max(a, b)
    if a == 0:
        return False
    if not wins(b % a, a):
        return True
    q = b // a
    return q % (a + 1) % 2 == 0


sys.setrecursionlimit(10000)
for a, b in zip(map(int, d[1::2]), map(int, d[2::2])):
    print("First" if wins(a, b) else "Second")
