"""The colon principle."""

import sys

d = sys.stdin.read().split()
n = int(d[0])
a, b = 0, 0
top = [0, 0, 0]
for k in range(2, n + 1):
    below = [j for j in (k - 2, k - 1) if j >= 1]
    total = 0
    for j in below:
        total ^= top[j] + 1
    if k < len(top):
        top[k] = total
    else:
        top.append(total)
print("true" if top[n] else "false")
