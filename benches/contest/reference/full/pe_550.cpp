// Values by the numbers of prime factors, checked against the definition for each signature that occurs; then a power under Walsh–Hadamard.
#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <vector>
typedef long long ll;
typedef __int128 wide;
std::map<std::vector<int>, int> known;
int value(std::vector<int> e);
void below(const std::vector<int> &e, size_t i, std::vector<int> &f, std::set<int> &values) {
    if (i == e.size()) {
        int total = 0, all = 0;
        for (size_t j = 0; j < e.size(); j++) total += f[j], all += e[j];
        if (total > 0 && total < all) values.insert(value(f));
        return;
    }
    for (f[i] = 0; f[i] <= e[i]; f[i]++) below(e, i + 1, f, values);
}
int value(std::vector<int> e) {
    std::sort(e.rbegin(), e.rend());
    while (!e.empty() && e.back() == 0) e.pop_back();
    auto found = known.find(e);
    if (found != known.end()) return found->second;
    std::set<int> parts, reached;
    std::vector<int> f(e.size());
    below(e, 0, f, parts);
    for (int a : parts) for (int b : parts) reached.insert(a ^ b);
    int g = 0;
    while (reached.count(g)) g++;
    return known[e] = g;
}
int main() {
    const ll M = 987654321;
    ll n, k;
    scanf("%lld %lld", &n, &k);
    std::vector<int> least(n + 1, 0);
    for (ll p = 2; p <= n; p++) if (!least[p]) for (ll q = p; q <= n; q += p) if (!least[q]) least[q] = p;
    std::map<std::vector<int>, ll> signatures;
    for (ll x = 2; x <= n; x++) {
        std::vector<int> e;
        for (ll y = x; y > 1;) {
            int p = least[y];
            e.push_back(0);
            while (y % p == 0) y /= p, e.back()++;
        }
        std::sort(e.rbegin(), e.rend());
        signatures[e]++;
    }
    const int S = 64;
    const wide W = (wide)M * S;
    std::vector<wide> w(S, 0);
    for (auto &[e, count] : signatures) w[value(e)] += count;
    auto walsh = [&] {
        for (int h = 1; h < S; h *= 2)
            for (int i = 0; i < S; i++) if (!(i & h)) {
                wide a = w[i], b = w[i | h];
                w[i] = (a + b) % W;
                w[i | h] = ((a - b) % W + W) % W;
            }
    };
    walsh();
    for (auto &x : w) {
        wide power = 1, base = x;
        for (ll e = k; e; e /= 2) {
            if (e & 1) power = power * base % W;
            base = base * base % W;
        }
        x = power;
    }
    walsh();
    ll total = 0;
    for (int i = 1; i < S; i++) total = (total + (ll)(w[i] / S)) % M;
    printf("%lld\n", total);
}
