"""Both stay on the diagonal."""

import sys

d = sys.stdin.read().split()
for r, k in zip(map(int, d[1::2]), map(int, d[2::2])):
    z = 0
    while 2 * ((z + 1) * k) ** 2 <= r * r:
        z += 1
    print("Ashish" if (z * k) ** 2 + ((z + 1) * k) ** 2 <= r * r else "Utkarsh")
