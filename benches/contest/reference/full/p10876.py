"""The corners of the hull by gift wrapping over Graham's order."""
import sys

n, *rest = map(int, sys.stdin.buffer.read().split())
points = sorted(zip(rest[::2], rest[1::2]))


def half(points):
    chain = []
    for c in points:
        while len(chain) > 1:
            (ax, ay), (bx, by) = chain[-2], chain[-1]
            if (bx - ax) * (c[1] - ay) - (by - ay) * (c[0] - ax) > 0:
                break
            chain.pop()
        chain.append(c)
    return chain


corners = len(half(points)) + len(half(points[::-1])) - 2
print("Alenka" if (3 * n - 3 - corners) % 2 == 1 else "Bara")
