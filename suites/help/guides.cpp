#include "suites/help/guides.h"

#include <cctype>
#include <filesystem>
#include <string_view>

#include "gen/base/files.h"

namespace plylab::suites::help {

std::string Guide::title() const {
  const std::string text = read_file(file);
  return text.starts_with("# ") ? text.substr(2, text.find('\n') - 2) : "";
}

std::string Guide::text() const {
  std::string text = read_file(file);
  constexpr std::string_view end = "-->\n";
  for (std::size_t at = 0; (at = text.find("<!--", at)) != text.npos;) {
    const std::size_t behind = text.find(end, at);
    if (behind == text.npos) break;
    text.erase(at, text.find_first_not_of('\n', behind + end.size()) - at);
  }
  return text;
}

std::vector<Guide> guides() {
  std::vector<Guide> all;
  for (const std::string& file : files_in(documents_directory(), ".md")) {
    std::string name = std::filesystem::path(file).stem().string();
    for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    all.push_back({name, file});
  }
  return all;
}

}  // namespace plylab::suites::help
