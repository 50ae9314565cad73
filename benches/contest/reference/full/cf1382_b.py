"""Leading ones are forced."""

import sys

d = sys.stdin.read().split()
at = 1
for _ in range(int(d[0])):
    n = int(d[at])
    a = d[at + 1 : at + n + 1]
    at += n + 1
    ones = 0
    while ones < n and a[ones] == "1":
        ones += 1
    first = ones % 2 == 0 if ones < n else n % 2 == 1
    print("First" if first else "Second")
