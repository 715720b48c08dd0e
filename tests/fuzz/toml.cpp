// Experiments as TOML.
#include "search/lab/experiment_file.h"
#include "tests/fuzz/target.h"

namespace plylab::fuzz {

void run(std::string_view text) {
  attempt([&] { search::lab::parse_experiment(text, "file", search::searchable_games()); });
}

std::vector<std::string> seeds() {
  std::vector<std::string> texts = shipped_with(".toml");
  texts.emplace_back(
      "name = \"x\"\n[factors]\ndepth = [1, 2]\nvariant = [\"alphabeta\", \"minimal\"]\n"
      "[[positions]]\nname = \"a\"\ngame = \"tictactoe\"\nposition = [\".../.../...\"]\n");
  texts.emplace_back("name = \"x\"\n[/x]\n");
  texts.emplace_back("\xc3\xa9 = '\xc3\xa9?'\n\"\xc3\xa9\" = [5'''5\xcb\xa9''' # \xc3\xa9\n");
  return texts;
}

}  // namespace plylab::fuzz
