#include "suites/lint/record.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/base/text.h"
#include "gen/chess/board/notation.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/legality/legality.h"
#include "gen/chess/mailbox/mailbox.h"
#include "gen/chess/registry.h"
#include "perft/walk/run.h"
#include "search/mate/composition.h"
#include "suites/solve/goal.h"

namespace plylab::suites::lint {
namespace {

using enum Operands;

/// The line to the mate that the record states, in UCI, as matetools write it.
constexpr std::string_view mating_line = "PV:";

constexpr std::pair<std::string_view, Operands> opcodes[] = {
    {"acd", whole},       {"acn", whole},       {"acs", whole},        {"am", moves},
    {"bm", moves},        {"ce", number},       {"dm", number},        {"draw_accept", none},
    {"draw_claim", none}, {"draw_offer", none}, {"draw_reject", none}, {"eco", text},
    {"fmvn", whole},      {"hmvc", whole},      {"id", text},          {"nic", text},
    {"noop", any},        {"pm", move},         {"pv", line},          {mating_line, line},
    {"rc", whole},        {"resign", none},     {"sm", move},          {"stipulation", stipulation},
    {"tcgs", whole},      {"tcri", any},        {"tcsi", any}};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// c0 … c9 and v0 … v9.
bool is_numbered_text(std::string_view opcode) {
  return opcode.size() == 2 && (opcode[0] == 'c' || opcode[0] == 'v') && is_digit(opcode[1]);
}

bool is_number(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return parse_number<std::uint64_t>(text).has_value();
}

std::string in_small_letters(std::string_view text) {
  std::string small;
  for (char c : text) small += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return small;
}

/// The problem with the operands; empty if none.
std::string problem_of(const epd::Operation& operation, Operands wanted) {
  const std::string& opcode = operation.opcode;
  const std::vector<epd::Operand>& operands = operation.operands;
  const auto one_value = [&](bool right, const char* what) {
    if (operands.size() != 1)
      return fmt::format("{} has {} values, not one", opcode, operands.size());
    return right ? "" : fmt::format("{}: '{}' is not {}", opcode, operands[0].text, what);
  };
  switch (wanted) {
    case moves:
    case line:
      return epd::move_words(operation).empty() ? opcode + " names no move" : "";
    case move: {
      const auto words = epd::move_words(operation).size();
      return words == 1 ? "" : fmt::format("{} has {} moves, not one", opcode, words);
    }
    case whole: {
      const auto value =
          operands.size() == 1 ? parse_number<std::uint64_t>(operands[0].text) : std::nullopt;
      return one_value(value.has_value(), "a whole number");
    }
    case number:
      return one_value(operands.size() == 1 && is_number(operands[0].text), "a whole number");
    case text:
      return operands.empty() ? opcode + " has no text" : "";
    case stipulation:
      if (operands.size() != 1) return one_value(false, "");
      try {
        search::mate::parse_stipulation(operands[0].text);
      } catch (const InputError& error) {
        return error.what();
      }
      return "";
    case none:
      return operands.empty() ? "" : opcode + " takes no value";
    case any:
      return "";
  }
  return "";
}

/// A move as a record writes it.
struct WrittenMove {
  std::string word;
  chess::Move move;
  std::string san;

