// A target without a fuzzer: its seeds as they are, cut off, and with a few bytes changed. Or
// replay --write FOLDER: the seeds as files, for a fuzzer to begin with.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include "gen/base/random.h"
#include "tests/fuzz/target.h"

namespace plylab::fuzz {
namespace {

constexpr std::size_t changed_texts = 2000;

void write_to(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  std::size_t number = 0;
  for (const std::string& seed : seeds())
    std::ofstream(folder / ("seed" + std::to_string(number++)), std::ios::binary) << seed;
}

/// Deletes, repeats or replaces a few bytes.
std::string changed(std::string text, std::uint64_t& random) {
  for (auto changes = 1 + splitmix64(random) % 3; changes > 0 && !text.empty(); --changes) {
    const auto at = splitmix64(random) % text.size();
    const auto size = std::min<std::size_t>(1 + splitmix64(random) % 8, text.size() - at);
    switch (splitmix64(random) % 4) {
      case 0:
        text.erase(at, size);
        break;
      case 1:
        text.insert(at, text.substr(at, size));
        break;
      case 2:
        text.resize(at);
        break;
      default:
        text[at] = static_cast<char>(splitmix64(random));
    }
  }
  return text;
}

void replay() {
  const auto texts = seeds();
  for (const std::string& text : texts) run(text);
  std::uint64_t random = 1;
  for (std::size_t i = 0; i < changed_texts; ++i) run(changed(texts[i % texts.size()], random));
}

}  // namespace
}  // namespace plylab::fuzz

int main(int argc, char** argv) {
  if (argc == 3 && std::string_view(argv[1]) == "--write")
    plylab::fuzz::write_to(argv[2]);
  else
    plylab::fuzz::replay();
}
