"""Contest problems: rules with input, play and answer."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypedDict, Unpack, cast

from . import _core, display, limits, source
from .rules import Game
from .source import Data


class _Failure(TypedDict):
    kind: Literal["difference", "crash", "hang", "flood", "unstable"]
    message: str
    input: str
    expected: str
    got: str | None
    ignored_input: bool


class _Stress(TypedDict):
    passed: bool
    tests: int
    skipped: int
    too_large: int
    limit: str | None
    seed: int
    inputs: list[str]
    failure: _Failure | None


@dataclass(frozen=True)
class Failure:
    """A small input at which a program failed."""

    kind: Literal["difference", "crash", "hang", "flood", "unstable"]
    """How it failed."""
    message: str
    """The same in words."""
    input: str
    """The input."""
    expected: str
    """What the rules answer."""
    got: str | None
    """What the program answers, if it ended well."""
    ignored_input: bool
    """Whether it read nothing of its input."""


@dataclass(frozen=True)
class Stress:
    """How a program did on random small inputs; true if it passed."""

    passed: bool
    """Whether it answered as the rules do."""
    tests: int
    """Inputs that it ran on."""
    skipped: int
    """Inputs that the rules do not accept."""
    too_large: int
    """Inputs that the rules accept, but cannot answer within the limits of a test."""
    limit: str | None
    """The limit that the first of them reached."""
    seed: int
    """The seed that gives the same inputs again."""
    inputs: tuple[str, ...]
    """What stands where in the inputs."""
    failure: Failure | None
    """What went wrong."""
    text: str
    """The words of ``grundy stress``."""

    def __bool__(self) -> bool:
        return self.passed

    def __str__(self) -> str:
        return self.text


class Problem:
    """A contest problem: a rule file with ``input``, ``play`` and ``answer``."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._name, self._text = source.read(path)
        self._source = source.own(self._text, self._name)
        # Wrong rules are an error here, not at the first question.
        self._source.rules

    @property
    def game(self) -> Game:
        """The game of its rules."""
        return Game.read(self._name)

    def judge(
        self,
        input: str | bytes,
        *,
        params: Mapping[str, int] | None = None,
        data: Mapping[str, Data] | None = None,
        **keywords: Unpack[limits.Limits],
    ) -> str:
        """Contest input to contest output."""
        return self._judge(input, params, data, False, keywords)[0]

    def explain(
        self,
        input: str | bytes,
        *,
        params: Mapping[str, int] | None = None,
        data: Mapping[str, Data] | None = None,
        **keywords: Unpack[limits.Limits],
    ) -> list[display.Text]:
        """What the first cases come from: the components with their values, the XOR, who wins."""
        cases = self._judge(input, params, data, True, keywords)[1]
        return [display.Text(cast(_Told, json.loads(case))["text"]) for case in cases]

    def _judge(
        self,
        input: str | bytes,
        params: Mapping[str, int] | None,
        data: Mapping[str, Data] | None,
        explain: bool,
        keywords: limits.Limits,
    ) -> tuple[str, list[str]]:
        if not isinstance(input, (str, bytes)):
            raise TypeError(f"expected contest input as text, found {type(input).__name__}")
        given = source.named((), params or {}, data or {}).given
        text = input.encode() if isinstance(input, str) else input
        return self._source.rules.judge(self._name, text, given, explain, limits.core(**keywords))

    def check(self, **params: object) -> display.Text:
        """What ``grundy check`` says: strategies, samples, shortcuts against the definition."""
        return self.game.check(**params)

    def stress(
        self,
        program: Sequence[str | os.PathLike[str]],
        *,
        tests: int = 200,
        seed: int | None = None,
        ranges: Sequence[str] = (),
        letters: Sequence[str] = (),
        shapes: Sequence[str] = (),
        run_time: float = 2.0,
        run_memory: int = 512 << 20,
        params: Mapping[str, int] | None = None,
        data: Mapping[str, Data] | None = None,
        **keywords: Unpack[limits.Limits],
    ) -> Stress:
        """Random small inputs: where does someone's program answer something else than the rules?

        ``program`` runs without a shell. ``ranges``, ``letters`` and ``shapes`` say what inputs look like, as on the command line:
        ``ranges=["n=1..8"]``.
        """
        if isinstance(program, (str, bytes)):
            raise TypeError('program: expected a list such as ["python3", "mine.py"]')
        if sys.platform == "win32":
            raise OSError("stress needs a Unix system")
        given = source.named((), params or {}, data or {}).given
        answer, text = _core.stress(
            self._source.rules,
            self._name,
            given,
            [os.fspath(part) for part in program],
            limits.natural("tests", tests),
            limits.natural_if("seed", seed),
            (list(ranges), list(letters), list(shapes)),
            run_time,
            limits.natural("run_memory", run_memory),
            limits.core(**keywords),
        )
        found = cast(_Stress, json.loads(answer))
        failure = found["failure"]
        told = None if failure is None else Failure(**failure)
        return Stress(
            found["passed"],
            found["tests"],
            found["skipped"],
            found["too_large"],
            found["limit"],
            found["seed"],
            tuple(found["inputs"]),
            told,
            text,
        )

    def __repr__(self) -> str:
        return f"<Problem {self._name}>"


class _Told(TypedDict):
    text: list[display.Span]
