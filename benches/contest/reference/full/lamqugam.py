"""One lost cell in each row: the first column that no lost cell before it sees."""
import sys
from math import gcd

d, q, *rest = map(int, sys.stdin.buffer.read().split())
queries = [rest[i : i + 4] for i in range(0, 4 * q, 4)]
size = max((max(query) for query in queries), default=0)
column_used = [False] * (3 * size + 64)
diagonal_used = set()
cells, first = [], 0
for x in range(size):
    while column_used[first]:
        first += 1
    y = first
    while column_used[y] or (y - x, x % d) in diagonal_used:
        y += 1
    column_used[y] = True
    diagonal_used.add((y - x, x % d))
    cells.append(y)
for a, c, b, e in queries:
    lost = sum(c <= cells[x - 1] + 1 <= e for x in range(a, b + 1))
    total = (b - a + 1) * (e - c + 1)
    g = gcd(lost, total)
    print(f"{lost // g}/{total // g}")
