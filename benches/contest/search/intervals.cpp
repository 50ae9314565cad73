// A table of all parts of the text.
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

int main() {
    std::string s;
    std::cin >> s;
    int n = s.size();
    std::vector<std::vector<uint16_t>> value(n + 1, std::vector<uint16_t>(n + 1, 0));
    std::vector<int> seen(65536, -1);
    for (int len = 2, stamp = 0; len <= n; len++)
        for (int l = 0; l + len <= n; l++, stamp++) {
            int r = l + len;
            for (int i = l; i + 2 <= r; i++)
                if (s[i] == s[i + 1] || (s[i] == 'a' && s[i + 1] == 'b')) seen[value[l][i] ^ value[i + 2][r]] = stamp;
            int mex = 0;
            while (seen[mex] == stamp) mex++;
            value[l][r] = mex;
        }
    std::cout << value[0][n] << "\n";
}
