"""An even pile 2m has value m, an odd one that of its half."""

import sys

d = sys.stdin.read().split()
at = 1
for case in range(int(d[0])):
    n = int(d[at])
    total = 0
    for x in map(int, d[at + 1 : at + n + 1]):
        while x % 2:
            x //= 2
        total ^= x // 2
    at += n + 1
    print(f"Case {case + 1}:", "Alice" if total else "Bob")
