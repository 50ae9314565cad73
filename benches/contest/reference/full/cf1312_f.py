"""Five rows that come back prove the period."""

import sys

d = sys.stdin.read().split()


def table(x, y, z):
    big = 3000
    g = [[0, 0, 0]]
    for n in range(1, big):
        a, b, c = g[max(0, n - x)][0], g[max(0, n - y)][1], g[max(0, n - z)][2]
        row = []
        for reached in ((a, b, c), (a, c), (a, b)):
            m = 0
            while m in reached:
                m += 1
            row.append(m)
        g.append(row)
    # The last five rows decide all after them.
    for p in range(1, big):
        if g[big - 5 :] == g[big - 5 - p : big - p]:
            return g, p
    return None


at = 1
for _ in range(int(d[0])):
    n, x, y, z = map(int, d[at : at + 4])
    g, p = table(x, y, z)
    known = lambda v: g[v] if v < 2900 else g[2900 - p + (v - 2900) % p]  # noqa: E731
    a = list(map(int, d[at + 4 : at + 4 + n]))
    at += 4 + n
    total = 0
    for v in a:
        total ^= known(v)[0]
    count = 0
    for v in a:
        rest = total ^ known(v)[0]
        count += (known(max(0, v - x))[0] == rest) + (known(max(0, v - y))[1] == rest) + (known(max(0, v - z))[2] == rest)
    print(count)
