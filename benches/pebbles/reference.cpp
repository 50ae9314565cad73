// Stones and pebbles by sorting: row B of the table for K = 1 is the sorted diagonal f(b, B-1-b), and f(b, j) = w*b +
// (j-b) for j >= b. O(B^2 log B) for all rows up to B. Prints a checksum; measured against by ./run.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>
using u32 = uint32_t; using u64 = uint64_t;

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    int stones = atoi(argv[1]);
    std::vector<std::vector<std::pair<int, int>>> rows(stones + 1);
    for (int B = 1; B <= stones; B++) {
        auto &row = rows[B];
        row.resize(B);
        for (int b = 0; b < B; b++) {
            int j = B - 1 - b;
            row[b] = j >= b ? std::make_pair(b, j - b) : rows[b][j];
        }
        std::sort(row.begin(), row.end());
    }
    u64 sum = 0;
    u32 all = 0;
    for (int B = 1; B <= stones; B++) {
        for (auto [x, y] : rows[B]) all ^= u32(x) << 16 | y;
        for (int j = B % 8; j < B; j += 8) sum += (u64(rows[B][j].first) << 32 | rows[B][j].second) * (2 * u64(j) + 1);
    }
    printf("%016llx\n", (unsigned long long)(sum * 31 ^ all));
}
