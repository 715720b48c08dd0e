#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/endgames/table.h"
#include "gen/chess/mailbox/mailbox.h"
#include "gen/chess/text.h"
#include "search/mate/composition.h"
#include "search/mate/solvers.h"
#include "suites/lint/record.h"
#include "suites/mate/by_tables.h"

namespace plylab::suites::lint {
namespace {

using chess::Move;
using search::mate::MateLimits;

search::mate::MateProblem problem_of(const chess::ValidSetup& position, int max_moves,
                                     const MateLimits& limits) {
  constexpr std::uint64_t bytes_per_node = 32, min = 1 << 16, max = 64 << 20;
  return {.position = position,
          .max_moves = std::min(max_moves, search::mate::longest_mate),
          .limits = limits,
          .table_bytes = std::clamp(bytes_per_node * std::min(limits.nodes, max), min, max)};
}

/// Whether the record is a problem other than a direct mate.
bool has_other_stipulation(const epd::Record& record) {
  const auto text = record.text("stipulation");
  if (!text) return false;
  try {
    return search::mate::parse_stipulation(*text).in(0) != search::mate::Stipulation().in(0);
  } catch (const InputError&) {  // reported as a wrong operand
    return true;
  }
}

bool contains(const std::vector<Move>& moves, Move move) {
  return std::find(moves.begin(), moves.end(), move) != moves.end();
}

bool same_outcome(DistanceValue a, DistanceValue b) {
  return a.is_win() == b.is_win() && a.is_loss() == b.is_loss();
}

/// A verb for a move of that value.
std::string deed_of(DistanceValue value) {
  if (value.is_draw()) return "draws";
  return value.is_win() ? fmt::format("mates in {}", value.moves()) : "loses";
}

/// Checks a record's mates by the solvers or endgame tables.
class MateCheck {
 public:
  /// `tables` may be null.
  MateCheck(const epd::Record& record, const chess::EndgameTables* tables, Findings& findings)
      : record_(record), position_(record.setup), tables_(tables), findings_(findings) {
    const auto legal = chess::Mailbox(position_).generate();
    legal_.assign(legal.begin(), legal.end());
    best_ = epd::best_moves(record, legal).moves;
    avoid_ = epd::avoid_moves(record, legal).moves;
  }

  bool game_over() const { return legal_.empty(); }

  /// Checks a record with dm.
  void check_claim(std::uint64_t claimed, const MateLimits& limits) {
    constexpr auto longest = static_cast<std::uint64_t>(search::mate::longest_mate);
    const int searched = static_cast<int>(std::min(claimed, longest));
    const auto known = tables_ ? mate::shortest_mate(*tables_, position_) : std::nullopt;
    if (known) source_ = by_tables;
    if (!known && limits.nodes == 0) return;
    const auto mate =
        known ? *known : search::mate::shortest_mate(problem_of(position_, searched, limits));
    const std::string claim = fmt::format("dm {}", claimed);
    if (mate.moves > 0 && static_cast<std::uint64_t>(mate.moves) > claimed)
      refute(claim, fmt::format("mate takes {} moves", mate.moves));
    else if (mate.moves > 0 && static_cast<std::uint64_t>(mate.moves) < claimed)
      refute(claim, fmt::format("there is a mate in {}{}", mate.moves, by(mate.keys)));
    else if (!mate.complete)
      note_undecided(claim, searched, mate, limits);
    else if (mate.moves == 0 && claimed > longest && !known)
      add(Level::note, "undecided",
          fmt::format("{}: there is no mate in {}; longer ones are not searched for", claim,
                      searched));
    else if (mate.moves == 0)
      refute(claim, fmt::format("there is no mate in {}", claimed));
    else
      check_keys(claim, mate);
  }

