// A pair is lost if and only if the larger number is below the golden ratio times the smaller: a window that moves with x.
#include <cstdio>
int main() {
    int t;
    scanf("%d", &t);
    for (int k = 1; k <= t; k++) {
        long long a, b, c, d, won = 0;
        scanf("%lld %lld %lld %lld", &a, &b, &c, &d);
        // y is lost with x if y*y < x*(y+x) and x*x < y*(x+y)
        long long low = 1, high = 0;
        for (long long x = a; x <= b; x++) {
            while (x * x >= low * (x + low)) low++;
            while ((high + 1) * (high + 1) < x * (high + 1 + x)) high++;
            long long from = low > c ? low : c, to = high < d ? high : d;
            won += d - c + 1 - (from <= to ? to - from + 1 : 0);
        }
        printf("Case #%d: %lld\n", k, won);
    }
}
