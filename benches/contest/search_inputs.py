"""Inputs for the searches of benches/contest/search: small ones at random, and one of full size for each."""

import random


def edges(rng, n, share):
    return [(a, b) for a in range(1, n + 1) for b in range(a + 1, n + 1) if rng.random() < share]


def graph(n, pairs):
    return f"{n} {len(pairs)}\n" + "".join(f"{a} {b}\n" for a, b in pairs)


def tree(rng, n, back):
    """Each vertex hangs on one of the last `back` before it."""
    return f"{n}\n" + "".join(f"{rng.randint(max(1, v - back), v - 1)} {v}\n" for v in range(2, n + 1))


def dag(rng, n, m, far):
    def pair():
        a = rng.randrange(1, n)
        return a, min(n, a + rng.randint(1, far))

    return graph(n, [pair() for _ in range(m)])


def text(rng, n):
    return "".join(rng.choice("abcd") for _ in range(n)) + "\n"


def small(name, rng):
    n = rng.randint(2, 9)
    return {
        "sets": lambda: graph(n, edges(rng, n, 0.3)),
        "chosen": lambda: f"{n} {rng.randint(1, n * (n + 1) // 2)}\n",
        "intervals": lambda: text(rng, n),
        "trees": lambda: tree(rng, n, rng.randint(1, n)),
        "chains": lambda: graph(n, [(v, v + 1) for v in range(1, n)]),
        "dags": lambda: dag(rng, n, rng.randint(1, 20), n),
    }[name]()


def large(name):
    rng = random.Random(name)
    return {
        "sets": lambda: graph(24, edges(rng, 24, 0.1)),
        "chosen": lambda: "20 154\n",
        "intervals": lambda: text(rng, 500),
        "trees": lambda: tree(rng, 10**5, 3),
        "chains": lambda: graph(10**5, [(v, v + 1) for v in range(1, 10**5)]),
        "dags": lambda: dag(rng, 10**6, 10**7, 1000),
    }[name]()
