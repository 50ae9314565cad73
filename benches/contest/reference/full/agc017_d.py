"""The colon principle."""

import sys

d = sys.stdin.read().split()
n = int(d[0])
near = [[] for _ in range(n + 1)]
for x, y in zip(map(int, d[1::2]), map(int, d[2::2])):
    near[x].append(y)
    near[y].append(x)
order, parent = [1], [0] * (n + 1)
for v in order:
    for w in near[v]:
        if w != parent[v]:
            parent[w] = v
            order.append(w)
value = [0] * (n + 1)
for v in reversed(order[1:]):
    value[parent[v]] ^= value[v] + 1
print("Alice" if value[1] else "Bob")
