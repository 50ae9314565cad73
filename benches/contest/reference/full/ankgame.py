"""Leading ones are forced moves; who meets the first larger pile wins."""

import sys
from collections import Counter

d = sys.stdin.read().split()
M = 10**9 + 7
f = [1]
for i in range(1, len(d) + 1):
    f.append(f[-1] * i % M)
inv = [pow(f[-1], M - 2, M)]
for i in range(len(f) - 1, 0, -1):
    inv.append(inv[-1] * i % M)
inv.reverse()
at = 1
for _ in range(int(d[0])):
    n = int(d[at])
    counts = Counter(map(int, d[at + 1 : at + n + 1]))
    at += n + 1
    ones = counts.pop(1, 0)
    if ones == n:
        print(n % 2)
        continue
    others = 1
    for c in counts.values():
        others = others * inv[c] % M
    total = 0
    # An even number j of ones leads, and what follows starts with another pile.
    for j in range(0, ones + 1, 2):
        rest = n - j
        orders = f[rest] * inv[ones - j] % M * others % M
        total += orders * (n - ones) % M * f[rest - 1] % M * inv[rest] % M
    print(total % M)
