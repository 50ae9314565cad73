// Grundy's game by the sparse-space method, scalar: values with an even number of bits under a mask are rare; a common
// value of n can only come from a split with a rare heap in it, and smaller rare values are confirmed by walking splits.
#include "fast.h"
#include <algorithm>
#include <cstring>
int main() {
    Input in;
    std::vector<int> queries(in.number());
    for (int& n : queries) n = in.number();
    int most = queries.empty() ? 0 : *std::max_element(queries.begin(), queries.end());
    const int mask = 0xfe, size = 2048;
    auto is_rare = [&](int v) { return __builtin_popcount(v & mask) % 2 == 0; };
    std::vector<unsigned short> g(most + 1);
    std::vector<int> rare;
    std::vector<int> seen(size, -1);
    for (int n = 0; n <= most; n++) {
        for (int r : rare) {
            if (2 * r != n && r < n && r > 0) seen[g[r] ^ g[n - r]] = n;
        }
        int common = 0;
        while (is_rare(common) || seen[common] == n) common++;
        int open = 0;
        for (int v = 0; v < common; v++) open += is_rare(v) && seen[v] != n;
        for (int a = 1; open && 2 * a < n; a++) {
            int v = g[a] ^ g[n - a];
            if (v < common && seen[v] != n) seen[v] = n, open -= is_rare(v);
        }
        int value = common;
        for (int v = 0; open && v < common; v++) {
            if (is_rare(v) && seen[v] != n) { value = v; break; }
        }
        g[n] = value;
        if (is_rare(value)) rare.push_back(n);
    }
    for (int n : queries) puts(g[n] ? "first" : "second");
}