  bool claims_false_mate() const {
    return word.find('#') != std::string::npos && !san.ends_with('#');
  }
};

/// The moves of one operation; for a line, up to the first that cannot be played.
struct Reading {
  std::vector<WrittenMove> moves;
  std::vector<std::string> problems;
};

bool takes_moves(Operands operands) {
  return operands == moves || operands == move || operands == line;
}

Reading read_moves(const epd::Record& record, const epd::Operation& operation, bool is_line) {
  Reading reading;
  chess::Mailbox board{chess::ValidSetup(record.setup)};
  for (const std::string& word : epd::move_words(operation)) {
    const auto distance =
        word.starts_with('#') ? parse_number<int>(std::string_view(word).substr(1)) : std::nullopt;
    try {
      const chess::Move move = chess::parse_move(board, word);
      reading.moves.push_back({word, move, chess::to_san(board, move)});
      if (is_line) board.make(move);
    } catch (const chess::MoveError& error) {
      reading.problems.push_back(
          distance ? fmt::format("{}: '{}' is not a move: write dm {} for a mate in {}",
                                 operation.opcode, word, *distance, *distance)
                   : fmt::format("{}: {}", operation.opcode, error.what()));
      if (is_line) break;
    }
  }
  return reading;
}

bool contains(const std::vector<WrittenMove>& moves, chess::Move move) {
  return std::any_of(moves.begin(), moves.end(),
                     [&](const WrittenMove& one) { return one.move == move; });
}

class RecordCheck {
 public:
  RecordCheck(const epd::Record& record, Findings& findings)
      : record_(record), position_(record.setup), findings_(findings) {}

  /// The record with missing semicolons between operations restored: an operand of a known
  /// operation counts as the next opcode if it is a known opcode. c0 … c9 could also be squares, so
  /// they count only if a quoted text follows.
  epd::Record with_missing_semicolons() {
    epd::Record result = record_;
    result.operations.clear();
    for (const epd::Operation& operation : record_.operations) {
      result.operations.push_back({operation.opcode, {}});
      const auto wanted = operands_of(operation.opcode);
      for (std::size_t i = 0; i < operation.operands.size(); ++i) {
        const epd::Operand& operand = operation.operands[i];
        const bool text_follows =
            i + 1 < operation.operands.size() && operation.operands[i + 1].quoted;
        if (wanted && *wanted != any && *wanted != text && !operand.quoted &&
            operands_of(operand.text) && (text_follows || !is_numbered_text(operand.text))) {
          add(Level::error, "missing_semicolon",
              fmt::format("{}: a semicolon is missing before '{}'", operation.opcode,
                          operand.text));
          epd::Operation rest{operand.text,
                              {operation.operands.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                               operation.operands.end()}};
          result.operations.push_back(std::move(rest));
          break;
        }
        result.operations.back().operands.push_back(operand);
      }
    }
    return result;
  }

  void check_operations() {
    std::set<std::string_view> seen;
    for (const epd::Operation& operation : record_.operations) {
      const std::string& opcode = operation.opcode;
      if (!seen.insert(opcode).second)
        add(Level::warning, "repeated_opcode",
            opcode + " is stated more than once" +
                (opcode == "id"                     ? ": the first counts"
                 : opcode == "bm" || opcode == "am" ? ": all moves count"
                                                    : ""));
      const auto wanted = operands_of(opcode);
      if (!wanted) {
        if (const auto small = in_small_letters(opcode); small != opcode && operands_of(small))
          add(Level::warning, "opcode_case",
              fmt::format("{} is unknown; the opcode is {}", opcode, small));
        continue;
      }
      if (std::string problem = problem_of(operation, *wanted); !problem.empty())
        add(Level::error, "operand", std::move(problem));
      else if (*wanted == text && !(operation.operands.size() == 1 && operation.operands[0].quoted))
        add(Level::warning, "quotes", opcode + " takes one text in quotes", true);
    }
  }

  void check_position() {
    for (const chess::LegalityIssue& issue : chess::examine(record_.setup))
      add(Level::warning, "suspicious", issue.what);
    if (record_.setup.en_passant != position_.setup().en_passant)
      add(Level::note, "en_passant",
          fmt::format("no pawn can capture on the e.p. square {}",
                      chess::to_string(record_.setup.en_passant)),
          true);
    if (!epd::perft_counts(record_).empty()) return;
    constexpr unsigned claimable = 100, drawn = 150;  // half-moves
    const unsigned clock = record_.setup.halfmove_clock;
    if (clock >= drawn)
      add(Level::warning, "halfmove_clock",
          fmt::format("hmvc {}: the seventy-five-move rule ended the game at {}", clock, drawn));
    else if (clock >= claimable)
      add(Level::note, "halfmove_clock",
          fmt::format("hmvc {}: either side can claim a draw by the fifty-move rule", clock));
    if (chess::Mailbox(position_).count() == 0)
      add(Level::warning, "game_over", "there is no legal move");
    else if (chess::insufficient_material(record_.setup.squares))
      add(Level::warning, "dead_position", "neither side can mate: the game is drawn");
  }

