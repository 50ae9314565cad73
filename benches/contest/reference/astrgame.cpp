#include "fast.h"
int main() {
    Input in;
    for (long long t = in.number(); t--;) {
        std::string s = in.word();
        int k = in.number(), n = s.size();
        std::vector<std::string> words(k);
        for (auto& w : words) w = in.word();
        std::vector<std::vector<int>> g(n + 1, std::vector<int>(n + 1, 0));
        for (int length = 1; length <= n; length++)
            for (int i = 0; i + length <= n; i++) {
                int j = i + length;
                bool seen[1024] = {};
                for (auto& w : words)
                    for (int a = i; a + (int)w.size() <= j; a++)
                        if (s.compare(a, w.size(), w) == 0) seen[g[i][a] ^ g[a + w.size()][j]] = true;
                int v = 0;
                while (seen[v]) v++;
                g[i][j] = v;
            }
        puts(g[0][n] ? "Teddy" : "Tracy");
    }
}
