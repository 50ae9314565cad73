"""The round is played to win, and to lose."""

import sys

d = sys.stdin.read().split()


def win(s, e):
    if e % 2:
        return s % 2 == 0
    if s > e // 2:
        return s % 2 == 1
    return True if s > e // 4 else win(s, e // 4)


def lose(s, e):
    return True if s > e // 2 else win(s, e // 2)


t = int(d[0])
first, last = True, False  # whether Lee starts the next round: who must win it, who must lose it
rounds = [(int(s), int(e)) for s, e in zip(d[1::2], d[2::2])]
good, bad = None, None
for s, e in reversed(rounds):
    w, b = win(s, e), lose(s, e)
    if good is None:
        good, bad = w, b
    else:
        good, bad = (w and not good) or (b and good), (w and not bad) or (b and bad)
print(int(good), int(bad))
