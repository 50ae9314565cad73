"""The number of moves is fixed."""

import sys

d = sys.stdin.read().split()
n, k = map(int, d)
print("YES" if n // k % 2 else "NO")
