"""Along the diagonal nothing changes; at its end one of the two ways out must be odd."""

import sys

d = sys.stdin.read().split()
a = sorted(map(int, d[1:]), reverse=True) + [0]
i = 0
while a[i + 1] > i + 1:
    i += 1
up = a[i] - i - 1
right = 0
while a[i + right + 1] == i + 1:
    right += 1
print("First" if up % 2 or right % 2 else "Second")
