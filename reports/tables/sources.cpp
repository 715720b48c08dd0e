#include "reports/tables/sources.h"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <set>
#include <string>
#include <utility>

#include "build_info.h"
#include "gen/base/text.h"
#include "reports/tables/columns.h"
#include "reports/text/shell_quoted.h"

namespace plylab::reports {
namespace {

/// The CPU features that some kernel of plylab can use, by Linux's names.
constexpr std::array<std::string_view, 17> features_of_interest = {
    "sse4_1",       "popcnt",        "abm",         "bmi1",
    "bmi2",         "avx2",          "avx512f",     "avx512bw",
    "avx512cd",     "avx512dq",      "avx512vl",    "avx512vbmi",
    "avx512_vbmi2", "avx512_bitalg", "avx512_vnni", "avx512_vpopcntdq",
    "gfni"};

/// The value of the first line "key <separator> value" of a file; empty if there is none.
std::string lookup(const char* path, std::string_view key, char separator) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const auto middle = line.find(separator);
    if (middle == std::string::npos) continue;
    const std::string_view text = line;
    if (trimmed(text.substr(0, middle)) == key)
      return std::string(trimmed(text.substr(middle + 1), " \t\""));
  }
  return {};
}

utsname kernel() {
  utsname result{};
  uname(&result);  // leaves the texts empty on failure
  return result;
}

std::string cpu_model() {
  std::string model = lookup("/proc/cpuinfo", "model name", ':');
  // On ARM the file has no model name.
  return model.empty() ? fmt::format("unknown {} processor", kernel().machine) : model;
}

std::vector<std::string> cpu_features() {
  std::vector<std::string> found;
  for (const std::string& flag : words_of(lookup("/proc/cpuinfo", "flags", ':')))
    if (std::find(features_of_interest.begin(), features_of_interest.end(), flag) !=
        features_of_interest.end())
      found.push_back(flag);
  std::sort(found.begin(), found.end());
  return found;
}

std::string system_name() {
  const utsname names = kernel();
  const std::string distribution = lookup("/etc/os-release", "PRETTY_NAME", '=');
  return fmt::format("{}{}{} {} {}", distribution, distribution.empty() ? "" : ", ", names.sysname,
                     names.release, names.machine);
}

std::time_t now() {
  const char* fixed = std::getenv("SOURCE_DATE_EPOCH");
  if (fixed == nullptr) return std::time(nullptr);
  const auto seconds = parse_number<std::time_t>(fixed);
  return seconds ? *seconds : std::time(nullptr);
}

std::string iso_date(std::time_t seconds) {
  std::tm utc{};
  if (gmtime_r(&seconds, &utc) == nullptr) return {};
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", 1900LL + utc.tm_year, utc.tm_mon + 1,
                     utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec);
}

/// The word, quoted for a POSIX shell if necessary.
std::string shell_word(std::string_view word) {
  constexpr std::string_view harmless =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_@%+=:,./-";
  if (!word.empty() && word.find_first_not_of(harmless) == std::string_view::npos)
    return std::string(word);
  return shell_quoted(word);
}

std::string command_line(int argc, const char* const* argv) {
  std::string result;
  for (int i = 0; i < argc; ++i) {
    if (i > 0) result += ' ';
    result += shell_word(argv[i]);
  }
  return result;
}

}  // namespace

Provenance collect_provenance(int argc, const char* const* argv, int threads) {
  Provenance provenance;
  provenance.version = build_info::version;
  provenance.commit = build_info::commit;
  provenance.compiler = build_info::compiler;
  provenance.flags = trimmed(build_info::flags);
  provenance.build_type = build_info::build_type;
  provenance.cpu = cpu_model();
  provenance.cpu_features = cpu_features();
  provenance.threads = threads;
  provenance.date = iso_date(now());
  provenance.command = command_line(argc, argv);
  provenance.system = system_name();
  return provenance;
}

Source source_of(const epd::Suite& suite) {
  return {suite.path, suite.sha256, suite.records.size()};
}

TableOf<Source> sources_table() {
  return {"suites",
          "Suites",
          {{{"file"}, &Source::file},
           {{"records", "", "records that can be used"}, &Source::records},
           {{"sha256", "", "SHA-256 of the file"}, &Source::sha256}}};
}

TableOf<NamedStart> starts_table() {
  return {
      "starts",
      "The positions",
      {{columns::position, &NamedStart::name},
       {{"game", "", "", 0}, [](const NamedStart& one) { return one.game->name; }},
       {{"text", "", "in the game's notation", 0},
        [](const NamedStart& one) { return one.start.text(); }},
       {{"board", "", "rows of the board from the top, one character per square", 0, Role::board},
        [](const NamedStart& one) {
          const std::string board = one.game->rows(one.start);
          return board.empty() ? Cell() : Cell(board);
        }}},
      {},
      Readers::programs};
}

std::vector<NamedStart> without_repeats(std::vector<NamedStart> starts) {
  std::set<std::pair<std::string, std::string>> seen;
  std::erase_if(starts, [&](const NamedStart& start) {
    return !seen.emplace(start.name, start.start.text()).second;
  });
  return starts;
}

}  // namespace plylab::reports
