"""A table by the definition."""

import sys

d = sys.stdin.read().split()
s = d[0] if d else ""
value = [0] * (len(s) + 2)
for n in range(2, len(s) + 1):
    reached = {value[a] ^ value[n - 2 - a] for a in range(n - 1)}
    while value[n] in reached:
        value[n] += 1
total = 0
for part in s.split("-"):
    total ^= value[len(part)]
print("true" if total else "false")
