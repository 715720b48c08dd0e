#include "suites/play/match/game.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <memory>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/base/text.h"
#include "gen/chess/registry.h"

namespace plylab::suites::play::match {
namespace {

/// A positive number, the whole text; `zero` allows 0, too.
template <class Number>
std::optional<Number> limit_number(std::string_view text, bool zero = false) {
  const auto value = parse_number<Number>(text);
  if (!value || !(*value > 0 || (zero && *value == 0)) || *value > Number(1e9)) return std::nullopt;
  return value;
}

template <class Number>
Number limit_in(std::string_view where, std::string_view name, std::string_view text) {
  const auto value = limit_number<Number>(text);
  if (!value)
    throw InputError(
        fmt::format("{}: {}: '{}' is not a number above 0 and up to 10^9", where, name, text));
  return *value;
}

std::string to_string(const TimeControl& control) {
  std::string text;
  for (const Period& period : control) {
    if (!text.empty()) text += ':';
    if (period.moves > 0) text += fmt::format("{}/", period.moves);
    text += fmt::format("{}", period.base);
    if (period.increment > 0) text += fmt::format("+{}", period.increment);
  }
  return text;
}

/// Reads "40/60+0.5", where the number of moves and the increment may be left out.
std::optional<Period> parse_period(std::string_view text) {
  Period period;
  if (const auto slash = text.find('/'); slash != text.npos) {
    period.moves = limit_number<int>(text.substr(0, slash)).value_or(0);
    if (period.moves == 0) return std::nullopt;
    text.remove_prefix(slash + 1);
  }
  const auto plus = std::min(text.find('+'), text.size());
  const auto base = limit_number<double>(text.substr(0, plus));
  const auto increment =
      plus == text.size() ? 0.0 : limit_number<double>(text.substr(plus + 1), true);
  if (!base || !increment) return std::nullopt;
  period.base = *base;
  period.increment = *increment;
  return period;
}

}  // namespace

TimeControl parse_time_control(std::string_view where, std::string_view text) {
  TimeControl control;
  for (std::size_t begin = 0, end = 0; end < text.size() || begin == 0; begin = end + 1) {
    end = std::min(text.find(':', begin), text.size());
    const auto period = parse_period(text.substr(begin, end - begin));
    if (!period)
      throw InputError(fmt::format(
          "{}: '{}' is not a time control such as 10+0.1, 40/60 or 40/60:30+1, in seconds", where,
          text));
    if (!control.empty() && control.back().moves == 0)
      throw InputError(fmt::format("{}: '{}': the period before '{}' has no number of moves", where,
                                   text, text.substr(begin)));
    control.push_back(*period);
  }
  return control;
}

PlayerLimits parse_limits(std::string_view where, std::string_view text) {
  PlayerLimits limits;
  for (auto name = take_word(text); !name.empty(); name = take_word(text)) {
    const std::string_view value = take_word(text);
    if (name == "depth")
      limits.depth = std::min(limit_in<int>(where, name, value), search::max_ply - 1);
    else if (name == "nodes")
      limits.nodes = limit_in<std::uint64_t>(where, name, value);
    else if (name == "time")
      limits.seconds = limit_in<double>(where, name, value);
    else if (name == "clock")
      limits.clock = parse_time_control(where, value);
    else if (name == "equal")
      limits.equal = limit_in<double>(where, name, value);
    else
      refuse_name(where, name, {"depth", "nodes", "time", "clock", "equal"});
  }
  return limits;
}

std::string to_string(const PlayerLimits& limits) {
  std::string text;
  const auto add = [&](std::string_view name, const auto& value) {
    text += fmt::format("{}{} {}", text.empty() ? "" : " ", name, value);
  };
  if (limits.depth) add("depth", *limits.depth);
  if (limits.nodes) add("nodes", *limits.nodes);
  if (limits.seconds) add("time", *limits.seconds);
  if (limits.clock) add("clock", to_string(*limits.clock));
  if (limits.equal) add("equal", *limits.equal);
  return text;
}

std::string pgn_time_control(const PlayerLimits& limits) {
  if (limits.clock) return to_string(*limits.clock);
  if (limits.equal) return "?";
  return limits.seconds ? fmt::format("1/{}", *limits.seconds) : "-";
}

PlayerClock::PlayerClock(const PlayerLimits& limits)
    : control_(limits.clock), left_(control_ ? period().base : 0) {}

bool PlayerClock::spend(double seconds, double max, double margin) {
  spent_ += seconds;
  if (seconds > max + margin) return false;
  if (!control_) return true;
  left_ -= seconds;
  if (left_ < -margin) return false;
  left_ = std::max(left_, 0.0) + period().increment;
  if (++moves_ != period().moves) return true;
  moves_ = 0;
  if (period_ + 1 < control_->size()) ++period_;
  left_ += period().base;
  return true;
}

std::optional<int> PlayerClock::moves_to_control() const {
  if (!control_ || period().moves == 0) return std::nullopt;
  return period().moves - moves_;
}

std::optional<search::Clocks> shown(const std::array<PlayerLimits, 2>& limits,
                                    const std::array<PlayerClock, 2>& clocks, Side mover) {
  const auto own = index(mover);
  if (!limits[own].clock) return std::nullopt;
  search::Clocks view{.moves_to_control = clocks[own].moves_to_control(),
                      .period = clocks[own].period_number()};
  for (const std::size_t side : {0U, 1U}) {
    const std::size_t seen = limits[side].clock ? side : own;
    view.left[side] = clocks[seen].left();
    view.increment[side] = clocks[seen].increment();
  }
  return view;
}

double seconds_for_move(const std::array<PlayerLimits, 2>& limits,
                        const std::array<PlayerClock, 2>& clocks, Side mover) {
  const PlayerLimits& own = limits[index(mover)];
  const double max = own.seconds.value_or(std::numeric_limits<double>::infinity());
  if (!own.equal) return max;
  const double behind = clocks[index(!mover)].spent() - clocks[index(mover)].spent();
  return std::min(max, std::max(behind, *own.equal));
}

std::string to_string(const Adjudication& rules) {
  std::string text;
  const auto add = [&](std::string_view part) {
    if (!text.empty()) text += ' ';
    text += part;
  };
  if (rules.resign) add(fmt::format("resign {},{}", rules.resign->centipawns, rules.resign->moves));
  if (rules.draw)
    add(fmt::format("draw {},{},{}", rules.draw->centipawns, rules.draw->moves, rules.draw_from));
  if (rules.longest > 0) add(fmt::format("max-moves {}", rules.longest));
  if (rules.endgames) add(fmt::format("endgames ({})", rules.endgames->identity(chess::max_men)));
  return text;
}

std::optional<Verdict> Adjudicator::after(Side mover, unsigned move_number, unsigned plies,
                                          std::optional<int> score) {
  if (rules_.resign) {
    int& losing_moves = losing_moves_[index(mover)];
    losing_moves = score && *score <= -rules_.resign->centipawns ? losing_moves + 1 : 0;
    if (losing_moves >= rules_.resign->moves)
      return Verdict{Ending::adjudicated_loss, !mover,
                     fmt::format("{} wins by adjudication", name_of(!mover, white_))};
  }
  if (rules_.draw) {
    level_plies_ = score && std::abs(*score) <= rules_.draw->centipawns ? level_plies_ + 1 : 0;
    if (level_plies_ >= 2 * rules_.draw->moves &&
        move_number >= static_cast<unsigned>(rules_.draw_from))
      return Verdict{Ending::adjudicated_draw, std::nullopt, "Draw by adjudication"};
  }
  return too_long(plies);
}

std::optional<Verdict> Adjudicator::too_long(unsigned plies) const {
  if (rules_.longest > 0 && plies >= 2 * static_cast<unsigned>(rules_.longest))
    return Verdict{
        Ending::length, std::nullopt,
        fmt::format("Draw by adjudication: {} move{}", plies / 2, plies / 2 == 1 ? "" : "s")};
  return std::nullopt;
}

namespace {

constexpr int mate_score = 32000;  // beyond all scores in centipawns

Ending ending_of(engines::FaultKind kind) {
  switch (kind) {
    case engines::FaultKind::no_answer:
      return Ending::hang;
    case engines::FaultKind::malformed:
      return Ending::malformed;
    case engines::FaultKind::illegal_move:
      return Ending::illegal_move;
    case engines::FaultKind::resigned:
      return Ending::resigned;
    default:
      return Ending::crash;
  }
}

std::optional<int> score_of(const MoveInfo& info) {
  if (info.mate) return *info.mate > 0 ? mate_score : -mate_score;
  return info.centipawns;
}

search::Limits limits_of(const PlayerLimits& limits, const std::atomic<bool>& stop) {
  search::Limits result;
  if (limits.depth) result.depth = *limits.depth;
  if (limits.nodes) result.nodes = *limits.nodes;
  result.stop = &stop;
  return result;
}

Verdict verdict_of(const GameEnd& end, Side white) {
  const RuleEnding& ending = end.ending;
  std::string what(ending.words);
  if (end.winner) what = fmt::format("{} {}", name_of(*end.winner, white), ending.words);
  return {Ending::rules, end.winner, std::move(what), std::string(ending.name)};
}

/// The moves of a game, and how they end it: by the rules or by adjudication.
class Moves {
 public:
  Moves(const GameInfo& game, const AnyStart& start, const Adjudication& adjudication)
      : referee_(game.referee(start)),
        white_(game.white),
        adjudicator_(adjudication, game.white),
        endgames_(adjudication.endgames.get()) {
    if (endgames_) board_.emplace(start.as<chess::Chess>());
  }

