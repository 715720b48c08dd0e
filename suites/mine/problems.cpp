#include "suites/mine/problems.h"

#include <fmt/format.h>

#include <array>

#include "gen/chess/board/reference.h"
#include "gen/chess/mailbox/mailbox.h"
#include "gen/chess/text.h"

namespace plylab::suites::mine {
namespace {

search::mate::MateProblem problem_of(const chess::Setup& setup, int most_moves,
                                     std::uint64_t nodes) {
  search::mate::MateProblem problem{chess::ValidSetup(setup)};
  problem.most_moves = most_moves;
  problem.limits.nodes = nodes;
  problem.table_bytes = std::size_t{16} << 20;
  return problem;
}

/// For ids.
char letter_of(GainClass gain_class) { return "PNRQ"[static_cast<std::size_t>(gain_class)]; }

/// The line in SAN, move by move.
std::vector<epd::Operand> san_of(const chess::Setup& setup, const std::vector<chess::Move>& line) {
  std::vector<epd::Operand> words;
  chess::Mailbox board{chess::ValidSetup(setup)};
  for (const chess::Move move : line) {
    words.push_back({chess::to_san(board, move), false});
    board.make(move);
  }
  return words;
}

}  // namespace

MinedMate::Pattern MinedMate::pattern() const {
  const chess::Setup then = chess::after(setup, key);
  return {moves, material_of(setup), type_of(setup.squares[key.from()]), key.is_capture(),
          chess::in_check(then.squares, then.side)};
}

std::vector<int> MateMiner::groups() const {
  std::vector<int> lengths;
  for (int moves = shortest_; moves <= longest_; ++moves) lengths.push_back(moves);
  return lengths;
}

/// Whether proof-number search finds a mate soon. Most positions have none, and to refute all of
/// them exhaustively would take most of the time.
bool MateMiner::may_mate(const chess::Setup& setup) const {
  constexpr std::uint64_t share = 200;
  return search::mate::solve_by_proof_numbers(problem_of(setup, longest_, nodes_ / share)).mates();
}

std::optional<MinedMate> MateMiner::find(const chess::Setup& position,
                                         const std::map<int, bool>& wanted,
                                         std::uint64_t& seed) const {
  if (!may_mate(position)) return {};
  const auto mate = search::mate::shortest_mate(problem_of(position, longest_, nodes_));
  if (mate.keys.size() != 1) return {};
  const auto group = wanted.find(mate.moves);
  if (group == wanted.end() || !group->second) return {};
  MinedMate problem{position, mate.keys.front(), mate.moves};
  minimize(problem.setup, problem.key.from(), seed, [&](const chess::Setup& fewer) {
    const auto same = search::mate::shortest_mate(problem_of(fewer, mate.moves, nodes_));
    return same.moves == mate.moves && same.keys == mate.keys;
  });
  return problem;
}

SuiteEntry MinedMate::entry() const {
  return {fmt::format("mates in {}", moves),
          fmt::format("mate {}", moves),
          {{"bm", {{chess::san(chess::ValidSetup(setup), key), false}}},
           {"dm", {{fmt::format("{}", moves), false}}}}};
}

GainClass gain_class_of(int pawns) {
  return pawns >= 8   ? GainClass::queen
         : pawns >= 5 ? GainClass::rook
         : pawns >= 3 ? GainClass::minor
                      : GainClass::pawn;
}

std::string_view name_of(GainClass gain_class) {
  constexpr std::array<std::string_view, 4> gains{"a pawn or two", "a minor piece", "a rook",
                                                  "a queen"};
  return gains[static_cast<std::size_t>(gain_class)];
}

Tactic::Pattern Tactic::pattern() const {
  std::string material = material_of(setup), mechanism;
  std::erase_if(material, [](char letter) { return letter == 'P' || letter == 'p'; });
  chess::Mailbox board{chess::ValidSetup(setup)};
  for (std::size_t i = 0; i < gain.line.size(); ++i) {
    const chess::Move move = gain.line[i];
    const char piece = letter(type_of(board.piece_on(move.from())));
    const char captured =
        move.is_capture() ? letter(type_of(board.piece_on(move.captured_on()))) : '-';
    board.make(move);
    if (i % 2 == 0) mechanism += {piece, captured, board.checkers() != 0 ? '+' : ' '};
  }
  return {group(), material, mechanism};
}

std::vector<TacticMiner::Group> TacticMiner::groups() const {
  std::vector<Group> groups;
  for (int plies = fewest_plies_; plies <= most_plies_; plies += 2)
    for (const GainClass gain_class :
         {GainClass::pawn, GainClass::minor, GainClass::rook, GainClass::queen})
      groups.emplace_back(plies, gain_class);
  return groups;
}

std::optional<Tactic> TacticMiner::find(const chess::Setup& position,
                                        const std::map<Group, bool>& wanted,
                                        std::uint64_t& seed) const {
  // Most positions have no gain, and a tenth of the work finds most gains.
  constexpr std::uint64_t share = 10;
  const auto first =
      unique_gain(chess::ValidSetup(position), most_plies_, {.nodes = nodes_ / share});
  if (!first) return {};
  Tactic tactic{position, *first};
  const auto group = wanted.find(tactic.group());
  if (group == wanted.end() || !group->second) return {};
  minimize(tactic.setup, first->key.from(), seed, [&](const chess::Setup& fewer) {
    auto gain = unique_gain(chess::ValidSetup(fewer), first->plies, {.nodes = nodes_});
    if (!gain || !gain->same_as(*first)) return false;
    tactic.gain = std::move(*gain);
    return true;
  });
  if (!holds_deeper(chess::ValidSetup(tactic.setup), tactic.gain, {.nodes = 10 * nodes_}))
    return {};
  return tactic;
}

SuiteEntry Tactic::entry() const {
  const GainClass gain_class = gain_class_of(gain.pawns);
  return {fmt::format("gains of {} in {} plies", name_of(gain_class), gain.plies),
          fmt::format("tactic {}{}", gain.plies, letter_of(gain_class)),
          {{"bm", {{chess::san(chess::ValidSetup(setup), gain.key), false}}},
           {"pv", san_of(setup, gain.line)},
           {"c1", {{fmt::format("gain {} in {} plies", 100 * gain.pawns, gain.plies), true}}}}};
}

}  // namespace plylab::suites::mine