  /// Checks a record that says that the side to move is mated in that many moves.
  void check_mated(std::uint64_t claimed, const MateLimits& limits) {
    constexpr auto longest = static_cast<std::uint64_t>(search::mate::longest_mate);
    const std::string claim = claimed == 0 ? "dm 0" : fmt::format("dm -{}", claimed);
    if (game_over() && chess::Mailbox(position_).checkers() == 0)
      return refute(claim, "the side to move is stalemated");
    if (game_over() && claimed > 0) return refute(claim, "the side to move is mated already");
    if (!game_over() && claimed == 0) return refute(claim, "the side to move is not mated");
    if (game_over()) return;
    // None if there are no tables, and no searches.
    const auto mate_of = [&](const chess::ValidSetup& position, std::uint64_t max_moves,
                             std::uint64_t nodes) {
      auto known = tables_ ? mate::shortest_mate(*tables_, position) : std::nullopt;
      if (!known && limits.nodes > 0)
        known = search::mate::shortest_mate(problem_of(position, static_cast<int>(max_moves),
                                                       {.nodes = nodes, .stop = limits.stop}));
      return known;
    };
    const std::uint64_t share = std::max<std::uint64_t>(1, limits.nodes / legal_.size());
    if (const auto own = mate_of(position_, 0, share); own && own->moves > 0)
      return refute(claim,
                    fmt::format("the side to move mates in {}{}", own->moves, by(own->keys)));
    int slowest = 0;
    std::optional<Move> undecided;
    const auto first = std::max<std::uint64_t>(1, share / 100);  // enough for most escapes
    for (const std::uint64_t nodes : {first, share}) {
      undecided.reset();
      for (const Move move : legal_) {
        const auto mate = mate_of(position_after(move), std::min(claimed, longest), nodes);
        if (!mate) return;
        const auto moves = static_cast<std::uint64_t>(mate->moves);
        if (moves > claimed || (moves == 0 && mate->complete && claimed <= longest))
          return refute(claim, fmt::format("after {} there is no mate in {}", san(move), claimed));
        if (moves == 0 && !undecided) undecided = move;
        slowest = std::max(slowest, mate->moves);
      }
      if (!undecided || (limits.stop && *limits.stop)) break;
    }
    if (limits.stop && *limits.stop) return;
    if (undecided)
      return add(Level::note, "undecided",
                 fmt::format("{}: not decided within {} positions after {}", claim, share,
                             san(*undecided)));
    if (static_cast<std::uint64_t>(slowest) < claimed)
      refute(claim, fmt::format("the side to move is mated in {}", slowest));
  }

  /// Checks a record without dm.
  void check_unclaimed(const MateLimits& limits) {
    const std::size_t before = findings_.size();
    if (tables_) check_outcomes(*tables_);
    if (findings_.size() > before || limits.nodes == 0) return;
    const auto mate = search::mate::shortest_mate(problem_of(position_, 0, limits));
    if (!mate.keys.empty()) {
      check_avoided(mate);
      if (!best_.empty() && std::none_of(best_.begin(), best_.end(),
                                         [&](Move move) { return contains(mate.keys, move); }))
        add(Level::warning, "mate_missed",
            fmt::format("bm: there is a mate in {}{}", mate.moves, by(mate.keys)));
    }
    if (mate.moves > 0) return;
    for (const Move move : best_) check_answer(move, limits);
  }

 private:
  static constexpr std::string_view by_tables = ", by the endgame tables";

  /// Refutes best moves that worsen the outcome, and moves to avoid that are as good as any.
  void check_outcomes(const chess::EndgameTables& tables) {
    const auto moves = rated_moves(tables, position_);
    const auto best = probe(tables, position_, moves);
    if (!best) return;
    source_ = by_tables;
    for (const auto& [move, value] : moves) {
      if (!value.exists()) continue;
      if (contains(best_, move) && !same_outcome(value, *best))
        refute("bm", fmt::format("{} {}, {} {}", san(move), deed_of(value), san(moves.front().move),
                                 deed_of(*best)));
      if (contains(avoid_, move) && value == *best && !best->is_loss())
        refute("am", fmt::format("{} {}, and no move does better", san(move), deed_of(value)));
    }
    source_ = {};
  }

