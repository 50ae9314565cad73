"""Even numbers are won."""

import sys

d = sys.stdin.read().split()
print("true" if int(d[0]) % 2 == 0 else "false")
