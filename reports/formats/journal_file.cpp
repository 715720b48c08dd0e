#include "reports/formats/journal_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <utility>

#include "gen/base/files.h"
#include "gen/base/input_error.h"
#include "gen/base/text.h"
#include "reports/formats/stored_json.h"
#include "reports/tables/display.h"

namespace plylab::reports {
namespace {

/// The beginning of each header.
std::string beginning(const JournalKind& kind) {
  return fmt::format(R"({{"schema":"{}","schema_version":{},)", kind.schema, kind.version);
}

/// The file that holds this code: the running program, or a library in another one, such as
/// Python's module. Throws InputError if it is not known.
std::string file_of_this_code() {
  static const char here = 0;
  const auto address = reinterpret_cast<std::uintptr_t>(&here);
  const std::string maps = read_file("/proc/self/maps");
  for (std::string_view rest = maps; !rest.empty();) {
    const std::string line(take_line(rest));  // "55d0c8a00000-55d0c8b40000 r--p 0 08:01 17 /path"
    char* end = nullptr;
    const std::uintptr_t from = std::strtoull(line.c_str(), &end, 16);
    if (address < from || *end != '-' || address >= std::strtoull(end + 1, nullptr, 16)) continue;
    if (const auto path = line.find('/'); path != line.npos) return line.substr(path);
  }
  throw InputError("the program's file is not known");
}

/// A hash of that file; empty if it cannot be read.
const std::string& this_build() {
  static const std::string hash = [] {
    try {
      return sha256(read_file(file_of_this_code())).substr(0, 16);
    } catch (const InputError&) {
      return std::string();
    }
  }();
  return hash;
}

/// Whether a line is a header: an object that names its schema.
bool is_header(std::string_view line) {
  if (line.find("\"schema\"") == line.npos) return false;  // spares most lines the reading
  const Json json = parse_json_or_discard(line);
  return json.is_object() && json.contains("schema");
}

constexpr std::string_view check_member = R"(,"check":")";
constexpr std::size_t check_digits = 32;

/// The checksum at the end of a line; empty if there is none.
std::string_view check_of(std::string_view line) {
  const auto member = line.rfind(check_member);
  return member == line.npos ? "" : line.substr(member + check_member.size(), check_digits);
}

void check_seal(std::string_view line, std::string_view header, const std::string& where) {
  const auto member = line.rfind(check_member);
  if (member == line.npos || sealed(std::string(line.substr(0, member)) + '}', header) != line)
    throw InputError(where +
                     ": the line does not have its checksum: it was edited or damaged, or belongs "
                     "to another file");
}

/// Adds what a header says of its writer. Throws InputError.
void add_writer(std::string_view line, const JournalKind& kind, const std::string& where,
                JournalContent& content) {
  const std::string none = fmt::format("{}: no header of {} of plylab", where, kind.content);
  const Json header = parse_json_or_discard(line);
  if (!header.is_object() || header.value("schema", Json()) != kind.schema) throw InputError(none);
  if (!header.contains("schema_version")) refuse(none, "it has no 'schema_version'");
  refuse_other_version(kind.schema, kind.version, header, where);
  check_seal(line, {}, where);
  reading(none, [&] {
    content.made_by.push_back(provenance_in(header.at("provenance")));
    content.builds.push_back(header.at("build").get<std::string>());
    return true;
  });
}

}  // namespace

std::vector<std::string> JournalContent::cpus() const {
  std::vector<std::string> names;
  for (const Provenance& maker : made_by) names.push_back(maker.cpu);
  return names;
}

std::string sealed(std::string_view object, std::string_view header) {
  return fmt::format("{}{}{}\"}}", object.substr(0, object.size() - 1), check_member,
                     sha256(std::string(check_of(header)) += object).substr(0, check_digits));
}

JournalContent read_journal(std::string_view text, const JournalKind& kind,
                            const std::string& where) {
  refuse_deep_nesting(text, where);
  JournalContent content;
  std::size_t number = 0;
  std::set<std::string_view> seen;
  for (std::size_t end = 0; (end = text.find('\n', content.whole)) != text.npos;
       content.whole = end + 1) {
    const std::string_view line = text.substr(content.whole, end - content.whole);
    ++number;
    if (number == 1 || is_header(line)) {
      add_writer(line, kind, fmt::format("{}:{}", where, number), content);
      content.header = line;
      content.header_number = number;
    } else {
      check_seal(line, content.header, fmt::format("{}:{}", where, number));
      if (seen.insert(line).second) content.lines.push_back({number, std::string(line)});
    }
  }
  return content;
}

bool holds_journal(std::string_view text, const JournalKind& kind) {
  const Json json = parse_json_or_discard(take_line(text));
  return json.is_object() && json.value("schema", Json()) == kind.schema;
}

JournalFile::JournalFile(std::string path, const JournalKind& kind, const Provenance& made_by)
    : kind_(kind), made_by_(made_by), file_(std::move(path)) {
  const std::string text = file_.content();
  content_ = read_journal(text, kind, this->path());
  cpus_ = content_.cpus();
  const std::string start = beginning(kind);
  // A new file is empty, and a crash may have truncated the header.
  if (content_.header.empty() && !start.starts_with(text.substr(0, start.size())))
    throw InputError(fmt::format("'{}' holds no {} of plylab", this->path(), kind.content));
  for (const Provenance& maker : content_.made_by)
    if (program_of(maker) != program_of(made_by))
      throw InputError(fmt::format("'{}' holds {} of {}, and this is {}", this->path(),
                                   kind.content, program_of(maker), program_of(made_by)));
}

std::string JournalFile::header_place() const {
  return fmt::format("{}:{}", path(), content_.header_number);
}

bool JournalFile::is_made_here() const {
  return cpus_.empty() || (cpus_.back() == made_by_.cpu && builds().back() == this_build());
}

std::string note_on_builds(const std::vector<std::string>& builds) {
  const std::set<std::string> different(builds.begin(), builds.end());
  if (different.size() < 2) return "";
  return fmt::format(
      "{} builds of this version of the program have used the file of stored results: if what is "
      "compared has changed between them, name another file",
      different.size());
}

std::string note_on_machines(std::vector<std::string> cpus) {
  std::vector<std::string> different;
  for (std::string& cpu : cpus)
    if (std::find(different.begin(), different.end(), cpu) == different.end())
      different.push_back(std::move(cpu));
  if (different.size() < 2) return "";
  return fmt::format("times were measured on several machines: {}", fmt::join(different, "; "));
}

void JournalFile::go_on(const std::string& members) {
  file_.shorten(content_.whole);
  if (members.empty()) return;
  cpus_.push_back(made_by_.cpu);
  content_.builds.push_back(this_build());
  content_.header =
      sealed(fmt::format("{}{},\"build\":\"{}\",\"provenance\":{}}}", beginning(kind_), members,
                         this_build(), json_of(made_by_).dump()));
  file_.add(content_.header + '\n');
}

void JournalFile::add(std::string_view object) {
  const std::lock_guard lock(mutex_);
  file_.add(sealed(object, content_.header) + '\n');
  if (Clock::now() - synced_ < std::chrono::seconds(1)) return;
  file_.synchronise();
  synced_ = Clock::now();
}

}  // namespace plylab::reports
