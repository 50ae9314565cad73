"""What the tests measure is told at the end of a run; no time is asserted."""

from __future__ import annotations

from collections.abc import Callable

import pytest

MEASURED = pytest.StashKey[list[str]]()


@pytest.fixture
def measured(pytestconfig: pytest.Config) -> Callable[[str], None]:
    return pytestconfig.stash.setdefault(MEASURED, []).append


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    lines = config.stash.get(MEASURED, [])
    if lines:
        terminalreporter.section("measured")
    for line in lines:
        terminalreporter.write_line(line)
