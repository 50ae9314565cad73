// A table over all boxes by the definition.
#include <cstdio>
#include <cstring>
#include <iostream>
#include <string>
#include <vector>
int R, C, memo[16][16][16][16];
std::vector<std::string> g;
bool row(int i, int c, int d) { for (int y = c; y < d; y++) if (g[i][y] == '#') return false; return true; }
bool col(int j, int a, int b) { for (int x = a; x < b; x++) if (g[x][j] == '#') return false; return true; }
int value(int a, int b, int c, int d) {
    if (a >= b || c >= d) return 0;
    int &known = memo[a][b][c][d];
    if (known >= 0) return known;
    std::vector<char> seen(256, 0);
    for (int i = a; i < b; i++) if (row(i, c, d)) seen[value(a, i, c, d) ^ value(i + 1, b, c, d)] = 1;
    for (int j = c; j < d; j++) if (col(j, a, b)) seen[value(a, b, c, j) ^ value(a, b, j + 1, d)] = 1;
    int m = 0;
    while (seen[m]) m++;
    return known = m;
}
int main() {
    int t;
    std::cin >> t;
    for (int k = 1; k <= t; k++) {
        std::cin >> R >> C;
        g.resize(R);
        for (auto &line : g) std::cin >> line;
        memset(memo, -1, sizeof memo);
        int count = 0;
        for (int i = 0; i < R; i++) if (row(i, 0, C) && (value(0, i, 0, C) ^ value(i + 1, R, 0, C)) == 0) count += C;
        for (int j = 0; j < C; j++) if (col(j, 0, R) && (value(0, R, 0, j) ^ value(0, R, j + 1, C)) == 0) count += R;
        printf("Case #%d: %d\n", k, count);
    }
}
