"""The fusion principle: paths between vertices on the ground collapse."""

import sys

d = sys.stdin.read().split()
n = int(d[0])
near = [[] for _ in range(n + 1)]
for x, y in zip(map(int, d[1::2]), map(int, d[2::2])):
    near[x].append(y)
    near[y].append(x)
parent, order = [0] * (n + 1), [1]
for v in order:
    for w in near[v]:
        if w != parent[v]:
            parent[w] = v
            order.append(w)
g = [0] * (n + 1)
for v in reversed(order[1:]):
    g[parent[v]] ^= g[v] + 1
fused = [False] * (n + 1)
fused[1] = True
total = g[1]
out = ["1" if total else "2"]
for k in range(2, n + 1):
    v = k
    while not fused[v]:
        fused[v] = True
        # The edge above v becomes a loop of value 1, and what stood on v stands on the ground.
        total ^= (g[v] + 1) ^ 1 ^ g[v]
        v = parent[v]
    out.append("1" if total else "2")
print("".join(out))
