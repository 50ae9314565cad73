"""Each move changes the number of U by an odd number."""

import sys

d = sys.stdin.read().split()
for s in d[2::2]:
    print("YES" if s.count("U") % 2 else "NO")
