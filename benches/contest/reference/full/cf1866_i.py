"""The rook, cell by cell from the far corner: a row or a column is used up by its first lost cell."""
import sys

N, M, K, *rest = map(int, sys.stdin.buffer.read().split())
by_row = {}
for x, y in zip(rest[::2], rest[1::2]):
    by_row.setdefault(x, []).append(y)
# used[y]: column y has a lost cell in a row below. free: the largest column that is not used.
used = [False] * (M + 2)
free = M
lost = False
for x in range(N, 0, -1):
    special = sorted(by_row.get(x, []))
    while free > 0 and used[free]:
        free -= 1
    last = special[-1] if special else 0
    # The cell of this row that is lost and not special: it sees no special cell to its right.
    cell = free if free > last else 0
    if x == 1:
        lost = 1 in special or cell == 1
    if cell:
        used[cell] = True
    for y in special:
        used[y] = True
print("Bhinneka" if lost else "Chaneka")
