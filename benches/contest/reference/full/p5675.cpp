// Bob wins if and only if the XOR of the other piles is below the named one; the others are chosen by a knapsack without it.
#include <cstdio>
#include <vector>
int main() {
    const int M = 1000000007;
    int n;
    scanf("%d", &n);
    std::vector<int> a(n);
    for (int &x : a) scanf("%d", &x);
    long long total = 0;
    for (int i = 0; i < n; i++) {
        std::vector<int> f(256, 0), next(256);
        f[0] = 1;
        for (int j = 0; j < n; j++) if (j != i) {
            for (int x = 0; x < 256; x++) next[x] = (f[x] + f[x ^ a[j]]) % M;
            f = next;
        }
        for (int x = a[i]; x < 256; x++) total += f[x];
    }
    printf("%lld\n", total % M);
}
