"""Limits as keyword arguments, and progress."""

from __future__ import annotations

import importlib.util
import operator
import sys
from collections.abc import Callable
from typing import Protocol, TypedDict, Unpack, cast

from . import _core
from .errors import InputError


class Limits(TypedDict, total=False):
    """What every call that computes may be given."""

    max_positions: int
    """Positions in a search (200 million)."""
    max_memory: int
    """Bytes of tables (4 GiB)."""
    timeout: float
    """Seconds (3600)."""
    threads: int
    """Threads (all cores); how many there are changes no result."""
    progress: bool
    """Whether to show progress after a second, with tqdm. Without it: where someone looks and tqdm is there."""


_NAMES = frozenset(Limits.__annotations__)


def core(**limits: Unpack[Limits]) -> _core.Limits:
    """The limits for the compiled part."""
    for name in limits:
        if name not in _NAMES:
            raise TypeError(f"unexpected keyword argument {name!r}; limits are {', '.join(sorted(_NAMES))}")
    timeout = limits.get("timeout")
    if timeout is not None and not timeout >= 0:
        raise InputError(f"timeout={timeout}: expected a time in seconds")
    return _core.Limits(
        natural_if("max_positions", limits.get("max_positions")),
        natural_if("max_memory", limits.get("max_memory")),
        timeout,
        natural_if("threads", limits.get("threads")),
        _progress(limits.get("progress")),
    )


def natural(name: str, value: object) -> int:
    """A natural number of 64 bits, or an error that says what is wrong."""
    if isinstance(value, bool):
        raise TypeError(f"{name}: expected an integer, found {value}")
    try:
        number = operator.index(cast("int", value))
    except TypeError:
        raise TypeError(f"{name}: expected an integer, found {type(value).__name__}") from None
    if not 0 <= number < 1 << 64:
        raise InputError(f"{name}={number}: expected a number from 0 to 2^64 - 1")
    return number


def natural_if(name: str, value: object) -> int | None:
    """The same; None stays None."""
    return None if value is None else natural(name, value)


class _Bar(Protocol):
    n: float

    def refresh(self) -> object: ...

    def close(self) -> object: ...


class _Shown:
    """A bar that appears with the first report: the core waits a second before it."""

    def __init__(self) -> None:
        self.bar: _Bar | None = None

    def __call__(self, found: int) -> None:
        if self.bar is None:
            from tqdm.auto import tqdm

            self.bar = cast(_Bar, tqdm(unit=" positions", unit_scale=True, leave=False))
        self.bar.n = found
        self.bar.refresh()

    def __del__(self) -> None:
        if self.bar is not None:
            self.bar.close()


def _progress(wanted: bool | None) -> Callable[[int], None] | None:
    return _Shown() if shows(wanted) else None


def shows(wanted: bool | None) -> bool:
    """Whether progress is shown: if it is wanted, else where someone looks; never without tqdm."""
    if wanted is None:
        wanted = sys.stderr is not None and sys.stderr.isatty()
    return wanted and importlib.util.find_spec("tqdm") is not None
