"""Kayles, of period 12 from 71 on."""

import sys

d = sys.stdin.read().split()
value = [0] * 300
for n in range(1, 300):
    reached = set()
    for k in (1, 2):
        for a in range(n - k + 1):
            reached.add(value[a] ^ value[n - k - a])
    while value[n] in reached:
        value[n] += 1
at = 1
for _ in range(int(d[0])):
    n = int(d[at])
    total = 0
    for x in map(int, d[at + 1 : at + n + 1]):
        pins = max(0, x - 1)
        total ^= value[pins if pins < 200 else 180 + pins % 12]
    at += n + 1
    print("Alice" if total else "Bob")
