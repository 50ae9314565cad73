#include "fast.h"
int main() {
    Input in;
    for (long long t = in.number(); t--;) {
        long long n = in.number(), x = 0;
        for (long long i = 0; i < n; i++) {
            long long p = in.number();
            if (i % 2) x ^= p;
        }
        puts(x ? "first" : "second");
    }
}
