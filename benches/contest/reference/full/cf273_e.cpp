// The value of every length in a table, then n rounds.
#include <cstdio>
#include <vector>
int main() {
    const long long P = 1000000007;
    long long n, p;
    if (scanf("%lld %lld", &n, &p) != 2) return 1;
    std::vector<unsigned char> value(p < 3 ? 3 : p);
    long long pairs[4] = {0, 0, 0, 0};
    for (long long d = 1; d < p; d++) {
        if (d > 2) {
            unsigned char a = value[d / 3], b = value[d - d / 3];
            value[d] = a != 0 && b != 0 ? 0 : a != 1 && b != 1 ? 1 : 2;
        }
        pairs[value[d]] = (pairs[value[d]] + p - d) % P;
    }
    long long ways[4] = {1, 0, 0, 0};
    for (int i = 0; i < n; i++) {
        long long next[4] = {0, 0, 0, 0};
        for (int x = 0; x < 4; x++)
            for (int v = 0; v < 3; v++) next[x ^ v] = (next[x ^ v] + ways[x] * pairs[v]) % P;
        for (int x = 0; x < 4; x++) ways[x] = next[x];
    }
    printf("%lld\n", (ways[1] + ways[2] + ways[3]) % P);
}
