#include "gen/epd/epd.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <limits>
#include <map>
#include <string>
#include <system_error>
#include <utility>

#include "gen/base/encoding.h"
#include "gen/base/files.h"
#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/base/text.h"
#include "gen/chess/board/notation.h"
#include "gen/chess/legality/legality.h"
#include "gen/epd/forms.h"

namespace plylab::epd {
namespace {

constexpr std::string_view ends_of_words = " \t\r\n\v\f;";
constexpr std::string_view ends_of_operands = " \t\r\n\v\f;\"";

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// A few characters of a text, for a message.
std::string_view beginning(std::string_view text) { return text.substr(0, 20); }

/// The words of the FEN: four fields, and the clocks if words with digits follow. An opcode never
/// starts with a digit, so this is unambiguous.
std::string cut_fen(std::string_view& text) {
  chess::skip_fen_prefix(text);
  std::string fen(take_until(text, ends_of_words));
  for (int field = chess::has_side(fen) ? 2 : 1; field < 6; ++field) {
    skip(text);
    if (field >= 4 && (text.empty() || !is_digit(text.front()))) break;
    (fen += ' ') += take_until(text, ends_of_words);
  }
  return fen;
}

/// Takes a quoted operand; the first character is the opening quote.
Operand cut_quoted(std::string_view& text, std::string_view opcode) {
  const auto end = text.find('"', 1);
  if (end == std::string_view::npos)
    throw InputError(fmt::format("{}: the quote in '{}' is not closed", opcode, beginning(text)));
  Operand operand{std::string(text.substr(1, end - 1)), true};
  text.remove_prefix(end + 1);
  return operand;
}

Operation cut_operation(std::string_view& text) {
  Operation operation;
  if (!is_letter(text.front()))
    throw InputError(fmt::format("an opcode is missing before '{}'", beginning(text)));
  operation.opcode = take_until(text, ends_of_operands);
  while (skip(text), !text.empty() && text.front() != ';') {
    if (text.front() == '"')
      operation.operands.push_back(cut_quoted(text, operation.opcode));
    else
      operation.operands.push_back({std::string(take_until(text, ends_of_operands)), false});
  }
  return operation;
}

/// Skips to the ";" that ends an operation, ignoring any in quotes. An unclosed quote takes the
/// rest of the text.
void skip_operation(std::string_view& text) {
  while (!text.empty() && text.front() != ';') {
    const auto end = text.front() == '"' ? text.find('"', 1) : 0;
    text.remove_prefix(std::min(end, text.size() - 1) + 1);
  }
}

/// The remark without opcode, up to the end of the operation, of a tuning data set: a game's result
/// with or without a score, as in Ethereal's files ("[0.5] 35") or others ("| 35 | 0.5", or "1.0"
/// after a semicolon). Empty if it is anything else.
std::string_view remark_in(std::string_view text) {
  const std::string_view remark = trimmed(text.substr(0, text.find(';')));
  const bool is_remark = remark.starts_with('[') || remark.starts_with('|') || is_result(remark);
  return is_remark && remark.find('"') == remark.npos ? remark : std::string_view();
}

unsigned parse_clock(const Operation& operation) {
  if (operation.operands.size() == 1) {
    const auto value = parse_number<unsigned>(operation.operands.front().text);
    if (value && *value <= 65535) return *value;
  }
  throw InputError(fmt::format("{} must be one number from 0 to 65535", operation.opcode));
}

/// A number, perhaps with a plus sign.
template <class Number>
std::optional<Number> signed_number(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  return parse_number<Number>(text);
}

template <class Number>
std::optional<Number> only_number(const Operation& operation) {
  if (operation.operands.size() != 1) return {};
  return signed_number<Number>(operation.operands.front().text);
}

/// The error in an operation whose operand must be a number; empty if none.
std::string number_problem(const Operation& operation) {
  const bool is_count = perft_depth(operation.opcode).has_value();
  if (is_count ? count_in(operation).has_value()
               : operation.opcode != "dm" || only_number<std::int64_t>(operation))
    return {};
  if (operation.operands.size() != 1)
    return fmt::format("{} has {} values, not one", operation.opcode, operation.operands.size());
  return fmt::format("{}: '{}' is not a whole number below 2^{}", operation.opcode,
                     operation.operands.front().text, is_count ? 128 : 63);
}

/// A sentence for each depth for which a record states different counts.
std::vector<std::string> contradictions(const std::vector<PerftCount>& counts) {
  std::vector<std::string> problems;
  for (auto count = counts.begin(); count != counts.end(); ++count) {
    const auto earlier = std::find_if(counts.begin(), count, [&](const PerftCount& other) {
      return other.depth == count->depth && other.paths != count->paths;
    });
    if (earlier != count)
      problems.push_back(
          fmt::format("D{} states {} and {}", count->depth, earlier->paths, count->paths));
  }
  return problems;
}

/// Quotes an operand that a reader would otherwise split. EPD cannot express a quote or a line end
/// within quotes.
std::string written(const Operand& operand) {
  std::string text = in_one_line(operand.text);
  const bool fragile = text.empty() || text.find_first_of(ends_of_operands) != std::string::npos;
  if (!operand.quoted && !fragile) return text;
  std::ranges::replace(text, '"', '\'');
  return '"' + text + '"';
}

/// "1.", "12...", "e.p.", "!?", "$1": words that stand between moves but are not moves.
bool is_ornament(std::string_view word) {
  if (word == "e.p." || word.starts_with('$')) return true;
  if (word.find_first_not_of("!?+#=") == std::string_view::npos) return true;
  return word.ends_with('.') && word.find_first_not_of("0123456789.") == std::string_view::npos;
}

}  // namespace

const Operation* Record::find(std::string_view opcode) const {
  const auto place = std::find_if(operations.begin(), operations.end(),
                                  [&](const Operation& one) { return one.opcode == opcode; });
  return place == operations.end() ? nullptr : &*place;
}

std::optional<std::string> Record::text(std::string_view opcode) const {
  const Operation* operation = find(opcode);
  if (operation == nullptr) return {};
  std::string all;
  for (const Operand& operand : operation->operands)
    (all += &operand == &operation->operands.front() ? "" : " ") += operand.text;
  return all;
}

std::optional<std::uint64_t> Record::number(std::string_view opcode) const {
  const Operation* operation = find(opcode);
  return operation == nullptr ? std::nullopt : only_number<std::uint64_t>(*operation);
}

std::optional<std::int64_t> mate_in_bm(const Operation& operation) {
  if (operation.opcode != "bm" || operation.operands.size() != 1) return {};
  const std::string_view text = operation.operands.front().text;
  return text.starts_with('#') ? signed_number<std::int64_t>(text.substr(1)) : std::nullopt;
}

namespace {

/// The distances that the record states; none for one that cannot be read.
std::vector<std::optional<std::int64_t>> mate_distances(const Record& record) {
  std::vector<std::optional<std::int64_t>> distances;
  for (const Operation& operation : record.operations)
    if (operation.opcode == "dm")
      distances.push_back(only_number<std::int64_t>(operation));
    else if (const auto moves = mate_in_bm(operation))
      distances.push_back(moves);
  // Published suites have c0 "#5", too; beside another goal it is a comment.
  const auto has = [&](const char* opcode) { return record.find(opcode) != nullptr; };
  if (const auto comment = record.text("c0");
      distances.empty() && comment && comment->starts_with('#') && !has("bm") && !has("am") &&
      !has("stipulation") && !has("solutions"))
    if (const auto moves = signed_number<std::int64_t>(std::string_view(*comment).substr(1)))
      distances.push_back(moves);
  for (std::optional<std::int64_t>& moves : distances)  // whose negation would overflow
    if (moves == std::numeric_limits<std::int64_t>::min()) moves.reset();
  return distances;
}

}  // namespace

bool Record::states_mate_distance() const { return !mate_distances(*this).empty(); }

std::optional<std::int64_t> Record::mate_distance() const {
  const auto distances = mate_distances(*this);
  const bool is_clear = !distances.empty() &&
                        std::ranges::count(distances, distances.front()) == std::ssize(distances);
  return is_clear ? distances.front() : std::nullopt;
}

namespace {

std::string id_or_line(const Record& record) {
  return record.id().value_or(fmt::format("line {}", record.line));
}

}  // namespace

Record parse_record(std::string_view text, std::size_t line) {
  Record record;
  record.line = line;
  record.setup = chess::parse_fen(cut_fen(text));
  static_cast<void>(chess::ValidSetup(record.setup));  // throws unless the position is legal
  while (skip(text, ends_of_words), !text.empty()) {
    if (text.starts_with("- ")) {  // the first record of the Eigenmann rapid engine test has one
      record.problems.push_back({line, "an extra dash before the operations"});
      text.remove_prefix(1);
      continue;
    }
    if (const std::string_view remark = remark_in(text); !remark.empty()) {
      record.operations.push_back({"c0", {{std::string(remark), true}}});
      text.remove_prefix(std::min(text.find(';'), text.size()));
      continue;
    }
    try {
      Operation operation = cut_operation(text);
      if (operation.opcode == "hmvc")
        record.setup.halfmove_clock = parse_clock(operation);
      else if (operation.opcode == "fmvn")
        record.setup.fullmove = parse_clock(operation);
      else
        record.operations.push_back(std::move(operation));
    } catch (const InputError& error) {
      record.problems.push_back({line, error.what()});
      skip_operation(text);
    }
  }
  record.name = id_or_line(record);
  return record;
}

namespace {

void read_records(std::string_view text, Suite& suite) {
  for (std::size_t line = 1; !text.empty(); ++line) {
    const auto record_text = trimmed(take_line(text));
    if (record_text.empty() || is_comment(record_text)) continue;
    try {
      suite.records.push_back(parse_record(record_text, line));
    } catch (const InputError& error) {
      auto rest = record_text;
      suite.unreadable.push_back({cut_fen(rest), line, error.what()});
    }
  }
}

/// Makes issues of all problems, in the order of the lines.
void add_issues(Suite& suite) {
  const auto add = [&](std::size_t line, std::string what) {
    suite.issues.push_back({suite.path, line, std::move(what)});
  };
  for (const Problem& unused : suite.unused) add(unused.line, unused.what);
  for (const Unreadable& line : suite.unreadable) add(line.line, line.what);
  for (const Record& record : suite.records) {
    for (const Problem& problem : record.problems) add(problem.line, problem.what);
    for (const Operation& operation : record.operations)
      if (std::string problem = number_problem(operation); !problem.empty())
        add(record.line, std::move(problem));
    for (std::string& problem : contradictions(perft_counts(record)))
      add(record.line, std::move(problem));
    for (const std::string_view opcode : {"bm", "am", "id"})
      if (std::ranges::count(record.operations, opcode, &Operation::opcode) > 1)
        add(record.line, fmt::format("{} is stated more than once: {}", opcode,
                                     opcode == "id" ? "the first counts" : "all moves count"));
    for (const Operation& operation : record.operations)
      if (is_misspelt_count(operation.opcode))
        add(record.line,
            fmt::format("'{}' is no count of perft, such as D2 400", operation.opcode));
    if (const auto mates = mate_distances(record);
        !record.mate_distance() &&
        std::ranges::none_of(mates, [](const auto& moves) { return !moves; }))
      for (std::size_t i = 1; i < mates.size(); ++i)
        if (mates[i] != mates[0])
          add(record.line,
              fmt::format("the record states mates in {} and in {}", *mates[0], *mates[i]));
  }
  std::stable_sort(suite.issues.begin(), suite.issues.end(),
                   [](const Issue& a, const Issue& b) { return a.line < b.line; });
}

}  // namespace

Suite parse_suite(std::string_view bytes, std::string path) {
  Suite suite{std::move(path), {}, {}, {}, sha256(bytes)};
  const std::string text = as_text(bytes);
  suite.form = form_of(text);
  switch (suite.form) {
    case Form::epd:
      read_records(text, suite);
      break;
    case Form::blocks:
      read_blocks(text, suite);
      break;
    case Form::games:
      read_games(text, suite);
      break;
    case Form::table:
      read_table(text, suite);
      break;
  }
  NumberedNames distinct;
  for (Record& record : suite.records) {
    record.file = suite.path;
    record.name = distinct(id_or_line(record));
  }
  add_issues(suite);
  return suite;
}

Suite load_suite(const std::string& path) { return parse_suite(read_file(path, in_lines), path); }

std::string to_string(const Record& record) {
  std::string text = chess::epd_fields(record.setup);
  if (record.setup.halfmove_clock != 0)
    text += fmt::format(" hmvc {};", record.setup.halfmove_clock);
  if (record.setup.fullmove != 1) text += fmt::format(" fmvn {};", record.setup.fullmove);
  for (const Operation& operation : record.operations) {
    (text += ' ') += operation.opcode;
    for (const Operand& operand : operation.operands) (text += ' ') += written(operand);
    text += ';';
  }
  return text;
}

std::string position_text(const chess::Setup& setup) {
  return chess::epd_fields(chess::ValidSetup(setup).setup());
}

std::optional<unsigned> perft_depth(std::string_view opcode) {
  if (!opcode.starts_with('D')) return {};
  const auto depth = parse_number<unsigned>(opcode.substr(1));
  return depth && *depth >= 1 && *depth <= 999 ? depth : std::nullopt;
}

bool is_result(std::string_view text) {
  constexpr std::array<std::string_view, 8> results{"1.0", "0.5", "0.0",     "1",
                                                    "0",   "1-0", "1/2-1/2", "0-1"};
  return std::ranges::find(results, text) != results.end();
}

bool is_misspelt_count(std::string_view opcode) {
  return opcode.size() > 1 && (opcode[0] == 'D' || opcode[0] == 'd') &&
         std::isdigit(static_cast<unsigned char>(opcode[1])) && !perft_depth(opcode);
}

std::optional<Count> count_in(const Operation& operation) {
  if (operation.operands.size() != 1) return {};
  return parse_count(operation.operands.front().text);
}

std::vector<std::string> move_words(const Operation& operation) {
  std::vector<std::string> words;
  for (const Operand& operand : operation.operands) {
    std::string_view rest = operand.text;
    while (skip(rest, " \t,"), !rest.empty())
      if (const auto word = take_until(rest, " \t,"); !is_ornament(word)) words.emplace_back(word);
  }
  return words;
}

std::vector<PerftCount> perft_counts(const Record& record) {
  std::vector<PerftCount> counts;
  for (const Operation& operation : record.operations)
    if (const auto depth = perft_depth(operation.opcode))
      if (const auto paths = count_in(operation)) counts.push_back({*depth, *paths});
  return counts;
}

ResolvedMoves resolve_moves(const Operation& operation, const chess::Squares& squares,
                            const chess::Moves& legal) {
  ResolvedMoves found;
  for (const std::string& word : move_words(operation)) {
    try {
      const chess::Move move = chess::find_move(squares, legal, word);
      if (std::find(found.moves.begin(), found.moves.end(), move) == found.moves.end())
        found.moves.push_back(move);
    } catch (const chess::MoveError& error) {
      found.problems.push_back(fmt::format("{}: {}", operation.opcode, error.what()));
    }
  }
  if (found.moves.empty())
    found.problems.push_back(fmt::format("{} names no legal move", operation.opcode));
  return found;
}

ResolvedMoves resolve_moves(const Record& record, std::string_view opcode,
                            const chess::Moves& legal) {
  ResolvedMoves all;
  for (const Operation& operation : record.operations) {
    if (operation.opcode != opcode || mate_in_bm(operation)) continue;
    ResolvedMoves found = resolve_moves(operation, record.setup.squares, legal);
    for (chess::Move move : found.moves)
      if (std::find(all.moves.begin(), all.moves.end(), move) == all.moves.end())
        all.moves.push_back(move);
    std::move(found.problems.begin(), found.problems.end(), std::back_inserter(all.problems));
  }
  return all;
}

// ---- suites by name

namespace fs = std::filesystem;

namespace {

/// "the suites of plylab are bratko-kopec, demo, …".
std::string suites_there_are() {
  const auto names = shipped_names(".epd");
  if (names.empty())
    return fmt::format("plylab finds no suites of its own in '{}' (PLYLAB_SUITES names a folder)",
                       data_directory());
  return fmt::format("the suites of plylab are {}", fmt::join(names, ", "));
}

}  // namespace

std::string find_suite_file(const std::string& name) {
  std::string path = locate(name, ".epd");
  if (const fs::path file(path); path == name && file.filename() == file && !fs::exists(file))
    throw InputError(
        fmt::format("cannot read '{}': No such file or directory; {}", name, suites_there_are()),
        InputErrorKind::file);
  return path;
}

Suite find_suite(const std::string& name) { return load_suite(find_suite_file(name)); }

// ---- the legality of records

std::string joined(const std::vector<chess::LegalityIssue>& issues) {
  std::string text;
  for (const chess::LegalityIssue& issue : issues) {
    if (!text.empty()) text += "; ";
    text += issue.what;
  }
  return text;
}

std::string to_string(const LeftOut& left_out) {
  const Record& record = left_out.record;
  return fmt::format("{}:{}: {}: {}", record.file, record.line,
                     name(chess::legality_of(left_out.issues)), joined(left_out.issues));
}

namespace {

/// The clocks in collected positions are often invented and do not matter.
bool is_about_clocks(const chess::LegalityIssue& issue) {
  return issue.kind == "halfmove_clock" || issue.kind == "move_number";
}

}  // namespace

SiftedRecords sift(std::vector<Record> records, chess::Legality worst) {
  SiftedRecords sifted;
  for (Record& record : records) {
    auto issues = chess::examine(record.setup);
    std::erase_if(issues, is_about_clocks);
    if (chess::legality_of(issues) <= worst)
      sifted.fit.push_back(std::move(record));
    else
      sifted.left_out.push_back({std::move(record), std::move(issues)});
  }
  return sifted;
}

}  // namespace plylab::epd
