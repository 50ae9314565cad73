// The numbers that are left as a bit set; the total follows from it.
#include <cstdint>
#include <cstdio>
#include <vector>

static int m;
static std::vector<int8_t> known;

static bool win(uint32_t left, int need) {
    if (need <= 0) return false;
    if (known[left] >= 0) return known[left];
    for (uint32_t rest = left; rest; rest &= rest - 1) {
        int i = __builtin_ctz(rest);
        if (!win(left & ~(1u << i), need - (i + 1))) return known[left] = 1;
    }
    return known[left] = 0;
}

int main() {
    int t;
    if (scanf("%d %d", &m, &t) != 2) return 1;
    known.assign(1u << m, -1);
    puts(win((1u << m) - 1, t) ? "first" : "second");
}