  /// Whether c0 gives moves points.
  bool gives_points() const {
    std::vector<std::string> problems;
    return !solve::points_of(record_, chess::Mailbox(position_).generate(), problems).empty();
  }

  void check_goal() {
    const auto has = [&](const char* opcode) { return record_.find(opcode) != nullptr; };
    if (record_.states_mate_distance() && !record_.mate_distance()) add_contradicting_mates();
    if (has("dm") && !has("bm")) {
      if (record_.mate_distance().value_or(1) > 0) add(Level::note, "goal", "dm without bm");
    } else if (!has("bm") && !has("am") && !has("c8") && !has("stipulation") &&
               !record_.states_mate_distance() && epd::perft_counts(record_).empty() &&
               !gives_points()) {
      add(Level::note, "goal", "no bm, am, dm, points or counts: nothing to solve");
    }
  }

  void check_moves() {
    std::vector<WrittenMove> best, avoided, first_line;
    for (const epd::Operation& operation : record_.operations) {
      const auto operands = operands_of(operation.opcode);
      if (!operands || !takes_moves(*operands) || epd::mate_in_bm(operation)) continue;
      const bool is_line = *operands == line;
      Reading reading = read_moves(record_, operation, is_line);
      if (operation.opcode == mating_line) {
        check_mating_line(reading);
        continue;
      }
      check_words(operation.opcode, reading, is_line);
      if (operation.opcode == "bm")
        std::ranges::move(reading.moves, std::back_inserter(best));
      else if (operation.opcode == "am")
        std::ranges::move(reading.moves, std::back_inserter(avoided));
      else if (is_line)
        first_line = std::move(reading.moves);
    }
    for (const WrittenMove& one : best)
      if (contains(avoided, one.move))
        add(Level::error, "contradiction", fmt::format("{} is in bm and in am", one.san));
    if (!first_line.empty() && !best.empty() && !contains(best, first_line.front().move))
      add(Level::warning, "pv", "the first move of pv is not in bm");
    check_points(best);
  }

  void check_counts(const Options& options) {
    constexpr unsigned deepest = 20;  // some positions have hardly any moves for many plies
    auto stated = epd::perft_counts(record_);
    std::sort(stated.begin(), stated.end(),
              [](const epd::PerftCount& a, const epd::PerftCount& b) { return a.depth < b.depth; });
    Count right = 1;
    unsigned depth = 0;
    for (const epd::PerftCount& count : stated) {
      for (; depth < count.depth && right > Count(0); ++depth) {
        if (right > Count(options.recount) || depth == deepest) return;
        const auto counted = perft::run<chess::Chess>(
            position_, {.depth = static_cast<int>(depth) + 1, .stop = options.stop});
        if (!counted.complete) return;
        right = counted.leaves;
      }
      if (right != count.paths)
        add(Level::error, "count",
            fmt::format("D{} states {}, correct is {}", count.depth, count.paths, right));
    }
  }

 private:
  void check_words(const std::string& opcode, const Reading& reading, bool is_line) {
    const bool rewritten = reading.problems.empty() &&
                           std::none_of(reading.moves.begin(), reading.moves.end(),
                                        [](const auto& one) { return one.claims_false_mate(); });
    for (const std::string& problem : reading.problems) add(Level::error, "move", problem);
    std::vector<WrittenMove> seen;
    for (const WrittenMove& one : reading.moves) {
      if (one.claims_false_mate())
        add(Level::warning, "mate_sign", fmt::format("{}: '{}' does not mate", opcode, one.word));
      else if (one.word != one.san)
        add(Level::note, "san", fmt::format("{}: '{}' is {} in SAN", opcode, one.word, one.san),
            rewritten);
      if (!is_line && contains(seen, one.move))
        add(Level::note, "repeated_move", fmt::format("{} names {} twice", opcode, one.san));
      seen.push_back(one);
    }
  }

