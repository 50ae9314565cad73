"""Dawson's Kayles has period 34 from 52 on."""

import sys

d = sys.stdin.read().split()
value = [0] * 1000
for n in range(2, 1000):
    reached = {value[a] ^ value[n - 2 - a] for a in range(n - 1)}
    while value[n] in reached:
        value[n] += 1
for n in map(int, d):
    print(sum(1 for k in range(1, n + 1) if value[k if k < 900 else 850 + (k - 850) % 34]))
