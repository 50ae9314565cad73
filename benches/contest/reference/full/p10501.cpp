// A table by the definition: cuts that leave no side of 1.
#include <cstdio>
#include <vector>
int g[201][201];
int main() {
    for (int w = 2; w <= 200; w++)
        for (int h = 2; h <= 200; h++) {
            std::vector<char> seen(512, 0);
            for (int a = 2; a <= w - 2; a++) seen[g[a][h] ^ g[w - a][h]] = 1;
            for (int a = 2; a <= h - 2; a++) seen[g[w][a] ^ g[w][h - a]] = 1;
            while (seen[g[w][h]]) g[w][h]++;
        }
    for (int w, h; scanf("%d %d", &w, &h) == 2;) puts(g[w][h] ? "WIN" : "LOSE");
}
