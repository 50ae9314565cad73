"""Runs of squares that are safe; a table by the definition."""

import sys

d = sys.stdin.read().split()
value = [0] * 201
for n in range(1, 201):
    reached = {value[max(0, i - 2)] ^ value[max(0, n - 3 - i)] for i in range(n)}
    while value[n] in reached:
        value[n] += 1


def three(s):
    return "XXX" in s


def lost(s):
    """Whether the player who moves has no winning move."""
    for i, c in enumerate(s):
        if c == "." and three(s[:i] + "X" + s[i + 1 :]):
            return False
    total, run = 0, 0
    for i in range(len(s) + 1):
        if i < len(s) and "X" not in s[max(0, i - 2) : i + 3]:
            run += 1
        else:
            total ^= value[run]
            run = 0
    return total == 0


for s in d[1:]:
    wins = []
    for i, c in enumerate(s):
        if c == ".":
            t = s[:i] + "X" + s[i + 1 :]
            if three(t) or lost(t):
                wins.append(i + 1)
    print("WINNING" if wins else "LOSING")
    print(*wins)
