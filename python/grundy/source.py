"""Where positions come from: the rules of one's own, files, params and data. The catalogue is always there."""

from __future__ import annotations

import functools
import json
import operator
import os
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar, cast

from . import _core, limits
from .errors import InputError

Data: TypeAlias = "int | str | bool | Sequence[Data]"
"""What a rule language value may be: an integer, a text, a truth value, a list of these."""

_T = TypeVar("_T")

Given: TypeAlias = tuple[list[tuple[str, int]], str]


@dataclass(frozen=True)
class Source:
    """Rule files and other files by name, with their texts; params; data as JSON. Equal sources share what is learnt."""

    texts: tuple[tuple[str, str], ...] = ()
    files: tuple[tuple[str, str], ...] = ()
    params: tuple[tuple[str, int], ...] = ()
    data: str = ""

    @property
    def rules(self) -> _core.Rules:
        """The engines."""
        return _rules(self.texts, self.files)

    @property
    def given(self) -> Given:
        """Params and data."""
        return list(self.params), self.data

    def joined(self, other: Source) -> Source:
        """Both together."""
        if self == other:
            return self
        return Source(
            _union(self.texts, other.texts, "rules"),
            _union(self.files, other.files, "file"),
            _union(self.params, other.params, "param"),
            _joined_data(self.data, other.data),
        )

    def shadows(self, other: Source, positions: Iterable[str]) -> str | None:
        """A kind of these rules that a position of another source would be taken for, if both are joined."""
        names = {position.split("(", 1)[0] for position in positions}
        for name, text in self.texts:
            if (name, text) not in other.texts:
                for kind, _ in self.rules.kinds(name):
                    if kind in names:
                        return kind
        return None

    def narrowed(self, positions: Iterable[str]) -> Source:
        """Only the rules that some of these positions need, so that equal positions have equal sources."""
        names = [position.split("(", 1)[0] for position in positions]
        whole = self.rules

        def is_used(name: str) -> bool:
            kinds = {kind for kind, _ in whole.kinds(name)}
            return any(found in kinds or found.startswith(f"{name}:") for found in names)

        texts = tuple((name, text) for name, text in self.texts if is_used(name))
        return self if texts == self.texts else Source(texts, self.files, self.params, self.data)


@functools.lru_cache(maxsize=64)
def _rules(texts: tuple[tuple[str, str], ...], files: tuple[tuple[str, str], ...]) -> _core.Rules:
    return _core.Rules(list(texts), list(files))


def _union(
    ours: tuple[tuple[str, _T], ...], theirs: tuple[tuple[str, _T], ...], what: str
) -> tuple[tuple[str, _T], ...]:
    joined = dict(ours)
    for name, value in theirs:
        if joined.setdefault(name, value) != value:
            raise InputError(f"{what} {name}: {joined[name]!r} in one position and {value!r} in the other")
    return tuple(sorted(joined.items()))


def _joined_data(ours: str, theirs: str) -> str:
    if not theirs or ours == theirs:
        return ours
    if not ours:
        return theirs
    one, other = (cast("dict[str, Data]", json.loads(text)) for text in (ours, theirs))
    joined = _union(tuple(one.items()), tuple(other.items()), "data")
    return json.dumps(dict(joined), sort_keys=True)


def own(text: str, name: str | None = None) -> Source:
    """Rules of one's own."""
    if not isinstance(text, str):
        raise TypeError(f"expected the text of a rule file, found {type(text).__name__}")
    return Source(((name or f"rules_{zlib.crc32(text.encode()):08x}", text),))


def read(path: str | os.PathLike[str]) -> tuple[str, str]:
    """The name and the text of a rule file."""
    name = os.fspath(path)
    with open(name, encoding="utf-8") as file:
        try:
            return name, file.read()
        except UnicodeDecodeError as error:
            raise InputError(f"{name}: byte {error.start} is not UTF-8 text") from None


def named(
    rules: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    params: Mapping[str, int],
    data: Mapping[str, Data],
) -> Source:
    """The source of the keyword arguments rules, params and data: rules are paths of rule files."""
    paths = [rules] if isinstance(rules, (str, os.PathLike)) else list(rules)
    texts = tuple(sorted(read(path) for path in paths))
    found = tuple(sorted((name, _integer(name, value)) for name, value in params.items()))
    return Source(texts, (), found, json.dumps(plain(data), sort_keys=True) if data else "")


def _integer(name: str, value: object) -> int:
    if isinstance(value, bool):
        raise TypeError(f"{name}: expected an integer, found {value}")
    try:
        number = operator.index(cast("int", value))
    except TypeError:
        raise TypeError(f"{name}: expected an integer, found {type(value).__name__}") from None
    if not -(1 << 127) <= number < 1 << 127:
        raise InputError(f"{name}={number}: integers have 128 bits")
    return number


def plain(value: object) -> object:
    """Data as JSON has it: numpy's integers as integers, sequences as lists."""
    if isinstance(value, (str, bool)):
        return value
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, Iterable):
        return [plain(item) for item in value]
    try:
        return operator.index(cast("int", value))
    except TypeError:
        raise TypeError(f"expected integers, texts, truth values and lists of them, found {type(value).__name__}") from None


def literal(value: object) -> str:
    """A value as the rule language writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        return f'"{escaped}"'
    if isinstance(value, Iterable) and not isinstance(value, Mapping):
        return f"[{', '.join(literal(item) for item in value)}]"
    return str(plain(value))


def split(keywords: Mapping[str, object]) -> tuple[dict[str, object], limits.Limits]:
    """The params and data among keyword arguments, and the limits."""
    own_names = {name: value for name, value in keywords.items() if name not in limits.Limits.__annotations__}
    rest = {name: value for name, value in keywords.items() if name not in own_names}
    return own_names, cast(limits.Limits, rest)
