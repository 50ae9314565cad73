"""A reflection is answered by a reflection, so both can be left out."""

import sys

d = sys.stdin.read().split()
x0, y0, n, r = map(int, d[:4])
v = [(int(p), int(q)) for p, q in zip(d[4::2], d[5::2])]
win = {}
for x in range(r, -201, -1):
    for y in range(r, -201, -1):
        if x * x + y * y <= r * r:
            win[x, y] = any((x + p, y + q) in win and not win[x + p, y + q] for p, q in v)
print("Anton" if win[x0, y0] else "Dasha")
