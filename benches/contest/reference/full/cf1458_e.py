"""Two Nim heaps with shortcuts: the stair, walked from special row or column to the next."""
import sys
from bisect import bisect_right

numbers = list(map(int, sys.stdin.buffer.read().split()))
n, m = numbers[:2]
special = list(zip(numbers[2 : 2 + 2 * n : 2], numbers[3 : 2 + 2 * n : 2]))
queries = list(zip(numbers[2 + 2 * n :: 2], numbers[3 + 2 * n :: 2]))
bad, row, column = set(special), {}, {}
for x, y in special:
    row[x] = min(row.get(x, y), y)
    column[y] = min(column.get(y, x), x)
# Only queried numbers, special numbers and their neighbours matter: between them the stair is a diagonal.
rows, columns = sorted(row), sorted(column)
x = y = i = j = 0
parts = []
while True:
    while i < len(rows) and rows[i] < x:
        i += 1
    while j < len(columns) and columns[j] < y:
        j += 1
    gaps = [special - x for special in rows[i : i + 1]] + [special - y for special in columns[j : j + 1]]
    if not gaps:
        parts.append((x, y, 1 << 62))
        break
    if min(gaps) > 0:
        parts.append((x, y, min(gaps)))
        x, y = x + min(gaps), y + min(gaps)
        continue
    blocked_row, blocked_column = row.get(x, y) < y, column.get(y, x) < x
    if (x, y) in bad or blocked_row == blocked_column:
        if (x, y) not in bad and not blocked_row:
            parts.append((x, y, 1))
        x, y = x + 1, y + 1
    elif blocked_row:
        x += 1
    else:
        y += 1
starts = [part[0] for part in parts]
answers = []
for a, b in queries:
    index = bisect_right(starts, a) - 1
    stair = index >= 0 and a - parts[index][0] < parts[index][2] and b - parts[index][1] == a - parts[index][0]
    answers.append("LOSE" if (a, b) in bad or stair else "WIN")
print("\n".join(answers))
