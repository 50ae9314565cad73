"""From rules to a proved formula, and a game as a Python function."""

from collections.abc import Iterator

import grundy

take = grundy.Game("param L, R\ntake(n) -> take(n-k) for k in L..R")
print(take(20, L=2, R=5).value, take.strategy(L=2, R=5))
for formula in take.pattern(L=2, R=5).formulas:
    print(formula.status, formula.text)


@grundy.game
def wythoff(x: int, y: int) -> Iterator[tuple[int, int]]:
    for k in range(1, max(x, y) + 1):
        if k <= x:
            yield x - k, y
        if k <= y:
            yield x, y - k
        if k <= min(x, y):
            yield x - k, y - k


print(wythoff(5, 7).value, [str(move) for move in wythoff(5, 7).winning_moves])
