"""Each line is a Nim heap of its free length; untouched lines of a direction are equal heaps. The first winning line in the order of places."""

import sys
from collections import defaultdict

d = list(map(int, sys.stdin.read().split()))
n, m, k = d[:3]
lines = (defaultdict(list), defaultdict(list))
for i in range(k):
    a, b, c, e = d[3 + 4 * i : 7 + 4 * i]
    if a == c:
        lines[0][a].append((min(b, e), max(b, e)))
    else:
        lines[1][b].append((min(a, c), max(a, c)))


def free(cuts, length):
    at, parts = 0, []
    for low, high in sorted(cuts):
        if low > at:
            parts.append((at, low))
        at = max(at, high)
    if at < length:
        parts.append((at, length))
    return parts


heaps, total = [], 0
for axis, (length, many) in enumerate(((m, n - 1), (n, m - 1))):
    for place in sorted(lines[axis]):
        parts = free(lines[axis][place], length)
        heaps.append((axis, place, parts))
        total ^= sum(high - low for low, high in parts)
    if many > len(lines[axis]):
        place = 1
        while place in lines[axis]:
            place += 1
        heaps.append((axis, place, [(0, length)]))
        if (many - len(lines[axis])) % 2:
            total ^= length
if total == 0:
    print("SECOND")
else:
    print("FIRST")
    for axis, place, parts in heaps:
        size = sum(high - low for low, high in parts)
        take = size - (size ^ total)
        if take > 0:
            for low, high in parts:
                if take <= high - low:
                    stop = low + take
                    break
                take -= high - low
            print(*((place, 0, place, stop) if axis == 0 else (0, place, stop, place)))
            break
