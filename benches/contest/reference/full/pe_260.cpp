// Three piles, the same number from one, two or all: every triple in order, each line of a lost one crossed out.
#include <cstdio>
#include <vector>
int main() {
    int N;
    if (scanf("%d", &N) != 1) return 1;
    int S = N + 1;
    std::vector<char> one(S * S), two(S * S), all(S * S);  // sorted pairs, pile and difference, both differences
    long long sum = 0;
    for (int a = 0; a <= N; a++)
        for (int b = a; b <= N; b++) {
            if (one[a * S + b]) continue;
            for (int c = b; c <= N; c++) {
                if (one[a * S + c] || one[b * S + c]) continue;
                if (two[a * S + (c - b)] || two[b * S + (c - a)] || two[c * S + (b - a)]) continue;
                if (all[(b - a) * S + (c - a)]) continue;
                sum += a + b + c;
                one[a * S + b] = one[a * S + c] = one[b * S + c] = 1;
                two[a * S + (c - b)] = two[b * S + (c - a)] = two[c * S + (b - a)] = 1;
                all[(b - a) * S + (c - a)] = 1;
                break;
            }
        }
    printf("%lld\n", sum);
}
