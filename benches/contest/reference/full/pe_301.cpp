// One by one.
#include <cstdio>
int main() {
    long long N, count = 0;
    if (scanf("%lld", &N) != 1) return 1;
    for (long long n = 1; n <= N; n++) count += (n ^ 2 * n ^ 3 * n) == 0;
    printf("%lld\n", count);
}
