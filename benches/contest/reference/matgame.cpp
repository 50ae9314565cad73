#include "fast.h"
int main() {
    Input in;
    for (long long t = in.number(); t--;) {
        int n = in.number(), m = in.number();
        long long x = 0;
        std::vector<long long> row(m);
        while (n--) {
            for (auto& v : row) v = in.number();
            long long g = 0;
            for (int j = m; j--;) g = row[j] > g ? row[j] : row[j] - 1;
            x ^= g;
        }
        puts(x ? "FIRST" : "SECOND");
    }
}
