// A table by the definition, with the XOR of all values up to each pile.
#include <cstdio>
#include <vector>
int main() {
    int n;
    scanf("%d", &n);
    std::vector<int> g(n + 1, 0), before(n + 2, 0), seen(4096, 0);
    int best = -1;
    for (int m = 1; m <= n; m++) {
        for (int k = 2; k * (k + 1) / 2 <= m; k++) {
            int rest = m - k * (k - 1) / 2;
            if (rest % k) continue;
            int a = rest / k, x = before[a + k - 1] ^ before[a - 1];
            seen[x] = m;
            if (m == n && x == 0 && best < 0) best = k;
        }
        while (seen[g[m]] == m) g[m]++;
        before[m] = before[m - 1] ^ g[m];
    }
    printf("%d\n", g[n] ? best : -1);
}
