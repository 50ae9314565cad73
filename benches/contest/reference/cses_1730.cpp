#include "fast.h"
int main() {
    Input in;
    for (long long t = in.number(); t--;) {
        long long n = in.number(), x = 0;
        while (n--) x ^= in.number();
        puts(x ? "first" : "second");
    }
}