  void check_keys(const std::string& claim, const search::mate::ShortestMate& mate) {
    for (const Move move : best_)
      if (!contains(mate.keys, move))
        refute(claim, fmt::format("{} does not mate in {}", san(move), mate.moves));
    check_avoided(mate);
    if (best_.empty()) return;
    std::vector<Move> others = mate.keys;
    std::erase_if(others, [&](Move key) { return contains(best_, key) || contains(avoid_, key); });
    if (!others.empty())
      add(Level::warning, "second_key",
          fmt::format("{}: not in bm, but mates in {} too:{}", claim, mate.moves, listed(others)));
  }

  void check_avoided(const search::mate::ShortestMate& mate) {
    for (const Move move : avoid_)
      if (contains(mate.keys, move))
        refute("am", fmt::format("{} mates in {}", san(move), mate.moves));
  }

  /// Refutes a move after which the other side mates, if there is a move after which it does not.
  void check_answer(Move move, const MateLimits& limits) {
    const auto mate = search::mate::shortest_mate(problem_of(position_after(move), 0, limits));
    if (mate.keys.empty()) return;
    for (const Move other : legal_) {
      const auto there =
          search::mate::shortest_mate(problem_of(position_after(other), mate.moves, limits));
      if (there.refuted < mate.moves) continue;
      return refute(
          "bm",
          fmt::format("after {} there is a mate in {} by {}, after {} there is not", san(move),
                      mate.moves, chess::san(position_after(move), mate.keys.front()), san(other)));
    }
  }

  void note_undecided(const std::string& claim, int claimed, const search::mate::ShortestMate& mate,
                      const MateLimits& limits) {
    if (limits.stop && *limits.stop) return;
    std::string what = fmt::format("{}: not decided within {} positions", claim, limits.nodes);
    if (mate.refuted > 0) what += fmt::format("; there is no mate in {}", mate.refuted);
    const auto found = search::mate::solve_by_proof_numbers(problem_of(position_, claimed, limits));
    if (found.mates())
      what += fmt::format("; {} mates in {}", san(found.line.front()), found.moves);
    add(Level::note, "undecided", std::move(what));
  }

  void refute(const std::string& claim, const std::string& why) {
    add(Level::error, "refuted", fmt::format("{}: {}{}", claim, why, source_));
  }

  void add(Level level, const char* kind, std::string what) {
    findings_.push_back({level, record_.line, kind, std::move(what)});
  }

  std::string san(Move move) const { return chess::san(position_, move); }

  /// " by Qh7 Rh8", or nothing if the moves are not known.
  std::string by(const std::vector<Move>& moves) const {
    return moves.empty() ? "" : " by" + listed(moves);
  }

  /// " Qh7 Rh8".
  std::string listed(const std::vector<Move>& moves) const {
    std::string text;
    for (const Move move : moves) text += ' ' + san(move);
    return text;
  }

  chess::ValidSetup position_after(Move move) const {
    return chess::ValidSetup(chess::after(position_.setup(), move));
  }

  const epd::Record& record_;
  const chess::ValidSetup position_;
  const chess::EndgameTables* tables_;
  Findings& findings_;
  std::string_view source_ = {};  // suffix of refutations without a search
  std::vector<Move> legal_, best_, avoid_;
};

}  // namespace

void check_mates(const epd::Record& record, const Options& options, Findings& findings) {
  constexpr std::uint64_t share_without_claim = 2000;
  const auto claimed = record.mate_distance();
  if (has_other_stipulation(record)) return;
  if (!claimed && record.find("bm") == nullptr && record.find("am") == nullptr) return;
  MateCheck check(record, options.endgames, findings);
  const MateLimits limits{.nodes = options.nodes, .stop = options.stop};
  if (claimed && *claimed <= 0) check.check_mated(static_cast<std::uint64_t>(-*claimed), limits);
  if (check.game_over() || (claimed && *claimed <= 0)) return;
  if (claimed)
    check.check_claim(static_cast<std::uint64_t>(*claimed), limits);
  else
    check.check_unclaimed({.nodes = options.nodes / share_without_claim, .stop = options.stop});
}

}  // namespace plylab::suites::lint