  /// The moves of PV: must be legal, and lead to the stated mate in just its length.
  void check_mating_line(const Reading& reading) {
    for (const std::string& problem : reading.problems) add(Level::error, "move", problem);
    const auto distance = record_.mate_distance();
    if (!reading.problems.empty() || !distance || *distance == 0) return;
    const auto plies = static_cast<std::int64_t>(reading.moves.size());
    const std::int64_t wanted = *distance > 0 ? 2 * *distance - 1 : -2 * *distance;
    const bool mates = !reading.moves.empty() && reading.moves.back().san.ends_with('#');
    if (plies != wanted)
      add(Level::error, "pv",
          fmt::format("{} has {} half-moves; the stated mate takes {}", mating_line, plies,
                      wanted));
    else if (!mates)
      add(Level::error, "pv", fmt::format("{} does not end in mate", mating_line));
  }

  void check_points(const std::vector<WrittenMove>& best) {
    std::vector<std::string> problems;
    const chess::Mailbox board(position_);
    const auto points = solve::points_of(record_, board.generate(), problems);
    for (std::string& problem : problems) add(Level::error, "points", std::move(problem));
    const unsigned max = solve::max_points(points);
    for (const solve::MovePoints& one : points)
      if (one.points == max && !best.empty() && !contains(best, one.move))
        add(Level::warning, "points",
            fmt::format("{} has the most points, but is not in bm",
                        chess::to_san(board, one.move)));
  }

  /// Of distances that cannot be read, check_operations() tells.
  void add_contradicting_mates() {
    std::optional<std::int64_t> first;
    for (const epd::Operation& operation : record_.operations) {
      auto moves = epd::mate_in_bm(operation);
      if (operation.opcode == "dm" && operation.operands.size() == 1)
        moves = parse_number<std::int64_t>(operation.operands.front().text);
      if (!moves) continue;
      if (!first) first = moves;
      if (*first == *moves) continue;
      add(Level::error, "contradiction",
          fmt::format("the record states mates in {} and in {}", *first, *moves));
    }
  }

  void add(Level level, const char* kind, std::string what, bool fixable = false) {
    findings_.push_back({level, record_.line, kind, std::move(what), fixable});
  }

  const epd::Record& record_;
  const chess::ValidSetup position_;
  Findings& findings_;
};

}  // namespace

std::optional<Operands> operands_of(std::string_view opcode) {
  if (is_numbered_text(opcode)) return text;
  if (epd::perft_depth(opcode)) return whole;
  for (const auto& [name, operands] : opcodes)
    if (name == opcode) return operands;
  return {};
}

std::optional<std::vector<std::string>> exact_san(const epd::Record& record,
                                                  const epd::Operation& operation) {
  const auto operands = operands_of(operation.opcode);
  if (!operands || !takes_moves(*operands) || operation.opcode == mating_line) return {};
  const Reading reading = read_moves(record, operation, *operands == line);
  if (reading.moves.empty() || !reading.problems.empty()) return {};
  std::vector<std::string> words;
  for (const WrittenMove& one : reading.moves) {
    if (one.claims_false_mate()) return {};
    words.push_back(one.san);
  }
  return words;
}

void check_record(const epd::Record& written, const Options& options, Findings& findings) {
  for (const auto& [line, what] : written.problems)
    findings.push_back({Level::error, line, "unreadable", what});
  const epd::Record record = RecordCheck(written, findings).with_missing_semicolons();
  RecordCheck check(record, findings);
  check.check_operations();
  check.check_position();
  check.check_goal();
  check.check_moves();
  check.check_counts(options);
  if (options.nodes > 0 || options.endgames) check_mates(record, options, findings);
}

}  // namespace plylab::suites::lint