  Side side_to_move() const { return referee_->side_to_move(); }

  /// Plays a move; false if it is not legal.
  bool play(const std::string& move) {
    mover_ = referee_->side_to_move();
    move_number_ = referee_->ply() / 2 + 1;
    if (!referee_->play(move)) return false;
    ++plies_;
    if (board_) board_->make(*move_from_text(*board_, move));
    return true;
  }

  /// The verdict by the rules, if the game is over.
  std::optional<Verdict> verdict() const {
    const auto end = referee_->end();
    return end ? std::optional(verdict_of(*end, white_)) : std::nullopt;
  }

  /// The verdict before the first move after the opening, which may end the game or be too long.
  std::optional<Verdict> verdict_of_opening() const {
    auto by_rules = verdict();
    return by_rules ? by_rules : adjudicator_.too_long(plies_);
  }

  /// The verdict after the last move, given its player's score, if any.
  std::optional<Verdict> verdict_after(std::optional<int> score) {
    if (auto by_rules = verdict()) return by_rules;
    if (board_)
      if (const auto value = endgames_->probe(board_->setup())) return by_tables(*value);
    return adjudicator_.after(mover_, move_number_, plies_, score);
  }

 private:
  Verdict by_tables(DistanceValue value) const {
    if (value.is_draw())
      return {Ending::endgame_tables, std::nullopt, "Draw by the endgame tables"};
    const Side winner = value.is_win() ? !mover_ : mover_;
    return {Ending::endgame_tables, winner,
            fmt::format("{} wins by the endgame tables: mate in {}", name_of(winner, white_),
                        value.moves())};
  }

