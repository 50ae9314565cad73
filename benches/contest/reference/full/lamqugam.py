"""One lost cell in each row and column. The game is symmetric: the cells on and above the diagonal, each with its mirror image."""
import sys
from math import gcd

d, q, *rest = map(int, sys.stdin.buffer.read().split())
queries = [rest[i : i + 4] for i in range(0, 4 * q, 4)]
size = max((max(query) for query in queries), default=0)
cells = {}
# For each residue of the row the differences of lost cells that were used, and the first that was not.
used, first = [set() for _ in range(d)], [0] * d
for x in range(size):
    if x in cells:
        continue
    mine = used[x % d]
    while first[x % d] in mine:
        first[x % d] += 1
    k = first[x % d]
    while k in mine or x + k in cells:
        k += 1
    cells[x], cells[x + k] = x + k, x
    # The mirror image lies in the row x + k and has the difference -k.
    mine.add(k)
    used[(x + k) % d].add(-k)
for a, c, b, e in queries:
    lost = sum(c <= cells[x - 1] + 1 <= e for x in range(a, b + 1))
    total = (b - a + 1) * (e - c + 1)
    g = gcd(lost, total)
    print(f"{lost // g}/{total // g}")
