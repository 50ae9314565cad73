"""Trees and graphs at the limits of contest problems, of several shapes each."""


def parents(rng, n):
    """The parent of vertices 2..n: a path, a star, a random tree, a broom or a deep random tree."""
    shape = rng.randrange(5)
    if shape == 0:
        return list(range(1, n))
    if shape == 1:
        return [1] * (n - 1)
    if shape == 2:
        return [rng.randint(1, v - 1) for v in range(2, n + 1)]
    if shape == 3:
        return [v - 1 if v <= n // 2 else n // 2 for v in range(2, n + 1)]
    return [rng.randint(max(1, v - 3), v - 1) for v in range(2, n + 1)]


def tree(rng, n):
    """Edges, in any order and with shuffled names."""
    names = rng.sample(range(1, n + 1), n) if rng.random() < 0.5 else list(range(1, n + 1))
    edges = [(names[p - 1], names[v - 1]) for v, p in enumerate(parents(rng, n), 2)]
    rng.shuffle(edges)
    return "".join(f"{a} {b}\n" for a, b in edges)


def tree_by_parents(rng):
    """cf812_e: all leaves at the same parity of depth, so every vertex at an odd depth gets a child if it has none."""
    n = 10**5
    if rng.random() < 0.5:
        above = list(range(1, n))
    else:
        above = []
        while len(above) + 2 < n:
            # Two more vertices, one below the other, below a vertex at an even depth: an odd number or the root.
            top = 2 * rng.randint(0, len(above) // 2) + 1
            above += [top, len(above) + 2]
        n = len(above) + 1
    apples = " ".join(str(rng.randint(1, 10**7)) for _ in range(n))
    return f"{n}\n{apples}\n" + " ".join(map(str, above)) + "\n"


def arrows(rng, n, m):
    """Directed edges with cycles; a long path; or back to the start."""
    shape = rng.randrange(3)
    if shape == 0:
        edges = [(rng.randint(1, n), rng.randint(1, n)) for _ in range(m)]
    elif shape == 1:
        edges = [(v, v + 1) for v in range(1, n)] + [(v, rng.randint(v, n)) for v in (rng.randint(1, n) for _ in range(m - n + 1))]
    else:
        edges = [(v, v % n + 1) for v in range(1, n + 1)] + [(rng.randint(1, n), rng.randint(1, n)) for _ in range(m - n)]
    return "".join(f"{a} {b}\n" for a, b in edges)


def acyclic(rng, n, m):
    """Edges upwards: at random, a path, or all pairs of the first vertices, which have the largest values."""
    shape = rng.randrange(3)
    if shape == 0:
        edges = [sorted(rng.sample(range(1, n + 1), 2)) for _ in range(m)]
    elif shape == 1:
        edges = [(v, v + 1) for v in range(1, n)] + [(1, n)]
    else:
        edges = [(a, b) for b in range(2, 448) for a in range(1, b)][:m]
        edges += [sorted(rng.sample(range(1, n + 1), 2)) for _ in range(m - len(edges))]
    return "".join(f"{a} {b}\n" for a, b in edges)


def letters(rng):
    """cf917_b: an acyclic graph of 100 vertices with all edges, letters on them."""
    alphabet = "abcdefghijklmnopqrstuvwxyz"
    edges = [(a, b) for a in range(1, 101) for b in range(a + 1, 101)]
    if rng.random() < 0.3:
        alphabet = "a"
    return f"100 {len(edges)}\n" + "".join(f"{a} {b} {rng.choice(alphabet)}\n" for a, b in edges)


def presents(rng):
    """cf1498_f."""
    n, k = 10**5, rng.choice([1, 20, rng.randint(1, 20)])
    return f"{n} {k}\n" + tree(rng, n) + " ".join(str(rng.randint(0, 10**9)) for _ in range(n)) + "\n"


def berzerk(rng):
    """cf786_a: nearly all steps for both, or few."""
    def steps():
        count = rng.choice([1, 3, 6999])
        return f"{count} " + " ".join(map(str, sorted(rng.sample(range(1, 7000), count)))) + "\n"

    return "7000\n" + steps() + steps()
