// A table by the definition; for each c the pairs a <= b <= c are counted by the XOR of their values.
#include <cstdio>
#include <vector>
int main() {
    int n;
    scanf("%d", &n);
    std::vector<int> g(n + 1, 0), seen(1024, -1);
    for (int m = 1; m <= n; m++) {
        for (int k = 1; k * k <= m; k++) seen[g[m - k * k]] = m;
        while (seen[g[m]] == m) g[m]++;
    }
    std::vector<long long> single(1024, 0), pairs(1024, 0);
    long long total = 0;
    for (int c = 0; c <= n; c++) {
        single[g[c]]++;
        for (int v = 0; v < 1024; v++) pairs[v ^ g[c]] += single[v];
        total += pairs[g[c]];
    }
    printf("%lld\n", total);
}
