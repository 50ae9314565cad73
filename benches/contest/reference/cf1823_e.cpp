#include "fast.h"
#include <numeric>
int main() {
    Input in;
    long long n = in.number(), l = in.number(), r = in.number();
    std::vector<int> parent(n + 1), size(n + 1, 1);
    std::iota(parent.begin(), parent.end(), 0);
    auto root = [&](int v) {
        while (parent[v] != v) v = parent[v] = parent[parent[v]];
        return v;
    };
    for (long long i = 0; i < n; i++) {
        int a = root(in.number()), b = root(in.number());
        if (a == b) continue;
        if (size[a] < size[b]) std::swap(a, b);
        parent[b] = a;
        size[a] += size[b];
    }
    long long x = 0;
    for (int v = 1; v <= n; v++)
        if (root(v) == v && size[v] < l + r) x ^= size[v] / l;
    puts(x ? "Alice" : "Bob");
}
