"""Rows by the XOR of their two distances: x and n - 1 - x have no carry-free sum, so halves of n lead to halves of the XOR."""
from functools import lru_cache


@lru_cache(None)
def equal(n, m):
    """Pairs (x, y), 0 <= x <= n, 0 <= y <= m, with x xor (n - x) == y xor (m - y)."""
    if n < 0 or m < 0:
        return 0
    if n == 0 and m == 0:
        return 1
    total = 0
    # The last digits: of x and n - x, of y and m - y; the rest of each pair adds up to what remains.
    for a in (0, 1):
        for b in (0, 1):
            for c in (0, 1):
                for e in (0, 1):
                    if (a + b - n) % 2 == 0 and (c + e - m) % 2 == 0 and a ^ b == c ^ e:
                        total += equal((n - a - b) // 2, (m - c - e) // 2)
    return total


for _ in range(int(input())):
    n, m = map(int, input().split())
    print(n * m - equal(n - 1, m - 1))
