#include "reports/formats/journal_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "gen/base/input_error.h"
#include "reports/formats/stored_json.h"
#include "reports/tables/display.h"

namespace plylab::reports {
namespace {

/// How each header begins.
std::string beginning(const JournalFile::Kind& kind) {
  return fmt::format(R"({{"schema":"{}","schema_version":{},)", kind.schema, kind.version);
}

}  // namespace

bool is_header(std::string_view line) {
  if (line.find("\"schema\"") == line.npos) return false;  // spares most lines the reading
  const Json json = parse_json_or_discard(line);
  return json.is_object() && json.contains("schema");
}

JournalFile::JournalFile(std::string path, const Kind& kind, const Provenance& made_by)
    : kind_(kind), made_by_(made_by), file_(std::move(path)) {
  read(file_.content());
}

void JournalFile::read(std::string_view text) {
  refuse_deep_nesting(text, fmt::format("'{}'", path()));
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
    if (number == 1 || is_header(line)) {
      cpus_.push_back(check_header(line, number));
      header_ = line;
    } else {
      lines_.push_back({number, std::string(line)});
    }
  }
}

std::string JournalFile::check_header(std::string_view line, std::size_t number) const {
  const std::string where = fmt::format("{}:{}", path(), number),
                    none = fmt::format("{}: no header of {} of plylab", where, kind_.content);
  const Json header = parse_json_or_discard(line);
  if (!header.is_object() || header.value("schema", Json()) != kind_.schema) throw InputError(none);
  Provenance maker;
  try {
    refuse_other_version(kind_.schema, kind_.version, header.at("schema_version").dump(), where);
    maker = provenance_in(header.at("provenance"));
  } catch (const Json::exception& error) {
    throw InputError(fmt::format("{}: {}", none, what_is_wrong(error)));
  }
  if (program_of(maker) != program_of(made_by_))
    throw InputError(fmt::format("'{}' holds {} of {}, and this is {}", path(), kind_.content,
                                 program_of(maker), program_of(made_by_)));
  return maker.cpu;
}

bool JournalFile::is_of_this_machine() const {
  return cpus_.empty() || cpus_.back() == made_by_.cpu;
}

std::string note_on_machines(std::vector<std::string> cpus) {
  std::vector<std::string> different;
  for (std::string& cpu : cpus)
    if (std::find(different.begin(), different.end(), cpu) == different.end())
      different.push_back(std::move(cpu));
  if (different.size() < 2) return "";
  return fmt::format("seconds were taken on several machines: {}", fmt::join(different, "; "));
}

void JournalFile::go_on(const std::string& members) {
  file_.shorten(whole_);
  if (members.empty()) return;
  cpus_.push_back(made_by_.cpu);
  file_.add(fmt::format("{}{},\"provenance\":{}}}\n", beginning(kind_), members,
                        to_json(made_by_).dump()));
}

void JournalFile::add(const std::string& line) {
  const std::lock_guard lock(mutex_);
  file_.add(line + '\n');
  if (Clock::now() - synced_ < std::chrono::seconds(1)) return;
  file_.synchronise();
  synced_ = Clock::now();
}

}  // namespace plylab::reports
