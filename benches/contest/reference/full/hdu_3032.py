"""Lasker's Nim: 3 and 4 modulo 4 change places."""

import sys

d = sys.stdin.read().split()
at = 1
for _ in range(int(d[0])):
    n = int(d[at])
    total = 0
    for x in map(int, d[at + 1 : at + n + 1]):
        total ^= x + 1 if x % 4 == 3 else x - 1 if x % 4 == 0 and x else x
    at += n + 1
    print("Alice" if total else "Bob")
