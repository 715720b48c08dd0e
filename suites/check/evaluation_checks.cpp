// Whether an evaluation knows colours and files apart, although the rules do not.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "gen/chess/board/reference.h"
#include "suites/check/check.h"

namespace plylab::suites::check {
namespace {

/// Without castling rights, and quiet.
constexpr std::array<const char*, 6> valued_positions{
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
    "r2q1rk1/1b2bppp/p1n1pn2/1p6/3P4/1BN2N2/PP2QPPP/R1BR2K1 b - - 0 13",
    "2r3k1/5pp1/p3p2p/1p2P3/3R1P2/P5P1/1P3K1P/8 w - - 0 30",
    "8/5pk1/6p1/3p4/1P1P1P2/6P1/6K1/8 b - - 0 40",
    "6k1/5p1p/4b1p1/2B5/8/1P4P1/5P1P/6K1 w - - 0 35",
    "2kr3r/ppp2ppp/2n1b3/4q3/8/2N1BP2/PPPQ2PP/1K1R3R w - - 0 15"};

/// A value for the side to move, and where it comes from.
struct Value {
  int centipawns = 0;
  bool printed = false;  ///< by eval
  std::string sent;
};

/// The value that "eval" prints, or else the score of depth 1.
Value value_of(Client& client, const chess::Setup& setup) {
  const Question asked = question(chess::to_string(setup), "go depth 1");
  client.send("ucinewgame");
  client.send(asked.position);
  client.send("eval");
  std::optional<engines::PrintedValue> printed;
  for (const std::string& line : client.synchronise())
    if (const auto value = engines::read_static_value(line)) printed = value;
  if (printed && printed->centipawns)
    return {setup.side == chess::white ? *printed->centipawns : -*printed->centipawns, true,
            asked.position + "; eval"};
  const Search search = client.search(asked);
  const Info* const line = search.last_exact();
  if (line == nullptr || !line->centipawns)
    throw NotApplicable("the engine prints no value on eval, and has no score at depth 1");
  return {*line->centipawns, false, search.sent()};
}

/// Fails if a position and its image have other values. A search of one ply may break ties by the
/// order of moves, so that a little is allowed.
void expect_same_values(Examination& exam, chess::Setup (*image_of)(const chess::Setup&),
                        const char* what) {
  constexpr int rounding = 1, ties = 10;
  for (const char* fen : valued_positions) {
    const chess::Setup setup = chess::ValidSetup(fen).setup();
    const Value value = value_of(exam.client, setup),
                image = value_of(exam.client, image_of(setup));
    const int allowed = value.printed && image.printed ? rounding : ties;
    if (std::abs(value.centipawns - image.centipawns) > allowed)
      throw Broken(fmt::format("{} centipawns for the side to move, and {} with {}",
                               value.centipawns, image.centipawns, what),
                   value.sent + "; " + image.sent);
  }
}

void check_colours(Examination& exam) {
  expect_same_values(exam, chess::with_colors_exchanged, "White and Black exchanged");
}

void check_files(Examination& exam) {
  expect_same_values(exam, chess::with_files_reversed, "the files in reverse");
}

constexpr std::array evaluation_rules{
    CheckRule{"evaluation", "colours",
              "a position has the same value for the side to move if White and Black are exchanged",
              chess_rules, check_colours},
    CheckRule{"evaluation", "files",
              "without castling rights a position has the same value with its files in reverse; "
              "networks and tables may differ on purpose",
              chess_rules, check_files, true},
};

}  // namespace

std::vector<CheckRule> evaluation_checks() {
  return {evaluation_rules.begin(), evaluation_rules.end()};
}

}  // namespace plylab::suites::check
