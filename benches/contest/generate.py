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



def small_heaps(rng, least):
    cases = [[rng.randint(least, 12) for _ in range(rng.randint(1, 4))] for _ in range(rng.randint(1, 30))]
    return f"{len(cases)}\n" + "\n".join(f"{len(case)}\n{' '.join(map(str, case))}" for case in cases) + "\n"


def small_intervals(rng):
    cases = []
    for _ in range(rng.randint(1, 5)):
        ends = [sorted(rng.sample(range(1, rng.choice([6, 20, 101])), 2)) for _ in range(rng.randint(1, 9))]
        cases.append(f"{len(ends)}\n" + "\n".join(f"{a} {b}" for a, b in ends))
    return f"{len(cases)}\n" + "\n".join(cases) + "\n"


def small_take(rng):
    least = rng.randint(1, 6)
    piles = [rng.randint(1, 60) for _ in range(rng.randint(1, 5))]
    return f"{len(piles)} {least} {rng.randint(least, 9)}\n{' '.join(map(str, piles))}\n"


def small_cycles(rng):
    lengths = [rng.randint(3, 12) for _ in range(rng.randint(1, 4))]
    n = sum(lengths)
    names, edges, start = rng.sample(range(1, n + 1), n), [], 0
    for length in lengths:
        ring = names[start : start + length]
        edges += zip(ring, ring[1:] + ring[:1])
        start += length
    least = rng.randint(1, n - 1)
    return f"{n} {least} {rng.randint(least + 1, n)}\n" + "\n".join(f"{a} {b}" for a, b in edges) + "\n"


def small_matrices(rng):
    cases = []
    for _ in range(rng.randint(1, 9)):
        n, m = rng.randint(1, 4), rng.randint(1, 4)
        rows = [" ".join(str(rng.randint(1, 5)) for _ in range(m)) for _ in range(n)]
        cases.append(f"{n} {m}\n" + "\n".join(rows))
    return f"{len(cases)}\n" + "\n".join(cases) + "\n"


def small_strings(rng):
    def word(most):
        return "".join(rng.choice("ab") for _ in range(rng.randint(1, most)))

    cases = []
    for _ in range(rng.randint(1, 4)):
        words = sorted({word(3) for _ in range(rng.randint(1, 4))})
        cases.append(f"{word(9)}\n{len(words)}\n" + "\n".join(words))
    return f"{len(cases)}\n" + "\n".join(cases) + "\n"


def small_boards(rng):
    def word(length):
        return "".join(rng.choice("ABCDE") for _ in range(length))

    words = sorted({word(rng.randint(1, 4)) for _ in range(rng.randint(1, 8))})
    r, c, t = rng.randint(1, 3), rng.randint(1, 3), rng.randint(1, 4)
    boards = ["\n".join(word(c) for _ in range(r)) for _ in range(t)]
    return f"{len(words)}\n" + "\n".join(words) + f"\n{r} {c}\n{t}\n" + "\n".join(boards) + "\n"


def small_coins(rng):
    cases = [sorted(rng.sample(range(1, 30), rng.randint(1, 7))) for _ in range(rng.randint(1, 9))]
    return f"{len(cases)}\n" + "\n".join(f"{len(case)}\n{' '.join(map(str, case))}" for case in cases) + "\n"


def small_pebbles(rng):
    cases = []
    for _ in range(rng.randint(1, 9)):
        most = rng.choice([3, 9, 10**18])
        lines = [f"{rng.randint(0, most)} {rng.randint(0, most)}" for _ in range(rng.randint(1, 4))]
        # Each heap twice, but perhaps for a last one: about half of the sums are zero.
        lines = lines * 2 + lines[: rng.randint(0, 1)]
        cases.append(f"{len(lines)} {rng.randint(0, 4)}\n" + "\n".join(lines))
    return f"{len(cases)}\n" + "\n".join(cases) + "\n"


SMALL = {
    "cses_1730": lambda rng: small_heaps(rng, 1),
    "cses_1098": lambda rng: small_heaps(rng, 1),
    "cses_1099": lambda rng: small_heaps(rng, 0),
    "cses_2207": lambda rng: "9\n" + "\n".join(str(rng.randint(1, 300)) for _ in range(9)) + "\n",
    "abc206_f": small_intervals,
    "abc297_g": small_take,
    "cf1823_e": small_cycles,
    "matgame": small_matrices,
    "astrgame": small_strings,
    "wplay": small_boards,
    "g3": small_coins,
    "coins12": lambda rng: small_heaps(rng, 1),
    "pebbles": small_pebbles,
}


# Problems with many cases in one input, which starts with their number.
MANY = sorted(set(SMALL) - {"abc297_g", "cf1823_e", "wplay"})
CASES = 200_000


def many(name):
    """2·10^5 tiny cases in one input: small tests one behind the other, again and again."""
    seen, counts = [], []
    for seed in range(2000):
        count, rest = small(name, seed).split("\n", 1)
        counts.append(int(count))
        seen.append(rest)
        if sum(counts) >= CASES:
            break
    times = -(-CASES // sum(counts))
    return f"{times * sum(counts)}\n" + "".join(seen) * times


def small(name, seed):
    """A small random test of a problem, always the same for a seed."""
    return SMALL[name](random.Random(f"{name} {seed}"))


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in PROBLEMS.items():
        (folder / f"{name}.txt").write_text(make(random.Random(name)))
