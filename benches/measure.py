"""Alternating runs of several commands: least CPU time, most memory, equal answers.

    from measure import compare
    times = compare("Chomp 12x12", {"grundy": ["target/x"], "igsolve": ["igsolve", ...]}, runs=7, answer=last_number)
    times.ratio("igsolve", "grundy")    # igsolve's time over grundy's: above 1, grundy is faster

Each round runs every command once, so that a busy moment of the machine hits all of them; the minimum over the rounds
of user + system time is what a command needs. `answer` turns a command's output into what both sides must agree on.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field


@dataclass
class Run:
    """The best of a command's runs."""

    cpu: float = float("inf")  # seconds of user + system time
    wall: float = float("inf")  # seconds by the clock
    rss: int = 0  # the most kilobytes resident
    answer: object = None


@dataclass
class Comparison:
    title: str
    runs: dict = field(default_factory=dict)

    def ratio(self, slow, fast, by="cpu"):
        """How many times longer `slow` takes than `fast`."""
        return getattr(self.runs[slow], by) / max(getattr(self.runs[fast], by), 1e-9)

    def report(self):
        print(f"{self.title}")
        for name, run in self.runs.items():
            print(f"  {name:24} {run.cpu:9.3f} s CPU {run.wall:9.3f} s {run.rss / 1024:8.1f} MB   {run.answer}")


def last_number(text):
    """The last integer of an output."""
    numbers = re.findall(r"-?\d+", text)
    if not numbers:
        sys.exit(f"no number in the output:\n{text}")
    return int(numbers[-1])


def run_once(command, stdin=None):
    """Runs a command to its end; gives its output, CPU seconds, wall seconds and resident kilobytes."""
    with tempfile.TemporaryFile() as out, open(stdin or os.devnull, "rb") as source:
        start = time.monotonic()
        process = subprocess.Popen([str(part) for part in command], stdin=source, stdout=out)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.monotonic() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            sys.exit(f"{' '.join(map(str, command))}: exit {process.returncode}")
        out.seek(0)
        return out.read().decode(), usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss


def compare(title, commands, runs=7, answer=last_number, stdin=None):
    """Runs the named commands in turn, `runs` times each, and insists on equal answers."""
    result = Comparison(title, {name: Run() for name in commands})
    for _ in range(runs):
        for name, command in commands.items():
            text, cpu, wall, rss = run_once(command, stdin)
            best = result.runs[name]
            best.cpu, best.wall, best.rss = min(best.cpu, cpu), min(best.wall, wall), max(best.rss, rss)
            found = answer(text)
            if best.answer is not None and best.answer != found:
                sys.exit(f"{title}: {name} gave {best.answer} and then {found}")
            best.answer = found
    result.report()
    answers = {name: run.answer for name, run in result.runs.items()}
    if len({repr(found) for found in answers.values()}) != 1:
        sys.exit(f"{title}: different answers: {answers}")
    return result


def demand(what, holds):
    """Prints whether a promise is kept; returns it, so that a bench can fail at its end."""
    print(f"  {'ok  ' if holds else 'FAIL'} {what}")
    return holds
