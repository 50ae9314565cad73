"""Surveys: many codes, or many parameters of a game, at once."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import TypedDict, Unpack, cast

from . import _core, limits
from .errors import InputError


class Row(TypedDict):
    """What was found about a game; ``status`` is proved, observed, none, or begins with "failed: " and the reason."""

    code: str
    status: str
    period: int | None
    preperiod: int | None
    last_exception: int | None
    saltus: int | None
    max: int | None
    max_at: int | None
    rares: int | None
    mask: str | None
    computed_to: int | None
    engine: str | None


def plan(
    games: Sequence[str],
    digits: int | None,
    to: int,
    params: Mapping[str, int | range],
    keywords: limits.Limits,
) -> _core.Plan:
    """What is surveyed, cut into units."""
    if isinstance(games, str):
        raise TypeError("games: expected a list of codes, names or rule files")
    most = limits.natural_if("digits", digits)
    if most is not None and not 1 <= most <= 7:
        raise InputError(f"digits={most}: expected 1 to 7")
    settings = [_setting(name, value) for name, value in params.items()]
    return _core.Plan(list(games), settings, most, limits.natural("to", to), limits.core(**keywords))


def _setting(name: str, value: int | range) -> str:
    if isinstance(value, range):
        if value.step != 1 or not value:
            raise InputError(f"{name}: expected a range of consecutive integers")
        return f"{name}={value[0]}..{value[-1]}"
    return f"{name}={value}"


def rows(texts: Sequence[str]) -> list[Row]:
    """Rows of the core."""
    return [cast(Row, json.loads(text)) for text in texts]


def survey(
    games: Sequence[str] = (),
    *,
    digits: int | None = None,
    to: int = 1 << 16,
    params: Mapping[str, int | range] | None = None,
    out: str | os.PathLike[str] | None = None,
    shard: str = "1/1",
    **keywords: Unpack[limits.Limits],
) -> list[Row]:
    """Periods, largest values and rare heaps of many games: a list of rows, as a frame takes it.

    ``digits`` takes all codes 0.xyz and 4.xyz of up to so many octal digits. With ``out``, a folder, what is finished is kept there and
    skipped by the next run; ``grundy survey --checkpoint`` and :func:`grundy.cluster.survey` share such folders. ``shard="2/5"`` takes
    the second of five shares. A game that fails is a row whose status says why.
    """
    found = plan(games, digits, to, params or {}, keywords)
    folder = None if out is None else os.fspath(out)
    if folder is not None:
        # A folder of another survey is an error before anything is computed.
        found.finished(folder, limits.core(**keywords))
    result: list[Row] = []
    for unit in _shown(found.share(shard), keywords):
        result += rows(found.run(unit, folder, False, limits.core(**keywords)))
    return result


def _shown(units: Sequence[int], keywords: limits.Limits) -> Iterator[int]:
    if limits.shows(keywords.get("progress")):
        from tqdm.auto import tqdm

        yield from tqdm(units, unit=" units", delay=1)
    else:
        yield from units
