"""A table; with many boxes and one item parity decides."""

import sys

d = sys.stdin.read().split()
a0, b0, n = map(int, d)
res = {}


def known(a, b):
    # 1: the player who moves wins, -1: loses, 0: for ever
    if a**b >= n:
        return 1
    if b == 1 and a * a >= n:
        return 1 if (n - 1 - a) % 2 else -1
    return res[a, b]


for b in range(31, 0, -1):
    a = 1
    while a**b < n and not (b == 1 and a * a >= n):
        a += 1
    for a in range(a - 1, 0, -1):
        if a == 1 and b >= 30:
            res[a, b] = 0 if 2**b >= n else None
            continue
        options = [known(a + 1, b), known(a, b + 1)]
        res[a, b] = 1 if -1 in options else 0 if 0 in options else -1
print({0: "Missing", 1: "Masha", -1: "Stas"}[known(a0, b0)])
