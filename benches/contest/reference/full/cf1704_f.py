"""Dawson's Kayles has period 34 from 52 on."""

import sys

d = sys.stdin.read().split()
value = [0] * 1000
for n in range(2, 1000):
    reached = {value[a] ^ value[n - 2 - a] for a in range(n - 1)}
    while value[n] in reached:
        value[n] += 1
for t in range(int(d[0])):
    n, s = int(d[1 + 2 * t]), d[2 + 2 * t]
    red = s.count("R")
    total, length = 0, 1
    for i in range(1, n + 1):
        if i == n or s[i] == s[i - 1]:
            total ^= value[length if length < 900 else 850 + (length - 850) % 34]
            length = 1
        else:
            length += 1
    print("Alice" if 2 * red > n or 2 * red == n and total else "Bob")
