// Rerooting: for each vertex the XOR of presents by distance modulo 2k.
#include <cstdio>
#include <vector>
int n, k;
std::vector<int> near[100001], order, parent(100001, 0);
int down[100001][40], all[100001][40];
int main() {
    scanf("%d %d", &n, &k);
    for (int i = 1; i < n; i++) {
        int x, y;
        scanf("%d %d", &x, &y);
        near[x].push_back(y);
        near[y].push_back(x);
    }
    for (int v = 1; v <= n; v++) scanf("%d", &down[v][0]);
    order.push_back(1);
    for (size_t i = 0; i < order.size(); i++)
        for (int w : near[order[i]]) if (w != parent[order[i]]) parent[w] = order[i], order.push_back(w);
    int m = 2 * k;
    for (int i = n - 1; i > 0; i--)
        for (int j = 0; j < m; j++) down[parent[order[i]]][(j + 1) % m] ^= down[order[i]][j];
    for (int v : order)
        for (int j = 0; j < m; j++) {
            all[v][j] = down[v][j];
            // What is at distance j from v through the parent: all of the parent without v's part.
            if (v != 1) all[v][j] ^= all[parent[v]][(j + m - 1) % m] ^ down[v][(j + m - 2) % m];
        }
    for (int v = 1; v <= n; v++) {
        int x = 0;
        for (int j = k; j < m; j++) x ^= all[v][j];
        printf("%d ", x != 0);
    }
    puts("");
}
