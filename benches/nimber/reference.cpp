// The public method for the nim-product of 64-bit numbers, as fast as it goes in plain C++: discrete logarithms in the
// field of 2^16 nimbers and two levels of Karatsuba above it. With -DBRANCHES a zero is tested for, without it the
// logarithm of zero leads to a zero: either is faster at something, and ./run takes the faster one each time.
//
// usage: reference MODE COUNT; prints a checksum of the results.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
using u16 = uint16_t; using u32 = uint32_t; using u64 = uint64_t;

static const u32 ORDER = 65535, NONE = 4 * ORDER;
#ifdef BRANCHES
static u16 exponential[NONE];
static u16 logarithm[65536];
#define UNLESS_ZERO(a, b) (a) && (b) ?
#define ELSE_ZERO : 0
#else
static u16 exponential[2 * NONE + 4 * ORDER];  // the logarithm of 0 points into a part of zeros
static u32 logarithm[65536];
#define UNLESS_ZERO(a, b)
#define ELSE_ZERO
#endif

static u64 by_rule(u64 a, u64 b, int level) {
    if (a < 2 || b < 2) return a * b;
    int h = 1 << (level - 1);
    u64 mask = (1ull << h) - 1, a1 = a >> h, a0 = a & mask, b1 = b >> h, b0 = b & mask;
    u64 low = by_rule(a0, b0, level - 1), high = by_rule(a1, b1, level - 1), all = by_rule(a0 ^ a1, b0 ^ b1, level - 1);
    return ((all ^ low) << h) ^ low ^ by_rule(high, 1ull << (h - 1), level - 1);
}

static u32 log15;
static void tables() {
    for (u32 g = 2;; g++) {  // the least generator
        u64 x = 1; u32 n = 0;
        do { exponential[n] = x; logarithm[x] = n; x = by_rule(x, g, 4); n++; } while (x != 1);
        if (n == ORDER) break;
    }
    for (u32 i = ORDER; i < NONE; i++) exponential[i] = exponential[i - ORDER];
#ifndef BRANCHES
    logarithm[0] = NONE;
#endif
    log15 = logarithm[1 << 15];
}

static inline u16 mul16(u16 a, u16 b) { return UNLESS_ZERO(a, b) exponential[logarithm[a] + logarithm[b]] ELSE_ZERO; }
static inline u16 mul16_15(u16 a, u16 b) { return UNLESS_ZERO(a, b) exponential[logarithm[a] + logarithm[b] + log15] ELSE_ZERO; }
static inline u32 mul32(u32 a, u32 b) {  // (a1 y + a0)(b1 y + b0), y = 2^16, y^2 = y + 2^15
    u16 a1 = a >> 16, a0 = a, b1 = b >> 16, b0 = b;
    u16 low = mul16(a0, b0), all = mul16(a0 ^ a1, b0 ^ b1);
    return u32(u16(all ^ low)) << 16 | u16(low ^ mul16_15(a1, b1));
}
static inline u32 mul32_half(u32 a) {  // a * 2^31 = (a1 y + a0) * 2^15 y = (a1 + a0) 2^15 y + a1 2^30
    u16 a1 = a >> 16, a0 = a;
    return u32(mul16_15(a1 ^ a0, 1)) << 16 | mul16_15(a1, 1 << 15);
}
static inline u64 mul(u64 a, u64 b) {
    u32 a1 = a >> 32, a0 = a, b1 = b >> 32, b0 = b;
    u32 low = mul32(a0, b0), high = mul32(a1, b1), all = mul32(a0 ^ a1, b0 ^ b1);
    return u64(all ^ low) << 32 | (low ^ mul32_half(high));
}
static inline u16 inv16(u16 a) { return exponential[ORDER - logarithm[a]]; }
static inline u32 inv32(u32 a) {  // norm a0^2 + a0 a1 + a1^2 2^15
    u16 a1 = a >> 16, a0 = a, s = a0 ^ a1;
    u16 n = inv16(mul16(a0, s) ^ mul16_15(a1, a1));
    return u32(mul16(a1, n)) << 16 | mul16(s, n);
}
static inline u64 inv(u64 a) {
    u32 a1 = a >> 32, a0 = a, s = a0 ^ a1;
    u32 n = inv32(mul32(a0, s) ^ mul32_half(mul32(a1, a1)));
    return u64(mul32(a1, n)) << 32 | mul32(s, n);
}
static inline u64 power(u64 a, u64 e) {
    u64 r = 1;
    for (; e; e >>= 1) { if (e & 1) r = mul(r, a); a = mul(a, a); }
    return r;
}
static u64 state = 12345;
static u64 next() {
    u64 z = state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9; z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}
int main(int argc, char **argv) {
    if (argc != 3) return 2;
    tables();
    const int N = 4096;
    u64 count = strtoull(argv[2], 0, 10), sum = 0;
    std::vector<u64> a(N), b(N), c(N);
    for (int i = 0; i < N; i++) a[i] = next() | 1, b[i] = next() | 1;
    bool chain = !strcmp(argv[1], "chain"), product = !strcmp(argv[1], "product"), pow = !strcmp(argv[1], "power");
    if (chain) {
        u64 x = 0x123456789abcdef;
        for (u64 i = 0; i < count; i++) x = mul(x, b[i % N]);
        sum = x;
    } else for (u64 done = 0; done < count; done += N) {
        if (product) for (int i = 0; i < N; i++) c[i] = mul(a[i], b[i]);
        else if (pow) for (int i = 0; i < N; i++) c[i] = power(a[i], b[i]);
        else for (int i = 0; i < N; i++) c[i] = inv(a[i]);
        sum = sum * 0x100000001b3 ^ c[done / N % N];
        a[done / N % N] ^= 2;  // nothing is the same loop twice
    }
    if (!chain) for (int i = 0; i < N; i++) sum = sum * 0x100000001b3 ^ c[i];
    printf("%016llx\n", (unsigned long long)sum);
}
