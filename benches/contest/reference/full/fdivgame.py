"""Numbers from 12 on have the value of their quotient by 12."""
import sys

numbers = iter(map(int, sys.stdin.buffer.read().split()))
value = [0]
for n in range(1, 12):
    value.append(next(v for v in range(9) if all(value[n // d] != v for d in range(2, 7))))
for _ in range(next(numbers)):
    total = 0
    for _ in range(next(numbers)):
        n = next(numbers)
        while n >= 12:
            n //= 12
        total ^= value[n]
    print("Henry" if total else "Derek")
