#include "fast.h"
int main() {
    Input in;
    long long n = in.number(), l = in.number(), r = in.number(), x = 0;
    while (n--) x ^= in.number() % (l + r) / l;
    puts(x ? "First" : "Second");
}
