#include "fast.h"
#include <cstring>
int main() {
    Input in;
    for (long long t = in.number(); t--;) {
        int n = in.number();
        std::vector<int> l(n), r(n);
        for (int i = 0; i < n; i++) l[i] = in.number(), r[i] = in.number();
        static int g[101][101];
        for (int length = 0; length < 100; length++)
            for (int lo = 1; lo + length <= 100; lo++) {
                int hi = lo + length;
                bool seen[256] = {};
                for (int i = 0; i < n; i++)
                    if (lo <= l[i] && r[i] <= hi) seen[g[lo][l[i]] ^ g[r[i]][hi]] = true;
                int v = 0;
                while (seen[v]) v++;
                g[lo][hi] = v;
            }
        puts(g[1][100] ? "Alice" : "Bob");
    }
}
