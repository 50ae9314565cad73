"""Runs of centres are rows of Dawson's chess."""

import sys

d = sys.stdin.read().split()
s = d[0]
n = len(s)
value = [0] * (n + 2)
for k in range(1, n + 1):
    reached = {value[max(0, i - 1)] ^ value[max(0, k - i - 2)] for i in range((k + 1) // 2)}
    while value[k] in reached:
        value[k] += 1
centre = [0 < i < n - 1 and s[i - 1] == s[i + 1] for i in range(n)]
total, runs, i = 0, [], 0
while i < n:
    if centre[i]:
        j = i
        while j < n and centre[j]:
            j += 1
        runs.append((i, j - i))
        total ^= value[j - i]
        i = j
    else:
        i += 1
if total == 0:
    print("Second")
else:
    for start, k in runs:
        hit = [i for i in range(k) if total ^ value[k] ^ value[max(0, i - 1)] ^ value[max(0, k - i - 2)] == 0]
        if hit:
            print("First")
            print(start + hit[0] + 1)
            break
