"""A number is a Nim heap of as many as it has prime factors."""

import sys

d = sys.stdin.read().split()
n = int(d[0])
big = max(map(int, d)) + 1
least = list(range(big))
for p in range(2, min(320, big)):
    if least[p] == p:
        for q in range(p * p, big, p):
            if least[q] == q:
                least[q] = p
total = 0
for x in map(int, d[1:]):
    count = 0
    while x > 1:
        x //= least[x]
        count += 1
    total ^= count
print("Anna" if total else "Bruno")
