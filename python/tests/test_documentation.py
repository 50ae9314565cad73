"""Every example of docs/PYTHON.md and of the README runs, in order, in one module each."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import grundy

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", ["docs/PYTHON.md", "python/README.md"])
def test_examples_run(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    examples = re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    assert examples
    names: dict[str, object] = {}
    for example in examples:
        exec(compile(example, name, "exec"), names)


def test_examples_of_the_package_run() -> None:
    assert doctest.testmod(grundy).failed == 0
