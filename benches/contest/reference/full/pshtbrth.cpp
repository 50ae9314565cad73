// All 2^16 cakes by the definition; a Fenwick tree of XORs.
#include <cstdio>
#include <vector>
static unsigned char g[1 << 16];
int main() {
    std::vector<int> boxes;
    for (int a = 0; a < 4; a++) for (int b = a; b < 4; b++) for (int c = 0; c < 4; c++) for (int d = c; d < 4; d++) {
        int m = 0;
        for (int x = a; x <= b; x++) for (int y = c; y <= d; y++) m |= 1 << (4 * x + y);
        boxes.push_back(m);
    }
    for (int m = 1; m < 1 << 16; m++) {
        bool seen[256] = {};
        for (int b : boxes) if ((m & b) == b) seen[g[m ^ b]] = true;
        while (seen[g[m]]) g[m]++;
    }
    auto read = [] {
        int m = 0;
        for (int x = 0; x < 4; x++) {
            char w[8];
            if (scanf("%7s", w) != 1) return 0;
            for (int y = 0; y < 4; y++) if (w[y] == '1') m |= 1 << (4 * x + y);
        }
        return (int)g[m];
    };
    int t;
    scanf("%d", &t);
    while (t--) {
        int n, m;
        scanf("%d %d", &n, &m);
        std::vector<int> now(n + 1), tree(n + 1, 0);
        auto change = [&](int i, int x) { for (; i <= n; i += i & -i) tree[i] ^= x; };
        auto before = [&](int i) { int x = 0; for (; i; i -= i & -i) x ^= tree[i]; return x; };
        for (int i = 1; i <= n; i++) change(i, now[i] = read());
        while (m--) {
            int k, l, r;
            scanf("%d %d", &k, &l);
            if (k == 1) {
                scanf("%d", &r);
                puts(before(r) ^ before(l - 1) ? "Pishty" : "Lotsy");
            } else {
                int x = read();
                change(l, now[l] ^ x);
                now[l] = x;
            }
        }
    }
}
