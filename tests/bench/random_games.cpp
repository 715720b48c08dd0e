// Writes so many random games to standard output: a base for trials of any size.
#include "tests/bench/random_games.h"

#include <cstdio>
#include <cstdlib>

#include "gen/base/text.h"

int main(int count, char** words) {
  const auto games = plylab::parse_number<std::uint64_t>(count == 2 ? words[1] : "");
  if (!games) {
    std::fputs("usage: random_games NUMBER > games.pgn\n", stderr);
    return 2;
  }
  std::string text;
  for (std::uint64_t number = 1; number <= *games; ++number) {
    plylab::bench::add_random_game(number, false, text);
    if (text.size() < 1 << 20 && number < *games) continue;
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) return EXIT_FAILURE;
    text.clear();
  }
  return std::fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
