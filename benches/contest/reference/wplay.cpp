// The letters of a board as a multiset; a word takes its letters away. Win or lose by depth-first search with a memo over
// mixed-radix multisets of the board's letters.
#include "fast.h"
#include <algorithm>
#include <array>
int main() {
    Input in;
    int d = in.number();
    std::vector<std::array<unsigned char, 26>> words(d);
    for (auto& counts : words) {
        counts.fill(0);
        for (char c : in.word()) counts[c - 'A']++;
    }
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
    int r = in.number();
    in.number();
    for (long long t = in.number(); t--;) {
        std::array<unsigned char, 26> board{};
        for (int i = 0; i < r; i++)
            for (char c : in.word()) board[c - 'A']++;
        std::array<int, 26> stride{};
        int size = 1;
        for (int i = 0; i < 26; i++) stride[i] = size, size *= board[i] + 1;
        struct Fit { std::array<unsigned char, 26> counts; int code; };
        std::vector<Fit> fits;
        for (auto& w : words) {
            bool fit = true;
            int code = 0;
            for (int i = 0; i < 26 && fit; i++) fit = w[i] <= board[i], code += w[i] * stride[i];
            if (fit) fits.push_back({w, code});
        }
        std::vector<char> wins(size, 0);
        for (int p = 0; p < size; p++) {
            std::array<unsigned char, 26> left;
            for (int i = 0; i < 26; i++) left[i] = p / stride[i] % (board[i] + 1);
            for (auto& f : fits) {
                if (f.code > p || wins[p - f.code]) continue;
                bool fit = true;
                for (int i = 0; i < 26 && fit; i++) fit = f.counts[i] <= left[i];
                if (fit) { wins[p] = 1; break; }
            }
        }
        puts(wins[size - 1] ? "Alice" : "Bob");
    }
}
