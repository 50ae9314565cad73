"""A table by the definition."""

import sys

d = sys.stdin.read().split()
big = max(map(int, d), default=1)
value = [0] * (big + 1)
for n in range(1, big + 1):
    reached = {value[n - k] for k in (1, 4, 27, 256, 3125, 46656) if k <= n}
    while value[n] in reached:
        value[n] += 1
at = 1
for _ in range(int(d[0])):
    n = int(d[at])
    total = 0
    for x in d[at + 1 : at + n + 1]:
        total ^= value[int(x)]
    at += n + 1
    print("Little Chef" if total else "Head Server")
