// Values from the leaves to the root.
#include <cstdint>
#include <vector>

#include "../reference/fast.h"

int main() {
    Input in;
    int n = in.number();
    std::vector<std::vector<int>> near(n + 1);
    for (int i = 1; i < n; i++) {
        int a = in.number(), b = in.number();
        near[a].push_back(b);
        near[b].push_back(a);
    }
    std::vector<int> order{1}, parent(n + 1, 0), value(n + 1, 0);
    for (size_t i = 0; i < order.size(); i++)
        for (int u : near[order[i]])
            if (u != parent[order[i]]) parent[u] = order[i], order.push_back(u);
    int total = 0;
    for (size_t i = order.size(); i-- > 1;) {
        int v = order[i];
        uint64_t seen = 0;
        for (int u : near[v])
            if (u != parent[v]) {
                seen |= 1ull << value[u];
                for (int w : near[u])
                    if (w != v) seen |= 1ull << value[w];
            }
        value[v] = __builtin_ctzll(~seen);
        if (parent[v] == 1) total ^= value[v];
    }
    printf("%d\n", total);
}
