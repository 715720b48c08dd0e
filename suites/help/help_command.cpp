#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gen/base/files.h"
#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "reports/cli/command_line.h"
#include "reports/cli/command_records.h"
#include "reports/formats/output.h"
#include "suites/help/guides.h"

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

namespace {

/// The program's help, and the other topics of plylab help.
std::string overview(const cli::CommandRecord& program) {
  std::string out = cli::help_text(program, program.name);
  const auto all = guides();
  if (!all.empty()) out += fmt::format("\nGuides ({} help NAME):\n", program.name);
  for (const Guide& guide : all) out += fmt::format("  {:24}  {}\n", guide.name, guide.title());
  return out;
}

/// The help of the command with these words. Throws InputError if there is none.
std::string help_of(const cli::CommandRecord& program, const std::vector<std::string>& words) {
  const cli::CommandRecord* command = &program;
  std::string call = program.name;
  for (const std::string& word : words) {
    const auto& below = command->commands;
    const auto found = std::find_if(below.begin(), below.end(),
                                    [&](const auto& record) { return record.name == word; });
    if (found == below.end()) {
      std::vector<std::string> known = names_in(below);
      if (command == &program) {
        for (const Guide& guide : guides()) known.push_back(guide.name);
        if (known.size() == below.size())
          throw InputError(
              fmt::format("no command '{}', and no guides in '{}', where an installation has them",
                          word, documents_directory()));
      }
      const auto meant = closest_name(word, known);
      throw InputError(fmt::format("no guide or command '{}'{}", word,
                                   meant ? fmt::format("; did you mean {}?", *meant)
                                         : fmt::format("; {} help lists them", program.name)));
    }
    command = &*found;
    call += ' ' + word;
  }
  return cli::help_text(*command, call);
}

}  // namespace

void add_help_command(cli::Command program, const cli::CommandRecord& records) {
  const auto words = std::make_shared<std::vector<std::string>>();
  const cli::Command help =
      program.add_subcommand("help", "Show a guide, or the help of a command");
  help.example("plylab help");
  help.example("plylab help counting");
  help.example("plylab help bench perft");
  help.add_option("TOPIC", *words, "A guide or a command (default: list both)")
      .offers(names_in(guides()));
  help.callback([words, &records] {
    if (words->empty()) return reports::write_text(overview(records), "");
    const auto all = guides();
    const auto guide = std::find_if(all.begin(), all.end(), [&](const Guide& one) {
      return words->size() == 1 && one.name == words->front();
    });
    reports::write_text(guide == all.end() ? help_of(records, *words) : guide->text(), "");
  });
}

}  // namespace plylab::suites::help
