"""Calls: the GIL, Ctrl-C, threads, limits, wrong arguments."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import grundy

# Each of these takes minutes or for ever.
LONG = {
    "solve": "grundy.solve('cram(6, 9)')",
    "explain": "grundy.explain('cram(6, 9)')",
    "values": "grundy.heap('0.6').values(1_500_000_000, max_memory=1 << 40)",
    "table": "grundy.Game.named('wythoff').table((15000, 15000))",
    "period": "grundy.heap('0.6').period(1_500_000_000)",
    "survey": "grundy.survey(['0.6'], to=1_500_000_000)",
    "moves": "grundy.solve('nim(1)').list_moves() and grundy.Game.named('cram')(6, 9).moves",
    "draw": "grundy.Game.named('cram')(6, 9).draw('mex')",
    "function": "endless(0).value",
    "judge": "problem.judge('1')",
    "stress": "problem.stress(['sleep', '60'], run_time=60.0)",
    "graph": "grundy.Game.named('cram')(6, 9).graph()",
    "hint": "grundy.Game.named('cram')(6, 9).hint()",
    "diff": "grundy.heap('0.6').diff(grundy.heap('0.6000000000000000000001'), 1_500_000_000)",
    "pattern": "grundy.Game.named('antonim').pattern()",
    "check": "problem.check()",
    "nodes": "grundy.arckayles(network).value",
    "cluster": "list(grundy.cluster.survey(['0.6'], to=1_500_000_000, out=sys.argv[1] + '.out'))",
}

SCRIPT = """
import sys, time, grundy, grundy.cluster, networkx
@grundy.game
def endless(n):
    yield n + 1
