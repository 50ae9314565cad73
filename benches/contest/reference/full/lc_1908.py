"""Nim."""

import sys

d = sys.stdin.read().split()
total = 0
for x in d[1:]:
    total ^= int(x)
print("true" if total else "false")
