"""A table by the definition; if L < R the first player takes the middle."""

import sys

n, low, high = map(int, sys.stdin.read().split())
value = [0] * (n + 1)
for m in range(1, n + 1):
    reached = set()
    for k in range(low, min(high, m, low + 1) + 1):
        reached.update(value[a] ^ value[m - k - a] for a in range((m - k) // 2 + 1))
    while value[m] in reached:
        value[m] += 1
if low < high:
    print("First" if n >= low else "Second")
else:
    print("First" if value[n] else "Second")
