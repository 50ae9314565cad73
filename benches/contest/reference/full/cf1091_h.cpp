// For each value a set of the heaps that can move to a heap of that value, as bits.
#include <bitset>
#include <cstdio>
#include <vector>
const int N = 200001;
static std::bitset<N> steps, reaches[128];
int g[N];
int main() {
    int n, f;
    scanf("%d %d", &n, &f);
    std::vector<int> factors(N, 0);
    for (int p = 2; p < N; p++)
        if (factors[p] == 0)
            for (long long q = p; q < N; q *= p)
                for (long long x = q; x < N; x += q) factors[x]++;
    for (int d = 2; d < N; d++) steps[d] = factors[d] <= 2 && d != f;
    for (int m = 0; m < N; m++) {
        while (reaches[g[m]][m]) g[m]++;
        reaches[g[m]] |= steps << m;
    }
    int total = 0;
    for (int i = 0; i < n; i++) {
        int a, b, c;
        scanf("%d %d %d", &a, &b, &c);
        total ^= g[b - a - 1] ^ g[c - b - 1];
    }
    puts(total ? "Alice\nBob" : "Bob\nAlice");
}
