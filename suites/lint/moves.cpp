#include "suites/lint/moves.h"

#include <fmt/format.h>

#include <algorithm>

#include "gen/chess/board/notation.h"
#include "gen/chess/mailbox/mailbox.h"
#include "suites/lint/contains.h"
#include "suites/lint/opcodes.h"
#include "suites/solve/goal.h"

namespace plylab::suites::lint {
namespace {

/// A move as a record writes it.
struct Written {
  std::string word;
  chess::Move move;
  std::string san;

  bool claims_false_mate() const {
    return word.find('#') != std::string::npos && !san.ends_with('#');
  }
};

/// The moves of one operation, up to the first that a line cannot follow.
struct Reading {
  std::vector<Written> moves;
  std::vector<std::string> problems;
};

Reading read(const epd::Record& record, const epd::Operation& operation, bool is_line) {
  Reading reading;
  chess::Mailbox board{chess::ValidSetup(record.setup)};
  for (const std::string& word : epd::move_words(operation)) {
    try {
      const chess::Move move = chess::parse_move(board, word);
      reading.moves.push_back({word, move, chess::to_san(board, move)});
      if (is_line) board.make(move);
    } catch (const chess::MoveError& error) {
      reading.problems.push_back(fmt::format("{}: {}", operation.opcode, error.what()));
      if (is_line) break;
    }
  }
  return reading;
}

bool names_moves(Operands operands) {
  return operands == Operands::moves || operands == Operands::move || operands == Operands::line;
}

std::vector<chess::Move> moves_of(const Reading& reading) {
  std::vector<chess::Move> moves;
  for (const Written& written : reading.moves) moves.push_back(written.move);
  return moves;
}

void check_words(const epd::Record& record, const std::string& opcode, const Reading& reading,
                 bool is_line, Findings& findings) {
  const auto add = [&](Level level, const char* kind, std::string what, bool fixable = false) {
    findings.push_back({level, record.line, kind, std::move(what), fixable});
  };
  bool rewritten = reading.problems.empty();
  for (const Written& one : reading.moves) rewritten &= !one.claims_false_mate();
  for (const std::string& problem : reading.problems) add(Level::error, "move", problem);
  std::vector<chess::Move> seen;
  for (const Written& one : reading.moves) {
    if (one.claims_false_mate())
      add(Level::warning, "mate_sign", fmt::format("{}: '{}' does not mate", opcode, one.word));
    else if (one.word != one.san)
      add(Level::note, "san", fmt::format("{}: '{}' is {} in SAN", opcode, one.word, one.san),
          rewritten);
    if (!is_line && contains(seen, one.move))
      add(Level::note, "repeated_move", fmt::format("{} names {} twice", opcode, one.san));
    seen.push_back(one.move);
  }
}

void check_points(const epd::Record& record, const std::vector<chess::Move>& best,
                  Findings& findings) {
  std::vector<std::string> problems;
  const auto legal = chess::Mailbox(chess::ValidSetup(record.setup)).generate();
  const auto points = solve::points_of(record, legal, problems);
  for (std::string& problem : problems)
    findings.push_back({Level::error, record.line, "points", std::move(problem)});
  const unsigned most = solve::most_points(points);
  for (const solve::MovePoints& one : points)
    if (one.points == most && !best.empty() && !contains(best, one.move))
      findings.push_back(
          {Level::warning, record.line, "points",
           fmt::format("{} has the most points, but is not in bm",
                       chess::to_san(chess::Mailbox(chess::ValidSetup(record.setup)), one.move))});
}

}  // namespace

void check_moves(const epd::Record& record, Findings& findings) {
  std::vector<chess::Move> best, avoided, line;
  std::vector<Written> good;
  for (const epd::Operation& operation : record.operations) {
    const auto operands = operands_of(operation.opcode);
    if (!operands || !names_moves(*operands)) continue;
    const bool is_line = *operands == Operands::line;
    const Reading reading = read(record, operation, is_line);
    check_words(record, operation.opcode, reading, is_line, findings);
    if (operation.opcode == "bm") good = reading.moves;
    auto& moves = operation.opcode == "bm" ? best : operation.opcode == "am" ? avoided : line;
    if (&moves != &line || is_line) moves = moves_of(reading);
  }
  for (const Written& one : good)
    if (contains(avoided, one.move))
      findings.push_back({Level::error, record.line, "contradiction",
                          fmt::format("{} is in bm and in am", one.san)});
  if (!line.empty() && !best.empty() && !contains(best, line.front()))
    findings.push_back({Level::warning, record.line, "pv", "the first move of pv is none of bm"});
  check_points(record, best, findings);
}

std::optional<std::vector<std::string>> exact_san(const epd::Record& record,
                                                  const epd::Operation& operation) {
  const auto operands = operands_of(operation.opcode);
  if (!operands || !names_moves(*operands)) return {};
  const Reading reading = read(record, operation, *operands == Operands::line);
  if (reading.moves.empty() || !reading.problems.empty()) return {};
  std::vector<std::string> words;
  for (const Written& one : reading.moves) {
    if (one.claims_false_mate()) return {};
    words.push_back(one.san);
  }
  return words;
}

}  // namespace plylab::suites::lint
