"""Games as Python functions."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

import grundy


@grundy.game
def wythoff(x: int, y: int) -> Iterator[tuple[int, int]]:
    for k in range(1, max(x, y) + 1):
        if k <= x:
            yield x - k, y
        if k <= y:
            yield x, y - k
        if k <= min(x, y):
            yield x - k, y - k


@grundy.game
def kayles(n: int) -> Iterator[grundy.FunctionPosition]:
    for taken in (1, 2):
        for left in range(n - taken + 1):
            yield kayles(left) + kayles(n - taken - left)


def test_wythoff() -> None:
    assert wythoff(5, 7).value == 1
    assert wythoff(120, 120).value == 93
    assert wythoff(120, 120).value == grundy.solve("wythoff(120, 120)").value
    assert wythoff(1, 2).outcome == "P" and wythoff(1, 3).outcome == "N"


def test_sums() -> None:
    assert [kayles(n).value for n in range(13)] == [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]
    assert (kayles(12) + kayles(5)).value == 0
    assert (3 * kayles(5)).value == 4 and (2 * kayles(5)).value == 0
    assert kayles(3) + kayles(4) == kayles(4) + kayles(3)
    assert len({kayles(3) + kayles(4), kayles(4) + kayles(3)}) == 1
    assert all(position.value == 0 for position in kayles(5).winning_moves)
    with pytest.raises(grundy.InputError, match="different functions"):
        kayles(3) + wythoff(1, 2)


def test_a_long_chain() -> None:
    @grundy.game
    def chain(n: int) -> Iterator[int]:
        if n:
            yield n - 1

    assert chain(200_000).value == 0
    assert chain(200_001).value == 1


def test_a_cycle_is_named() -> None:
    @grundy.game
    def ring(n: int) -> Iterator[int]:
        yield (n + 1) % 3

    with pytest.raises(grundy.CycleError, match="0 -> 1 -> 2 -> 0") as caught:
        ring(0).value
    assert caught.value.cycle == [(0,), (1,), (2,)]


def test_the_users_exception_is_unchanged() -> None:
    class Mine(Exception):
        pass

    mine = Mine("at 3")

    @grundy.game
    def broken(n: int) -> Iterator[int]:
        if n == 3:
            raise mine
        yield n - 1

    with pytest.raises(Mine) as caught:
        broken(5).value
    assert caught.value is mine


def test_wrong_functions() -> None:
    @grundy.game  # type: ignore[arg-type]
    def texts(n: int) -> Iterator[str]:
        yield "3"

    with pytest.raises(TypeError, match="yields a str"):
        texts(1).value

    @grundy.game
    def asks_itself(n: int) -> Iterator[int]:
        if n and asks_itself(n - 1).value:
            yield n - 1

    with pytest.raises(RuntimeError, match="asks for a value of the same game"):
        asks_itself(3).value
    with pytest.raises(TypeError):
        grundy.game(3)  # type: ignore[arg-type]


def test_limits() -> None:
    @grundy.game
    def endless(n: int) -> Iterator[int]:
        yield n + 1

    with pytest.raises(grundy.LimitError, match="1000 positions"):
        endless(0).solve(max_positions=1000)


def test_threads_share_a_game() -> None:
    @grundy.game
    def nim(n: int) -> Iterator[int]:
        yield from range(n)

    found: list[int] = []
    threads = [threading.Thread(target=lambda n=n: found.append(nim(n).value)) for n in range(100, 108)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == list(range(100, 108))


def test_graph() -> None:
    pytest.importorskip("networkx")
    graph = wythoff.graph((2, 2))
    assert len(graph) == 9 and graph.nodes[wythoff(1, 2)]["value"] == 0
    cut = wythoff.graph((9, 9), most=5)
    assert len(cut) == 5 and not cut.graph["complete"]