network = networkx.hypercube_graph(6)
problem = grundy.Problem(sys.argv[1])
print("ready", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", flush=True)
else:
    print("ended", flush=True)
"""

# Solved by a search that has no end in sight.
CONTEST = """
g(a) -> g(a with [i] -= 1, [j] += 2) for i in 0..len(a)-1, j in 0..i-1
g(a) -> g(a with [0] -= 1)
input n
play g([0, 0, 0, 0, 99+n])
answer win
sample
    1
gives
    true
"""


@pytest.mark.parametrize("name", LONG)
def test_an_interrupt_ends_every_long_call(name: str, tmp_path: Path, measured: Callable[[str], None]) -> None:
    file = tmp_path / "long.game"
    file.write_text(CONTEST)
    command = [sys.executable, "-P", "-c", SCRIPT.format(call=LONG[name]), str(file)]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    time.sleep(0.4)  # into the computation
    sent = time.monotonic()
    child.send_signal(signal.SIGINT)
    try:
        out = child.stdout.readline()
        measured(f"Ctrl-C: {name} ended after {1000 * (time.monotonic() - sent):.0f} ms")
        child.communicate(timeout=30)
    finally:
        child.kill()
    assert out == "interrupted\n"


def test_another_thread_runs_meanwhile(measured: Callable[[str], None]) -> None:
    counted, stop, gaps = 0, threading.Event(), [0.0]

    def count() -> None:
        nonlocal counted
        last = time.monotonic()
        while not stop.is_set():
            counted += 1
            time.sleep(0.001)
            now = time.monotonic()
            gaps[0], last = max(gaps[0], now - last), now

    thread = threading.Thread(target=count)
    thread.start()
    with pytest.raises(grundy.LimitError, match="of time"):
        grundy.solve("cram(6, 9)", timeout=1.0)
    stop.set()
    thread.join()
    measured(f"another thread during a search of a second: counted to {counted}, longest stall {gaps[0] * 1000:.0f} ms")
    assert counted > 20


def test_threads_agree_with_one() -> None:
    questions = [f"kayles({n}) + grundy({n + 3}) + wythoff({n}, {n + 5})" for n in range(20, 36)]
    expected = [grundy.solve(question).value for question in questions]
    found: dict[str, object] = {}

    def work(part: int) -> None:
        for question in questions[part:] + questions[:part]:
            found[f"{part} {question}"] = grundy.solve(question).value

    threads = [threading.Thread(target=work, args=(part,)) for part in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(found[f"{part} {question}"] == value for part in range(8) for question, value in zip(questions, expected, strict=True))


def test_limits_are_keyword_arguments() -> None:
    for keywords in ({"max_positions": 1000}, {"timeout": 0.05}):
        with pytest.raises(grundy.LimitError, match="raise (max_positions|timeout)"):
            grundy.solve("cram(6, 7)", **keywords)
    with pytest.raises(grundy.LimitError, match="memory"):
        grundy.heap("0.6").values(10_000_000, max_memory=1 << 20)
    assert grundy.solve("kayles(100)", threads=1).value == grundy.solve("kayles(100)").value
    with pytest.raises(TypeError, match="max_position"):
        grundy.solve("nim(1)", max_position=3)  # type: ignore[call-arg]


def test_progress_goes_to_tqdm(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("tqdm")
    from grundy import limits

    seen: list[int] = []
    monkeypatch.setattr(limits, "_progress", lambda wanted: seen.append if wanted else None)
    with pytest.raises(grundy.LimitError):
        grundy.solve("cram(6, 9)", timeout=1.6, progress=True)
    assert seen


WRONG: dict[str, tuple[Callable[[], object], type[Exception], str]] = {
    "no text": (lambda: grundy.solve(3), TypeError, "found int"),  # type: ignore[arg-type]
    "a slip": (lambda: grundy.solve("kales(3)"), grundy.InputError, "kayles"),
    "syntax": (lambda: grundy.solve("nim(3"), grundy.InputError, r"\^"),
    "negative": (lambda: grundy.solve("nim(-3)"), grundy.InputError, "negative"),
    "negative size": (lambda: grundy.heap("0.77").values(-1), grundy.InputError, "to=-1"),
    "huge size": (lambda: grundy.heap("0.77").values(1 << 64), grundy.InputError, "2\\^64"),
    "float size": (lambda: grundy.heap("0.77").values(1.5), TypeError, "found float"),  # type: ignore[arg-type]
    "bool size": (lambda: grundy.heap("0.77").values(True), TypeError, "found True"),
    "an array as size": (lambda: grundy.heap("0.77").values(np.arange(3)), TypeError, "ndarray|integer"),  # type: ignore[arg-type]
    "three numbers": (lambda: grundy.heap("0.77").values((1, 2)), grundy.InputError, "2 numbers for a game of 1"),
    "start behind": (lambda: grundy.heap("0.77").values(3, start=5), grundy.InputError, "larger than"),
    "a foreign array": (lambda: grundy.Game.named("row")(np.array([1.5])), TypeError, "found float"),
    "a wrong code": (lambda: grundy.heap("0.8"), grundy.InputError, "digit 8"),
    "an unknown game": (lambda: grundy.Game.named("kales"), grundy.InputError, "kales"),
    "no rules": (lambda: grundy.Game(3), TypeError, "found int"),  # type: ignore[arg-type]
    "wrong rules": (lambda: grundy.Game("g(n) -> h(n)"), grundy.InputError, "h"),
    "a missing param": (lambda: grundy.Game("param L\ng(n) -> g(n-L)")(3).value, grundy.InputError, "needs a value for `L`"),
    "a foreign param": (lambda: grundy.Game("g(n) -> g(n-1)")(3, L=2), grundy.InputError, "no parameter `L`"),
    "a missing file": (lambda: grundy.Problem("no.game"), FileNotFoundError, "no.game"),
    "a missing certificate": (lambda: grundy.verify("no.cert"), FileNotFoundError, "no.cert"),
    "nimber": (lambda: grundy.nimber("3 +"), grundy.InputError, r"\^"),
    "nimber type": (lambda: grundy.nimber(3), TypeError, "found int"),  # type: ignore[arg-type]
    "a wrong claim": (lambda: grundy.Game.named("nim").prove("nim(n) is n"), grundy.InputError, "nim"),
    "negative copies": (lambda: -1 * grundy.solve("nim(1)"), grundy.InputError, "-1 copies"),
    "truth": (lambda: bool(grundy.solve("nim(1)")), TypeError, "no truth value"),
    "timeout": (lambda: grundy.solve("nim(1)", timeout=-1), grundy.InputError, "timeout"),
    "threads": (lambda: grundy.solve("nim(1)", threads=-1), grundy.InputError, "threads"),
    "digits": (lambda: grundy.survey(digits=8), grundy.InputError, "1 to 7"),
    "nothing to survey": (lambda: grundy.survey(), grundy.InputError, "nothing to survey"),
    "shard": (lambda: grundy.survey(["0.77"], shard="3/2"), grundy.InputError, "i/N"),
    "a text of games": (lambda: grundy.survey("0.77"), TypeError, "a list"),
    "no graph": (lambda: grundy.nodekayles(3), TypeError, "networkx"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_arguments_say_what_is_wrong(name: str) -> None:
    call, error, words = WRONG[name]
    with pytest.raises(error, match=words):
        call()


def test_contest_problems(tmp_path: Path) -> None:
    file = tmp_path / "nim.game"
    file.write_text(
        'nim(n) -> nim(m) for m in 0..n-1\ninput repeat t: n, x[n]\nplay nim(a) for a in x\n'
        'answer if win then "first" else "second"\n'
    )
    problem = grundy.Problem(file)
    assert problem.judge("2  3 1 2 3  2 5 6") == "second\nfirst\n"
    assert "XOR 3" in problem.explain("1 2 5 6")[0]
    with pytest.raises(grundy.InputError):
        problem.judge("1 2 5")
    with pytest.raises(TypeError):
        problem.judge(3)  # type: ignore[arg-type]
    right = tmp_path / "right.py"
    right.write_text(
        "import functools, operator\nfor _ in range(int(input())):\n    input_ = input\n"
        "    n = int(input())\n    x = list(map(int, input().split()))\n"
        "    print('first' if functools.reduce(operator.xor, x, 0) else 'second')\n"
    )
    wrong = tmp_path / "wrong.py"
    wrong.write_text(right.read_text().replace("operator.xor", "operator.or_"))
    options = ["n=1..3", "x=0..3", "t=1..2"]
    failed = problem.stress([sys.executable, wrong], tests=40, seed=1, ranges=options)
    assert not failed and failed.failure is not None and failed.failure.expected != failed.failure.got
    with pytest.raises(grundy.InputError, match="cannot be run"):
        problem.stress(["./no-such-program"], tests=1)
    with pytest.raises(TypeError, match="a list"):
        problem.stress("python3 mine.py", tests=1)
    assert os.listdir(tmp_path)
