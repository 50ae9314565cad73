"""A geometric series under the Walsh–Hadamard transform."""

import sys

d = sys.stdin.read().split()
M = 998244353
n, m = int(d[0]), int(d[1])
after = [[] for _ in range(n + 1)]
indegree = [0] * (n + 1)
for x, y in zip(map(int, d[2::2]), map(int, d[3::2])):
    after[x].append(y)
    indegree[y] += 1
order = [v for v in range(1, n + 1) if indegree[v] == 0]
for v in order:
    for w in after[v]:
        indegree[w] -= 1
        if indegree[w] == 0:
            order.append(w)
g = [0] * (n + 1)
for v in reversed(order):
    reached = {g[w] for w in after[v]}
    while g[v] in reached:
        g[v] += 1
size = 1
while size <= max(g[1:], default=0):
    size *= 2
w = [0] * size
for v in range(1, n + 1):
    w[g[v]] += 1
step = 1
while step < size:
    for i in range(0, size, 2 * step):
        for j in range(i, i + step):
            w[j], w[j + step] = w[j] + w[j + step], w[j] - w[j + step]
    step *= 2
# The XOR is 0 with probability 1/(n+1) · mean of 1/(1 - w/(n+1)).
zero = sum(pow(n + 1 - x, M - 2, M) for x in w) * pow(size, M - 2, M) % M
print((1 - zero) % M)
