// Memo over both tokens and the last letter.
#include <cstdio>
#include <cstring>
#include <vector>
std::vector<std::pair<int, int>> after[101];
signed char memo[101][101][27];
bool win(int v, int u, int c) {
    signed char &known = memo[v][u][c];
    if (known >= 0) return known;
    for (auto [w, d] : after[v]) if (d >= c && !win(u, w, d)) return known = 1;
    return known = 0;
}
int main() {
    int n, m;
    scanf("%d %d", &n, &m);
    for (int i = 0; i < m; i++) {
        int x, y;
        char c;
        scanf("%d %d %c", &x, &y, &c);
        after[x].push_back({y, c - 'a' + 1});
    }
    memset(memo, -1, sizeof memo);
    for (int i = 1; i <= n; i++) {
        for (int j = 1; j <= n; j++) putchar(win(i, j, 0) ? 'A' : 'B');
        putchar('\n');
    }
}
