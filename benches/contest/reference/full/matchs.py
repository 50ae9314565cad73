"""Euclid's game: with a quotient of 2 or more the player chooses."""

import sys

d = sys.stdin.read().split()


def wins(x, y):
    if x == 0:
        return False
    return y // x > 1 or not wins(y % x, x)


for n, m in zip(map(int, d[1::2]), map(int, d[2::2])):
    print("Ari" if wins(min(n, m), max(n, m)) else "Rich")
