"""A table by the definition."""

import sys

d = sys.stdin.read().split()
big = max(map(int, d), default=1) + 1
value = [0] * big
for p in range(2, big):
    below = [value[x] for x in range(1, p) if p % x == 0]
    total = 0
    for x in below:
        total ^= x
    reached = {total ^ x for x in below}
    while value[p] in reached:
        value[p] += 1
at = 0
while at < len(d):
    n = int(d[at])
    total = 0
    for x in d[at + 1 : at + n + 1]:
        total ^= value[int(x)]
    at += n + 1
    print("freda" if total else "rainbow")
