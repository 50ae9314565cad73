// The plain loop beside `./bench table`: three heaps, a move takes 1 to 6 from one of them. One byte a position, rows in the order of the
// arguments, every move looked at. Prints how often each value occurs.
//
// usage: table LAST
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int argc, char** argv) {
    if (argc < 2) return 2;
    const long n = std::atol(argv[1]) + 1;
    std::vector<uint8_t> value(n * n * n);
    std::vector<unsigned long> count(32);
    size_t at = 0;
    for (long x = 0; x < n; x++)
        for (long y = 0; y < n; y++)
            for (long z = 0; z < n; z++, at++) {
                uint32_t seen = 0;
                for (long k = 1; k <= 6; k++) {
                    if (k <= x) seen |= 1u << value[at - k * n * n];
                    if (k <= y) seen |= 1u << value[at - k * n];
                    if (k <= z) seen |= 1u << value[at - k];
                }
                const uint8_t mex = __builtin_ctz(~seen);
                value[at] = mex;
                count[mex]++;
            }
    for (size_t v = 0; v < count.size(); v++)
        if (count[v]) std::printf("%zu:%lu ", v, count[v]);
    std::printf("\n");
}
