"""Fibonacci Nim by Zeckendorf's theorem: the first player loses exactly on a Fibonacci number."""
n = int(input())
a, b = 1, 2
while a < n:
    a, b = b, a + b
print("second" if a == n else "first")
