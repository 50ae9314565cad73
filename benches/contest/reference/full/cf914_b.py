"""An odd number of equal cards wins."""

import sys
from collections import Counter

d = sys.stdin.read().split()
print("Conan" if any(c % 2 for c in Counter(d[1:]).values()) else "Agasa")
