// Stones and pebbles by the closed form (docs/PEBBLES.md), in 128-bit arithmetic.
#include "fast.h"
typedef __int128 big;
static big need(big u, big p) {
    big q = p / u;
    return u - 1 + q * p - u * q * (q + 1) / 2;
}
static void value(big b, big s, big k, big& x, big& y) {
    if (k == 0) { x = b, y = s; return; }
    big j = s / k, r = s % k;
    if (j >= b) { x = b, y = (j - b) * k + r; return; }
    big n = b - 1, low = 1, high = j + 1;
    while (low < high) {
        big middle = (low + high) / 2;
        if (need(middle, j + 1) <= n) high = middle; else low = middle + 1;
    }
    big u = low;
    x = u - 1;
    if (x == 0) {
        big t = j * (j + 1) / 2;
        y = t + (n - t) % (j + 1);
    } else {
        big from = 0, to = j / x - 1;
        auto left = [&](big i) { return n - i * (j + 1 - x) + x * i * (i - 1) / 2; };
        while (from < to) {
            big i = (from + to) / 2;
            if (need(u, j - i * x + 2) > left(i)) to = i; else from = i + 1;
        }
        y = left(from) - 2 * x;
    }
    y = y * k + r;
}
int main() {
    Input in;
    for (long long t = in.number(); t--;) {
        long long n = in.number(), k = in.number();
        big x = 0, y = 0;
        while (n--) {
            long long b = in.number(), s = in.number();
            big vx, vy;
            value(b, s, k, vx, vy);
            x ^= vx, y ^= vy;
        }
        puts(x || y ? "First" : "Second");
    }
}
