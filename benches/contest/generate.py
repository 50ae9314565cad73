"""Maximal tests for the contest problems: generate.py FOLDER writes NAME.txt for each problem, always the same."""

import random
import string
import sys
from pathlib import Path


def heaps(rng, least, most):
    """One case of 2·10^5 heaps, the format of several problems."""
    return "1\n200000\n" + " ".join(str(rng.randint(least, most)) for _ in range(200_000)) + "\n"


def cses_2207(rng):
    sizes = [10**6] + [rng.randint(1, 10**6) for _ in range(99_999)]
    return f"{len(sizes)}\n" + "\n".join(map(str, sizes)) + "\n"


def abc206_f(rng):
    cases = []
    for _ in range(20):
        ends = [sorted(rng.sample(range(1, 101), 2)) for _ in range(100)]
        cases.append("100\n" + "\n".join(f"{a} {b}" for a, b in ends))
    return "20\n" + "\n".join(cases) + "\n"


def abc297_g(rng):
    return "200000 123456 7654321\n" + " ".join(str(rng.randint(1, 10**9)) for _ in range(200_000)) + "\n"


def cf1823_e(rng):
    """Cycles of all lengths from 3 on, vertices shuffled."""
    n, lengths = 200_000, []
    while sum(lengths) + len(lengths) + 3 <= n - 3:
        lengths.append(len(lengths) + 3)
    lengths.append(n - sum(lengths))
    names = rng.sample(range(1, n + 1), n)
    edges, start = [], 0
    for length in lengths:
        ring = names[start : start + length]
        edges += zip(ring, ring[1:] + ring[:1])
        start += length
    rng.shuffle(edges)
    return f"{n} 7 300\n" + "\n".join(f"{a} {b}" for a, b in edges) + "\n"


def matgame(rng):
    cases = []
    for _ in range(1000):
        rows = [" ".join(str(rng.randint(1, 50)) for _ in range(50)) for _ in range(50)]
        cases.append("50 50\n" + "\n".join(rows))
    return "1000\n" + "\n\n".join(cases) + "\n"


def astrgame(rng):
    cases = []
    for _ in range(5):
        text = "".join(rng.choice("ab") for _ in range(30))
        words = {"".join(rng.choice("ab") for _ in range(rng.randint(1, 5))) for _ in range(60)}
        words = sorted(words)[:30]
        cases.append(f"{text}\n{len(words)}\n" + "\n".join(words))
    return "5\n" + "\n".join(cases) + "\n"


def wplay(rng):
    common = "ETAOINSHRDLU"
    words = {"".join(rng.choice(common) for _ in range(rng.randint(3, 12))) for _ in range(520_000)}
    words = sorted(words)[:500_000]
    boards = ["\n".join("".join(rng.choice(common) for _ in range(4)) for _ in range(4)) for _ in range(10)]
    return f"{len(words)}\n" + "\n".join(words) + "\n4 4\n10\n" + "\n".join(boards) + "\n"


def g3(rng):
    cases = []
    for _ in range(100):
        coins = sorted(rng.sample(range(1, 10**9), 10_000))
        cases.append("10000\n" + " ".join(map(str, coins)))
    return "100\n\n" + "\n\n".join(cases) + "\n"


def pebbles(rng):
    cases = []
    for _ in range(10):
        lines = [f"{rng.randint(0, 10**18)} {rng.randint(0, 10**18)}" for _ in range(20_000)]
        cases.append(f"20000 {rng.choice([0, 1, 2, 3, 10**9])}\n" + "\n".join(lines))
    return "10\n" + "\n".join(cases) + "\n"


PROBLEMS = {
    "cses_1730": lambda rng: heaps(rng, 1, 10**9),
    "cses_1098": lambda rng: heaps(rng, 1, 10**9),
    "cses_1099": lambda rng: heaps(rng, 0, 10**9),
    "cses_2207": cses_2207,
    "abc206_f": abc206_f,
    "abc297_g": abc297_g,
    "cf1823_e": cf1823_e,
    "matgame": matgame,
    "astrgame": astrgame,
    "wplay": wplay,
    "g3": g3,
    "coins12": lambda rng: heaps(rng, 1, 10**9),
    "pebbles": pebbles,
}

if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in PROBLEMS.items():
        (folder / f"{name}.txt").write_text(make(random.Random(name)))
