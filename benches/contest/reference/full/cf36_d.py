"""By the band of the smaller number and the parity of the sum."""

import sys

d = sys.stdin.read().split()
k = int(d[1])
for n, m in zip(map(int, d[2::2]), map(int, d[3::2])):
    low, high = min(n, m) - 1, max(n, m) - 1
    if k == 1:
        won = low % 2 or high % 2
    else:
        band, row = divmod(low, k + 1)
        won = row == k or (low + high + band) % 2
    print("+" if won else "-")
