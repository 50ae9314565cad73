// Node Kayles by bit sets and a table of all of them.
#include <cstdio>
#include <cstdint>
#include <vector>

static int n, m;
static uint32_t closed[24];
static std::vector<int8_t> known;

static int value(uint32_t left) {
    if (known[left] >= 0) return known[left];
    uint64_t seen = 0;
    for (uint32_t rest = left; rest; rest &= rest - 1) seen |= 1ull << value(left & ~closed[__builtin_ctz(rest)]);
    return known[left] = __builtin_ctzll(~seen);
}

int main() {
    if (scanf("%d %d", &n, &m) != 2) return 1;
    for (int i = 0; i < n; i++) closed[i] = 1u << i;
    for (int i = 0, a, b; i < m; i++) {
        if (scanf("%d %d", &a, &b) != 2) return 1;
        closed[a - 1] |= 1u << (b - 1);
        closed[b - 1] |= 1u << (a - 1);
    }
    known.assign(1u << n, -1);
    printf("%d\n", value((1u << n) - 1));
}
