// Coins on a strip move left without jumping: Nim on every other gap, from the right. Prints the leftmost coin that wins, moved
// as far as possible.
#include "fast.h"
int main() {
    Input in;
    for (long long t = in.number(); t--;) {
        int n = in.number();
        std::vector<long long> p(n + 1, 0);
        for (int i = 1; i <= n; i++) p[i] = in.number();
        long long x = 0;
        for (int i = n; i >= 1; i -= 2) x ^= p[i] - p[i - 1] - 1;
        if (!x) {
            puts("Johnny wins\n");
            continue;
        }
        for (int i = 1; i <= n; i++) {
            // Moving coin i by k shrinks the gap before it and widens the one after it; one of them counts.
            long long free = p[i] - p[i - 1] - 1, k = 0;
            if ((n - i) % 2 == 0) {
                long long want = free ^ x;
                if (want < free) k = free - want;
            } else {
                long long after = p[i + 1] - p[i] - 1, want = after ^ x;
                if (want > after && want - after <= free) k = want - after;
            }
            if (k) {
                printf("Mary wins\nMove %lld to %lld\n\n", p[i], p[i] - k);
                break;
            }
        }
    }
}
