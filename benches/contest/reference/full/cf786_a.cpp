// Backwards from the black hole.
#include <cstdio>
#include <queue>
#include <vector>
int n, state[7000][2], left_[7000][2];
std::vector<int> steps[2];
int main() {
    scanf("%d", &n);
    for (auto &s : steps) {
        int k;
        scanf("%d", &k);
        s.resize(k);
        for (int &x : s) scanf("%d", &x);
    }
    std::queue<std::pair<int, int>> queue;
    for (int t = 0; t < 2; t++) {
        for (int v = 0; v < n; v++) left_[v][t] = steps[t].size();
        state[0][t] = -1;
        queue.push({0, t});
    }
    while (!queue.empty()) {
        auto [v, t] = queue.front();
        queue.pop();
        for (int x : steps[1 - t]) {
            int u = ((v - x) % n + n) % n, s = 1 - t;
            if (state[u][s]) continue;
            if (state[v][t] == -1) state[u][s] = 1, queue.push({u, s});
            else if (--left_[u][s] == 0) state[u][s] = -1, queue.push({u, s});
        }
    }
    for (int t = 0; t < 2; t++) {
        for (int v = 1; v < n; v++) printf("%s ", state[v][t] == 0 ? "Loop" : state[v][t] == 1 ? "Win" : "Lose");
        puts("");
    }
}
