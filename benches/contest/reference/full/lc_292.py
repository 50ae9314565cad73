"""Multiples of 4 are lost."""

import sys

d = sys.stdin.read().split()
print("true" if int(d[0]) % 4 else "false")