  std::unique_ptr<Referee> referee_;
  Side white_;
  Adjudicator adjudicator_;
  const chess::EndgameTables* endgames_;
  std::optional<chess::Mailbox> board_;  // for probing the tables
  Side mover_ = Side::first;             // of the last move
  unsigned move_number_ = 0;
  unsigned plies_ = 0;
};

/// A game in progress.
class GameInProgress {
 public:
  GameInProgress(const GameInfo& game, const Opening& opening, std::size_t number,
                 const std::array<players::Player*, 2>& players,
                 const std::array<PlayerLimits, 2>& limits, const Rules& rules)
      : players_(players),
        limits_(limits),
        rules_(rules),
        moves_(game, opening.start, rules.adjudication),
        white_(game.white),
        clocks_{PlayerClock(limits[0]), PlayerClock(limits[1])} {
    played_.number = request_.game = number;
    played_.opening = opening.name;
    played_.start = request_.start = opening.start;
    played_.limits = limits_;
    for (const std::string& move : opening.moves) {
      const Side mover = moves_.side_to_move();
      if (!moves_.play(move))
        throw InputError(fmt::format("{}: '{}' is not a legal move", opening.name, move));
      record(mover, move, std::nullopt);
    }
  }

  std::optional<PlayedGame> play_on(const std::atomic<bool>& stop,
                                    const std::atomic<bool>& needless) {
    auto verdict = moves_.verdict_of_opening();
    while (!verdict) {
      if (needless) return std::nullopt;
      const Side mover = moves_.side_to_move();
      const auto side = index(mover);
      request_.limits = limits_of(limits_[side], stop);
      request_.limits.seconds = seconds_for_move(limits_, clocks_, mover);
      request_.clocks = shown(limits_, clocks_, mover);
      const engines::Reply reply = players_[side]->play(request_);
      if (stop) return std::nullopt;
      verdict = after(mover, reply);
    }
    played_.verdict = std::move(*verdict);
    return std::move(played_);
  }

