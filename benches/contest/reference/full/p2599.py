"""The partners at both ends, row by row; the recurrence of the contest's solution."""
import sys

numbers = iter(map(int, sys.stdin.buffer.read().split()))
for _ in range(next(numbers)):
    n = next(numbers)
    a = [next(numbers) for _ in range(n)]
    left, right = a[:], a[:]
    for width in range(2, n):
        new_left, new_right = [], []
        for i in range(n - width + 1):
            x, l, r = a[i + width - 1], left[i], right[i]
            if x == r:
                new_left.append(0)
            elif (x < l and x < r) or (x > l and x > r):
                new_left.append(x)
            else:
                new_left.append(x - 1 if l > r else x + 1)
            x, l, r = a[i], left[i + 1], right[i + 1]
            if x == l:
                new_right.append(0)
            elif (x < l and x < r) or (x > l and x > r):
                new_right.append(x)
            else:
                new_right.append(x - 1 if r > l else x + 1)
        left, right = new_left, new_right
    print(1 if n == 1 or a[0] != left[1] else 0)
