#include "fast.h"
int main() {
    Input in;
    for (long long t = in.number(); t--;) {
        long long k = in.number(), x = 0;
        while (k--) x ^= in.number() % 3;
        puts(x ? "first" : "second");
    }
}
