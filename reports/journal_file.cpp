#include "reports/journal_file.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "gen/input_error.h"
#include "reports/display.h"

namespace plylab::reports {
namespace {

/// How each header begins.
std::string beginning(const JournalFile::Kind& kind) {
  return fmt::format(R"({{"schema":"{}","schema_version":{},)", kind.schema, kind.version);
}

}  // namespace

JournalFile::JournalFile(std::string path, const Kind& kind, const Provenance& made_by)
    : kind_(kind), made_by_(made_by), file_(std::move(path)) {
  read(file_.content());
}

void JournalFile::read(std::string_view text) {
  const std::string start = beginning(kind_);
  if (text.find('\n') == text.npos) {  // a new file, or one whose header was torn
    if (!start.starts_with(text.substr(0, start.size())))
      throw InputError(fmt::format("'{}' holds no {} of plylab", path(), kind_.content));
    return;
  }
  std::size_t number = 0;
  for (std::size_t end = 0; (end = text.find('\n', whole_)) != text.npos; whole_ = end + 1) {
    const std::string_view line = text.substr(whole_, end - whole_);
    ++number;
    if (number == 1 || line.starts_with(start)) {
      check_header(line, number);
      header_ = line;
    } else {
      lines_.push_back({number, std::string(line)});
    }
  }
}

void JournalFile::check_header(std::string_view line, std::size_t number) const {
  std::string maker;
  try {
    const auto header = nlohmann::json::parse(line.starts_with(beginning(kind_)) ? line : "");
    const auto& provenance = header.at("provenance");
    maker = program_of(
        {.version = provenance.value("version", "?"), .commit = provenance.value("commit", "?")});
  } catch (const nlohmann::json::exception&) {
    throw InputError(
        fmt::format("{}:{}: no header of {} of plylab", path(), number, kind_.content));
  }
  if (maker != program_of(made_by_))
    throw InputError(fmt::format("'{}' holds {} of {}, and this is {}", path(), kind_.content,
                                 maker, program_of(made_by_)));
}

void JournalFile::go_on(const std::string& members) {
  file_.shorten(whole_);
  if (members.empty()) return;
  nlohmann::ordered_json provenance;
  for (const auto& [name, text] : fields(made_by_)) provenance[name] = text;
  file_.add(
      fmt::format("{}{},\"provenance\":{}}}\n", beginning(kind_), members, provenance.dump()));
}

void JournalFile::add(const std::string& line) {
  const std::lock_guard lock(mutex_);
  file_.add(line + '\n');
  if (Clock::now() - synced_ < std::chrono::seconds(1)) return;
  file_.synchronise();
  synced_ = Clock::now();
}

}  // namespace plylab::reports
