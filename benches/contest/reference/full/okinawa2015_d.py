"""Backwards from the ends."""

import sys

d = sys.stdin.read().split()
n, m = int(d[0]), int(d[1])
back = [[] for _ in range(n + 1)]
out = [0] * (n + 1)
for x, y in zip(map(int, d[2::2]), map(int, d[3::2])):
    back[y].append(x)
    out[x] += 1
state = [0] * (n + 1)
queue = [v for v in range(1, n + 1) if out[v] == 0]
for v in queue:
    state[v] = -1
for v in queue:
    for u in back[v]:
        if state[u] == 0:
            out[u] -= 1
            if state[v] == -1:
                state[u] = 1
                queue.append(u)
            elif out[u] == 0:
                state[u] = -1
                queue.append(u)
print({0: "Draw", 1: "Snuke", -1: "Sothe"}[state[1]])
