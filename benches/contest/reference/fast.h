// Fast input for the reference programs: all of stdin in one read.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

struct Input {
    std::vector<char> buffer;
    size_t at = 0;
    Input() {
        size_t size = 0, step;
        buffer.resize(1 << 16);
        while ((step = fread(buffer.data() + size, 1, buffer.size() - size, stdin)) > 0) {
            size += step;
            if (size == buffer.size()) buffer.resize(2 * size);
        }
        buffer.resize(size + 1);
        buffer[size] = 0;
    }
    void space() { while (buffer[at] && buffer[at] <= ' ') at++; }
    long long number() {
        space();
        bool negative = buffer[at] == '-';
        if (negative) at++;
        long long n = 0;
        while (buffer[at] >= '0') n = n * 10 + (buffer[at++] - '0');
        return negative ? -n : n;
    }
    std::string word() {
        space();
        size_t start = at;
        while (buffer[at] > ' ') at++;
        return std::string(&buffer[start], &buffer[at]);
    }
};
