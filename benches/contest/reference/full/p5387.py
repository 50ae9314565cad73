"""The value of x is x without its highest digit, plus 1; the sequences by the Walsh transform of the counts."""
n, m = map(int, input().split())
P = 998244353
size = 1
while size <= m:
    size *= 2
count = [0] * size
for x in range(1, m + 1):
    count[x - (1 << x.bit_length() - 1) + 1] += 1
half = 1
while half < size:
    for start in range(0, size, 2 * half):
        low, high = count[start : start + half], count[start + half : start + 2 * half]
        count[start : start + half] = [a + b for a, b in zip(low, high)]
        count[start + half : start + 2 * half] = [a - b for a, b in zip(low, high)]
    half *= 2
zero = sum(pow(c, n, P) for c in count) * pow(size, P - 2, P)
print((pow(m, n, P) - zero) % P)