 private:
  void record(Side mover, const std::string& move, std::optional<MoveInfo> info) {
    played_.plies.push_back({move, mover, std::move(info)});
    request_.moves.push_back(move);
  }

  Verdict lost(Side loser, Ending ending, std::string_view what) const {
    return {ending, !loser, fmt::format("{} {}", name_of(loser, white_), what)};
  }

  /// Plays the answer; a verdict if the game is over.
  std::optional<Verdict> after(Side mover, const engines::Reply& reply) {
    if (reply.fault) return lost(mover, ending_of(reply.fault->kind()), reply.fault->what());
    if (!reply.move) return lost(mover, Ending::no_move, "finds no move within its limits");
    if (!moves_.play(*reply.move))
      return lost(mover, Ending::illegal_move,
                  fmt::format("plays the illegal move {}", *reply.move));
    if (!clocks_[index(mover)].spend(reply.seconds, request_.limits.seconds, rules_.margin))
      return lost(mover, Ending::time, "loses on time");
    const MoveInfo info = info_of(reply);
    record(mover, *reply.move, info);
    return moves_.verdict_after(score_of(info));
  }

  const std::array<players::Player*, 2>& players_;
  const std::array<PlayerLimits, 2>& limits_;
  const Rules& rules_;
  Moves moves_;
  Side white_;
  std::array<PlayerClock, 2> clocks_;
  players::MoveRequest request_;
  PlayedGame played_;
};

}  // namespace

MoveInfo info_of(const engines::Reply& reply) {
  if (reply.from_book) return {.from_book = true};
  MoveInfo info{.depth = reply.depth,
                .seconds = std::round(1e6 * reply.seconds) / 1e6,
                .nodes = reply.nodes,
                .counters = reply.counters};
  for (const engines::EngineLine& line : reply.lines) {
    if (line.move != reply.move || !(line.centipawns || line.mate)) continue;
    info.centipawns = line.centipawns;
    info.mate = line.mate;
  }
  return info;
}

std::string to_string(const Rules& rules) {
  const std::string adjudication = to_string(rules.adjudication);
  return fmt::format("{}{}margin {}", adjudication, adjudication.empty() ? "" : " ", rules.margin);
}

std::optional<PlayedGame> play_game(const GameInfo& game, const Opening& opening,
                                    std::size_t number,
                                    const std::array<players::Player*, 2>& players,
                                    const std::array<PlayerLimits, 2>& limits, const Rules& rules,
                                    const std::atomic<bool>& stop,
                                    const std::atomic<bool>& needless) {
  auto played =
      GameInProgress(game, opening, number, players, limits, rules).play_on(stop, needless);
  for (players::Player* player : players) player->new_game();  // so that none keeps pondering
  return played;
}

}  // namespace plylab::suites::play::match
