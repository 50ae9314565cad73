// A table.
#include <cstdio>
#include <string>
#include <vector>
int main() {
    int n, k;
    scanf("%d %d", &n, &k);
    std::vector<int> p(k);
    for (int &x : p) scanf("%d", &x);
    std::string win(n + 1, 'L');
    for (int m = 1; m <= n; m++)
        for (int x : p) if (x <= m && win[m - x] == 'L') { win[m] = 'W'; break; }
    puts(win.c_str() + 1);
}
