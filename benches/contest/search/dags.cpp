// Values by a depth-first search on a stack of its own.
#include <cstdint>
#include <vector>

#include "../reference/fast.h"

int main() {
    Input in;
    int n = in.number(), m = in.number();
    std::vector<int> from(m), to(m), start(n + 2, 0);
    for (int i = 0; i < m; i++) from[i] = in.number(), to[i] = in.number(), start[from[i] + 1]++;
    for (int v = 1; v <= n + 1; v++) start[v] += start[v - 1];
    std::vector<int> next(start), heads(m);
    for (int i = 0; i < m; i++) heads[next[from[i]]++] = to[i];
    std::vector<int> value(n + 1, -1), at(start), seen(n + 2, 0), stack;
    int total = 0;
    for (int root = 1; root <= n; root++) {
        if (value[root] < 0) stack.push_back(root);
        while (!stack.empty()) {
            int v = stack.back();
            while (at[v] < start[v + 1] && value[heads[at[v]]] >= 0) at[v]++;
            if (at[v] < start[v + 1]) {
                stack.push_back(heads[at[v]]);
                continue;
            }
            for (int i = start[v]; i < start[v + 1]; i++) seen[value[heads[i]]] = v;
            int mex = 0;
            while (seen[mex] == v) mex++;
            value[v] = mex;
            stack.pop_back();
        }
        total ^= value[root];
    }
    printf("%d\n", total);
}
