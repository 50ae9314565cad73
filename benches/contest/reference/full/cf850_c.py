"""Each prime is a game on the set of its exponents, as bits."""

import sys
from functools import lru_cache

d = sys.stdin.read().split()


@lru_cache(None)
def value(mask):
    reached = set()
    for k in range(1, mask.bit_length()):
        reached.add(value((mask >> k) | (mask & ((1 << k) - 1))))
    g = 0
    while g in reached:
        g += 1
    return g


masks = {}
for x in map(int, d[1:]):
    p = 2
    while p * p <= x:
        k = 0
        while x % p == 0:
            x //= p
            k += 1
        if k:
            masks[p] = masks.get(p, 0) | 1 << k
        p += 1
    if x > 1:
        masks[x] = masks.get(x, 0) | 2
total = 0
for mask in masks.values():
    total ^= value(mask & ~1)
print("Mojtaba" if total else "Arpa")
