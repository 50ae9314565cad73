"""Who can force both decides; else the rounds alternate."""

import sys

d = sys.stdin.read().split()
n, k = int(d[0]), int(d[1])
trie = [{}]
for w in d[2 : n + 2]:
    at = 0
    for c in w:
        if c not in trie[at]:
            trie[at][c] = len(trie)
            trie.append({})
        at = trie[at][c]
win, lose = [False] * len(trie), [False] * len(trie)
for v in range(len(trie) - 1, -1, -1):
    sons = trie[v].values()
    win[v] = any(not win[u] for u in sons)
    lose[v] = any(not lose[u] for u in sons) if trie[v] else True
print("First" if win[0] and (lose[0] or k % 2) else "Second")
