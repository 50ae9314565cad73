// Piles up to the largest root in a table with prefix counts of each value.
#include <cmath>
#include <cstdio>
#include <vector>
typedef long long ll;
ll root(ll x) {
    ll r = sqrtl(x);
    while (r * r > x) r--;
    while ((r + 1) * (r + 1) <= x) r++;
    return r;
}
const int SMALL = 900000, VALUES = 6;
std::vector<int> before[VALUES];  // before[v][x]: piles below x of value v
int value(ll x) {
    ll low = root(root(x));
    if (low * low * low * low < x) low++;
    ll high = root(x) < x - 1 ? root(x) : x - 1;
    for (int v = 0; v < VALUES; v++)
        if (low > high || before[v][high + 1] == before[v][low]) return v;
    return VALUES;
}
int main() {
    for (int v = 0; v < VALUES; v++) before[v].assign(SMALL + 2, 0);
    for (int x = 0; x <= SMALL; x++) {
        int own = value(x);
        for (int v = 0; v < VALUES; v++) before[v][x + 1] = before[v][x] + (own == v);
    }
    int n, sum = 0;
    if (scanf("%d", &n) != 1) return 1;
    for (int i = 0; i < n; i++) {
        ll x;
        if (scanf("%lld", &x) != 1) return 1;
        sum ^= value(x);
    }
    puts(sum ? "Furlo" : "Rublo");
}
