"""By the known answers: one heap of Nim, Wythoff's game, XOR of three."""
n = int(input())
a = sorted(map(int, input().split()))
if n == 1:
    lost = a[0] == 0
elif n == 2:
    used, pairs, k = set(), set(), 0
    while k <= 300:
        low = next(x for x in range(1000) if x not in used)
        used |= {low, low + k}
        pairs.add((low, low + k))
        k += 1
    lost = tuple(a) in pairs
else:
    lost = a[0] ^ a[1] ^ a[2] == 0
print("BitAryo" if lost else "BitLGM")
