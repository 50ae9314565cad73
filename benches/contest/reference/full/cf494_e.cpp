// The value of a cell is the least of the powers of two in x and y and of the largest power of two up to k. For each power the parity of the
// number of cells of the union that it divides: all levels share one sweep over the stretches between the ends of boxes.
#include <algorithm>
#include <cstdio>
#include <vector>
typedef long long ll;
struct Box { ll a, b, c, d; };
std::vector<ll> ys;
std::vector<int> cover;
std::vector<unsigned> whole, now;  // bit j: the parity of the multiples of 2^j
void build(int v, int l, int r) {
    unsigned bits = 0;
    for (int j = 0; j < 30; j++) if ((((ys[r] - 1) >> j) - ((ys[l] - 1) >> j)) & 1) bits |= 1u << j;
    whole[v] = bits;
    if (r - l > 1) build(2 * v, l, (l + r) / 2), build(2 * v + 1, (l + r) / 2, r);
}
void add(int v, int l, int r, int a, int b, int x) {
    if (b <= l || r <= a) return;
    if (a <= l && r <= b) cover[v] += x;
    else add(2 * v, l, (l + r) / 2, a, b, x), add(2 * v + 1, (l + r) / 2, r, a, b, x);
    now[v] = cover[v] ? whole[v] : r - l > 1 ? now[2 * v] ^ now[2 * v + 1] : 0;
}
int main() {
    ll n, k;
    int m;
    scanf("%lld %d %lld", &n, &m, &k);
    std::vector<Box> boxes(m);
    for (auto &[a, b, c, d] : boxes) scanf("%lld %lld %lld %lld", &a, &b, &c, &d), ys.push_back(b), ys.push_back(d + 1);
    std::sort(ys.begin(), ys.end());
    ys.erase(std::unique(ys.begin(), ys.end()), ys.end());
    int size = ys.size();
    cover.assign(4 * size, 0), whole.assign(4 * size, 0), now.assign(4 * size, 0);
    build(1, 0, size - 1);
    struct Event { ll at; int x, low, high; };
    std::vector<Event> events;
    auto place = [&](ll y) { return int(std::lower_bound(ys.begin(), ys.end(), y) - ys.begin()); };
    for (auto &[a, b, c, d] : boxes) events.push_back({a, 1, place(b), place(d + 1)}), events.push_back({c + 1, -1, place(b), place(d + 1)});
    std::sort(events.begin(), events.end(), [](const Event &p, const Event &q) { return p.at < q.at; });
    unsigned odd = 0;
    ll before = 1;
    for (auto &e : events) {
        unsigned bits = 0;
        for (int j = 0; j < 30; j++) if ((((e.at - 1) >> j) - ((before - 1) >> j)) & 1) bits |= 1u << j;
        odd ^= bits & now[1];
        before = e.at;
        add(1, 0, size - 1, e.low, e.high, e.x);
    }
    unsigned total = 0;
    for (int j = 0; j < 30 && (1ll << j) <= k; j++) if (odd >> j & 1) total ^= (1u << j) ^ (j ? 1u << (j - 1) : 0);
    puts(total ? "Hamed" : "Malek");
}
