#include "perft/verify/hypotheses.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "gen/chess/board/board.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/explain/explain.h"
#include "gen/chess/explain/terms.h"
#include "gen/chess/text.h"

namespace plylab::perft::verify {
namespace {

using namespace chess;

PathEnd path_end_of(const ReachedPosition& reached) {
  PathEnd path{reached.start, {}, ValidSetup(reached.position()).setup()};
  Setup setup = reached.start;
  for (const Move move : reached.path) {
    path.steps.push_back({setup, move, chess::after(setup, move)});
    setup = path.steps.back().after;
  }
  return path;
}

bool has_two_kings(const Setup& setup) {
  return std::count(setup.squares.begin(), setup.squares.end(), white_king) == 1 &&
         std::count(setup.squares.begin(), setup.squares.end(), black_king) == 1;
}

/// The leaves two plies on by a generator that lists these moves and is right after them.
Count replies(const Setup& position, const std::vector<Move>& moves) {
  Count leaves;
  for (const Move move : moves) {
    const Setup next = chess::after(position, move);
    if (has_two_kings(next)) leaves += legal_moves(next).size();
  }
  return leaves;
}

// ---- checks that do not exist ----

/// The squares between a slider and a king on one of its lines; none for other pieces.
std::vector<Square> line_of_check(const Squares& squares, Square checker, Square king_square) {
  const PieceType type = type_of(squares[checker]);
  const std::vector<Square> way = between(checker, king_square);
  const bool is_straight =
      file_of(checker) == file_of(king_square) || rank_of(checker) == rank_of(king_square);
  const bool slides = type == queen || type == (is_straight ? rook : bishop);
  return slides ? way : std::vector<Square>();
}

/// Whether all moves listed answer a check by the piece, and those missing do not. A king may be
/// kept from squares on the line of the check.
bool answers_check(const Setup& position, const std::vector<Move>& listed,
                   const std::vector<Move>& missing, Square king_square, Square checker) {
  const std::vector<Square> way = line_of_check(position.squares, checker, king_square);
  const auto answers = [&](Move move) {
    return move.captured_on() == checker ||
           (move.from() != king_square && contains(way, move.to()));
  };
  return std::ranges::all_of(listed,
                             [&](Move move) {
                               return answers(move) ||
                                      (move.from() == king_square && !move.is_castle());
                             }) &&
         std::ranges::none_of(missing, [&](Move move) {
           return answers(move) || (move.from() == king_square && !move.is_castle() && way.empty());
         });
}

// ---- faults of unmake, as shown by the branches after the move ----

/// A walk with the counts reported for its branches, in the generator's order.
class ReportedWalk {
 public:
  ReportedWalk(const Counterexample& walk, const Setup& root, Positions& positions)
      : positions_(positions), root_(root), depth_(walk.depth) {
    const Comparison& comparison = walk.comparison;
    for (const Move move : comparison.order) branches_.push_back({move, {}});
    for (auto& [move, reported] : branches_)
      for (const Miscount& miscount : comparison.miscounts)
        if (miscount.move == move) reported = miscount.reported;
    first_ = static_cast<std::size_t>(
        std::find_if(branches_.begin(), branches_.end(), [](auto& b) { return b.second; }) -
        branches_.begin());
    miscounts_ = comparison.miscounts.size();
  }

  std::size_t miscounts() const { return miscounts_; }
  /// The index of the first wrong branch.
  std::size_t first() const { return first_; }
  Move move(std::size_t place) const { return branches_[place].first; }

  /// How many wrong counts are predicted by a state that the branch at `place` left at the root; 0
  /// if the first wrong count is not predicted, or the predictions are too few.
  std::size_t predicted_by(const Setup& left, Evidence needed, std::size_t place) {
    if (first_ == branches_.size() || !predicts(left, first_)) return 0;
    std::size_t number = 0, last = first_;
    for (std::size_t i = first_; i < branches_.size(); ++i) {
      if (!branches_[i].second) continue;
      last = i;
      number += predicts(left, i);
    }
    const std::size_t min = needed == Evidence::some   ? std::min<std::size_t>(2, miscounts_)
                            : needed == Evidence::half ? (miscounts_ + 1) / 2
                                                       : std::max<std::size_t>(2, miscounts_);
    if (number < min) return 0;
    for (std::size_t i = place + 1; i < last && needed == Evidence::all; ++i)
      if (!branches_[i].second && !predicts(left, i)) return 0;
    return number;
  }

 private:
  bool predicts(const Setup& left, std::size_t place) {
    const auto& [move, reported] = branches_[place];
    const Piece mover = left.squares[move.from()];
    if (mover == no_piece || color_of(mover) != root_.side) return false;
    Setup before = left;  // its side to move may be wrong
    before.side = root_.side;
    Setup next = chess::after(before, move);
    next.side = !left.side;
    // A generator that recognises e.p. captures by the e.p. square does not remove the pawn if the
    // square is lost.
    if (move.is_en_passant() && left.en_passant != move.to())
      next.squares[move.captured_on()] = left.squares[move.captured_on()];
    const auto below = count(next);
    return below && below == (reported ? reported : count(chess::after(root_, move)));
  }

  std::optional<Count> count(const Setup& child) {
    Simulation simulation(positions_, no_fault, 2'000);
    const Count leaves = simulation.count(child, depth_ - 1);
    return simulation.gave_up() ? std::nullopt : std::optional(leaves);
  }

  Positions& positions_;
  Setup root_;
  int depth_;
  std::vector<std::pair<Move, std::optional<Count>>> branches_;  ///< the count where it is wrong
  std::size_t first_;
  std::size_t miscounts_;
};

// ---- tables ----

constexpr std::size_t max_questions = 5'000;  // to learn the order of moves

/// The table shapes to try for a fault, the common ones first.
std::vector<TableShape> shapes_for(const FaultModel& model) {
  std::vector<TableShape> shapes;
  for (const bool entry_per_depth : {false, true})
    for (const bool every_double_step : {false, true})
      for (const bool remembers : {false, true})
        for (const int min_depth : {1, 2})
          if (!model.takes || !entry_per_depth)
            shapes.push_back({min_depth, remembers, every_double_step, entry_per_depth});
  if (model.takes && model.takes(1, 2)) shapes.push_back({.holds_root = true});
  return shapes;
}

/// "after 1. e4 e5", to follow "the position" or "the one".
std::string after_line(const Setup& root, const std::vector<Move>& path) {
  return path.empty() ? "asked about" : "after " + san_line(ValidSetup(root), path);
}

std::string table_sentence(const FaultModel& model, const Setup& root,
                           const Simulation::Confusion& confusion) {
  if (!model.restores_key) return fmt::format("as if {}", model.says);
  const std::string met = after_line(root, confusion.met);
  const std::string counted = after_line(root, confusion.counted);
  if (confusion.met_depth == confusion.counted_depth)
    return fmt::format("as if {}: the position {} is taken for the one {}", model.says, met,
                       counted);
  return fmt::format(
      "as if {}: for the perft({}) of the position {} it takes the perft({}) of the {}", model.says,
      confusion.met_depth, met, confusion.counted_depth,
      met == counted ? "same" : "one " + counted);
}

/// The moves in the generator's order, if it lists exactly the legal ones.
std::vector<Move> moves_in_its_order(engines::GeneratorUnderTest& generator, const Setup& setup) {
  std::vector<Move> order = ask(generator, {setup, {}}, 1).order;
  const std::vector<Move> legal = legal_moves(setup);
  return std::is_permutation(order.begin(), order.end(), legal.begin(), legal.end()) ? order
                                                                                     : legal;
}

/// A word for the kind of move, as different code makes it.
std::string_view kind_of(const Step& step) {
  const Move move = step.move;
  if (move.is_castle()) return "castling";
  if (move.is_en_passant()) return "en passant";
  if (move.is_promotion()) return "promotion";
  if (type_of(step.before.squares[move.from()]) == king) return "king";
  if (move.is_capture()) return "capture";
  return move.kind() == MoveKind::double_push ? "double step" : "other";
}

/// The kind of move, if it changes what the generator has otherwise; else empty. A rook's capture
/// is one, whatever takes it.
std::string_view kind_if_wrong(const Step& step, const Setup& right, const Setup& believed) {
  for (const unsigned color : {0U, 1U})
    for (const unsigned side : {0U, 1U})
      if (const Square rook_square = step.before.castling[color][side];
          believed.castling[color][side] != right.castling[color][side] &&
          rook_square != step.after.castling[color][side])
        return step.move.to() == rook_square && !step.move.is_castle() ? "capture" : kind_of(step);
  for (int s = a1; s <= h8; ++s)
    if (const auto square = static_cast<Square>(s);
        believed.squares[square] != right.squares[square] &&
        step.before.squares[square] != step.after.squares[square])
      return kind_of(step);
  return "";
}

/// What has become of the castling rights that the generator has otherwise; empty if none is.
std::string_view change_of_rights(const Setup& right, const Setup& believed) {
  bool has_more = false, has_fewer = false;
  for (const unsigned color : {0U, 1U})
    for (const unsigned side : {0U, 1U}) {
      const Square is = believed.castling[color][side], should = right.castling[color][side];
      if (is == should) continue;
      has_more |= is != no_square;
      has_fewer |= should != no_square;
    }
  return has_more && has_fewer ? "exchanged" : has_more ? "kept" : has_fewer ? "lost" : "";
}

/// The kind of the last move of the path that changed what the generator has otherwise.
std::string_view made_wrongly(const PathEnd& path, const Setup& believed) {
  for (auto step = path.steps.rbegin(); step != path.steps.rend(); ++step)
    if (const auto kind = kind_if_wrong(*step, path.position, believed); !kind.empty()) return kind;
  return path.steps.empty() ? "" : kind_of(path.steps.back());
}

}  // namespace

const StateModel beliefs_about_checks{
    .part = part::checks, .cause = "", .needs_moves = true, .each = nullptr};

std::vector<Hypothesis> believed_states(const ReachedPosition& reached,
                                        const Comparison& comparison) {
  constexpr std::size_t max_alike = 3;  // by one model
  PathEnd path = path_end_of(reached);
  path.only_counted = comparison.answer.branches.empty();
  std::vector<Hypothesis> found;
  for (const StateModel& model : state_models()) {
    // A total alone would fit faults on many squares; and pieces are assumed to be read correctly
    // from a FEN.
    if (model.needs_moves && (path.only_counted || path.steps.empty())) continue;
    if (model.is_last_resort && !found.empty()) continue;
    std::size_t alike = 0;
    int fewest_rights = 0;  // that are wrong
    model.each(path, [&](const Setup& believed, const auto& sentence) {
      if (!has_two_kings(believed)) return false;
      std::vector<CountedMove> moves;
      for (const Move move : legal_moves(believed)) moves.push_back({move, 1});
      if (!compare(believed, comparison.answer, moves).agrees()) return false;
      const int rights = number_of_wrong_rights(believed, path.position);
      if (alike == 0) fewest_rights = rights;
      if (rights > fewest_rights) return true;  // another one as well need not be wrong
      found.push_back({.part = model.part,
                       .sentence = sentence(),
                       .cause = model.cause,
                       .is_guess = model.is_last_resort,
                       .state = &model,
                       .after = made_wrongly(path, believed),
                       .rights = change_of_rights(path.position, believed),
                       .next_count = replies(believed, legal_moves(believed))});
      return !model.has_alternatives || ++alike == max_alike;
    });
  }
  return found;
}

std::optional<Hypothesis> castling_from_elsewhere(const ReachedPosition& reached,
                                                  const Comparison& comparison) {
  if (!comparison.missing.empty() || !comparison.repeated.empty() || comparison.extra.empty())
    return std::nullopt;
  const PathEnd path = path_end_of(reached);
  const Color side = path.position.side;
  const Square king_square = find_king(path.position.squares, side);
  const auto moved = std::ranges::find_if(path.steps, [&](const Step& step) {
    return step.before.side == side && kind_of(step) == "king";
  });
  if (moved == path.steps.end()) return std::nullopt;
  std::string rights;
  for (const std::string& text : comparison.extra) {
    const auto move = read_move(path.position, text);
    const Square home = find_king(path.start.squares, side);
    if (!move || (move->from != king_square && move->from != home)) return std::nullopt;
    const bool steps_two = move->from == king_square && rank_of(move->to) == rank_of(king_square) &&
                           std::abs(file_of(move->to) - file_of(king_square)) == 2;
    // As on its first square: to where castling takes the king, or to the rook.
    const auto is_target_of = [&](CastlingSide wing) {
      return move->to == castled_king(side, wing) ||
             move->to == path.start.castling[index(side)][index(wing)];
    };
    if (!steps_two &&
        !is_target_of(move->to > home ? CastlingSide::kingside : CastlingSide::queenside))
      return std::nullopt;
    const CastlingSide wing = move->to > (steps_two ? king_square : home) ? CastlingSide::kingside
                                                                          : CastlingSide::queenside;
    if (path.start.castling[index(side)][index(wing)] == no_square) return std::nullopt;
    rights += fmt::format("{}{}", rights.empty() ? "" : " and ", letter(side, wing));
  }
  return Hypothesis{
      .part = part::castling_rights,
      .sentence = fmt::format(
          "castling right{} {} should be gone: the king has moved ({}); {} {} listed "
          "like castling",
          comparison.extra.size() == 1 ? "" : "s", rights, long_text(moved->before, moved->move),
          fmt::join(comparison.extra, ", "), comparison.extra.size() == 1 ? "is" : "are"),
      .cause = cause::rights,
      .after = "king"};
}

std::vector<Hypothesis> imagined_checks(const ReachedPosition& reached,
                                        const Comparison& comparison) {
  if (comparison.missing.empty() || !comparison.extra.empty() || !comparison.repeated.empty())
    return {};
  const bool is_one = comparison.missing.size() == 1;  // which may have another reason
  const Setup position = ValidSetup(reached.position()).setup();
  const Square king_square = find_king(position.squares, position.side);
  std::vector<Move> listed = legal_moves(position);
  std::erase_if(listed, [&](Move move) {
    return std::ranges::find(comparison.missing, move) != comparison.missing.end();
  });
  const auto believes = [&](const std::string& what) {
    return Hypothesis{.part = part::checks,
                      .sentence = fmt::format("the king on {} is taken to be in {}",
                                              to_string(king_square), what),
                      .cause =
                          "what gives check is deduced from the move: every square that it leaves, "
                          "empties or fills counts",
                      .is_guess = is_one,
                      .state = &beliefs_about_checks,
                      .after = "an imagined check",
                      .next_count = replies(position, listed)};
  };
  if (const auto checkers = attackers(position.squares, king_square, !position.side);
      !checkers.empty()) {
    const auto is_kings = [&](Move move) { return move.from() == king_square; };
    if (!std::ranges::all_of(listed, is_kings) || std::ranges::any_of(comparison.missing, is_kings))
      return {};
    return {believes(
        fmt::format("double check, though only {} attacks it", named(position.squares, checkers)))};
  }
  if (is_one) return {};
  std::vector<Hypothesis> along_lines, others;
  for (int s = a1; s <= h8; ++s) {
    const auto checker = static_cast<Square>(s);
    const Piece piece = position.squares[checker];
    if (piece == no_piece || color_of(piece) == position.side || type_of(piece) == king ||
        !answers_check(position, listed, comparison.missing, king_square, checker))
      continue;
    const std::string by = "check by " + named(position.squares, checker);
    std::vector<Square> between = line_of_check(position.squares, checker, king_square);
    std::erase_if(between, [&](Square square) { return position.squares[square] == no_piece; });
    if (between.empty())
      others.push_back(believes(by + ", which does not attack it"));
    else
      along_lines.push_back(believes(fmt::format(
          "{}, though {} between", by,
          named(position.squares, between) + (between.size() == 1 ? " stands" : " stand"))));
  }
  // A piece on a line to the king is a better reason than one that could not give check at all.
  if (!along_lines.empty()) return along_lines;
  if (others.size() > 2) return {believes("check")};
  return others;
}

Hypotheses::Hypotheses(engines::GeneratorUnderTest& generator, const Counterexample& counterexample)
    : generator_(generator),
      counterexample_(counterexample),
      root_(ValidSetup(counterexample.reached.position()).setup()),
      positions_([](const Setup& setup) { return legal_moves(setup); }) {}

/// Whether the generator reports this total, a wrong one, at the counterexample.
bool Hypotheses::reports(Count total) {
  const Comparison& comparison = counterexample_.comparison;
  return total != comparison.right && comparison.answer.total == total;
}

/// Whether the generator reports these counts: by branch if its answer has branches, otherwise the
/// total.
bool Hypotheses::reports(const std::vector<CountedMove>& branches, Count total) {
  const auto& [kind, reached, depth, comparison, path] = counterexample_;
  if (comparison.answer.branches.empty()) return reports(total);
  return total != comparison.right &&
         compare(reached.position(), comparison.answer, branches).agrees();
}

std::vector<Hypothesis> Hypotheses::in_draws() {
  constexpr std::pair<DrawCount, std::string_view> effects[] = {
      {DrawCount::no_moves, ""},
      {DrawCount::one_leaf, " and counts it as one path"},
      {DrawCount::nothing, " and does not count the paths that end there"}};
  std::vector<Hypothesis> found;
  for (const auto& [draws, effect] : effects)
    for (FaultModel rule : fault_models(Fault::draw)) {
      rule.draws = draws;
      if (is_ended(rule) && !is_wrong_without(rule))
        found.push_back({.part = rule.part,
                         .sentence = fmt::format("it ends the game at {}{}; perft ignores draws",
                                                 rule.says, effect),
                         .cause = rule.cause,
                         .model = rule,
                         .fault = Fault::draw});
    }
  return found;
}

/// Whether the answer is that of a generator that ends games by the rule.
bool Hypotheses::is_ended(const FaultModel& rule) {
  Simulation simulation(positions_, rule);
  const ReachedPosition& reached = counterexample_.reached;
  simulation.play(ValidSetup(reached.start).setup(), reached.path);
  if (simulation.is_drawn(root_) && reports({}, rule.draws == DrawCount::one_leaf ? 1 : 0))
    return true;
  const auto branches = simulation.divide(root_, counterexample_.depth);
  return !simulation.gave_up() && reports(branches, total_of(branches));
}

bool Hypotheses::is_wrong_without(const FaultModel& rule) {
  Setup setup = counterexample_.reached.position();
  if (!rule.undraw(setup, !counterexample_.reached.path.empty())) return false;
  generator_.restart();
  return !ask(generator_, {setup, {}}, counterexample_.depth).agrees();
}

std::vector<Hypothesis> Hypotheses::in_early_leaves() {
  std::vector<Hypothesis> found;
  for (FaultModel model : fault_models(Fault::early_leaves))
    for (const int min_depth : {1, 2}) {
      model.ends_from = min_depth;
      Simulation simulation(positions_, model);
      const auto branches = simulation.divide(root_, counterexample_.depth);
      const Count total = simulation.count(root_, counterexample_.depth);
      if (simulation.gave_up() || !reports(branches, total)) continue;
      found.push_back(
          {.part = model.part,
           .sentence = fmt::format(
               "{} before the depth is reached; perft counts only paths of the full length",
               model.says),
           .cause = model.cause,
           .is_guess = !generator_.abilities().divides,
           .model = model,
           .fault = Fault::early_leaves});
    }
  return found;
}

std::vector<Hypothesis> Hypotheses::in_make() {
  if (generator_.abilities().plays_moves) return {};
  return in_own_walk();
}

std::vector<Hypothesis> Hypotheses::in_own_walk() {
  std::vector<Hypothesis> found;
  for (const FaultModel& model : fault_models(Fault::make)) {
    Simulation simulation(positions_, model);
    const auto branches = simulation.divide(root_, counterexample_.depth);
    if (simulation.gave_up() || !simulation.wrong_make()) continue;
    if (!reports(branches, total_of(branches))) continue;
    const auto& [before, move] = *simulation.wrong_make();
    found.push_back(
        {.part = model.part,
         .sentence = fmt::format("{}, as after {}", full_name(model), long_text(before, move)),
         .cause = model.cause,
         .is_guess = counterexample_.comparison.answer.branches.empty(),
         .model = model,
         .fault = Fault::make});
  }
  return found;
}

std::optional<Hypothesis> Hypotheses::in_counters() const {
  const auto& [kind, reached, depth, comparison, path] = counterexample_;
  const std::vector<CountedMove> right = reference_divide(root_, depth);
  for (const int bits : {8, 16, 32}) {
    const auto range = Uint128{1} << bits;
    const auto cut = [&](Count count) { return Count::from_value(count.value() % range); };
    Count sum;
    for (const CountedMove& counted : right) sum += cut(counted.leaves);
    const bool are_branches_cut =
        sum != comparison.right &&
        (comparison.miscounts.empty()
             ? comparison.answer.branches.empty() && comparison.answer.total == sum
             : std::ranges::all_of(comparison.miscounts, [&](const Miscount& miscount) {
                 return miscount.reported == cut(miscount.right);
               }));
    const bool is_total_cut = comparison.miscounts.empty() &&
                              cut(comparison.right) != comparison.right &&
                              comparison.answer.total == cut(comparison.right);
    if (!are_branches_cut && !is_total_cut) continue;
    return Hypothesis{
        .part = "counter",
        .sentence = fmt::format("its {} the right one modulo {}: a counter has only {} bits",
                                is_total_cut ? "total is" : "count of a branch is",
                                to_string(Count::from_value(range)), bits),
        .cause = "a count is kept in a type that is too narrow",
        .is_guess = comparison.answer.branches.empty()};
  }
  return std::nullopt;
}

std::optional<Hypothesis> Hypotheses::in_unmake() {
  ReportedWalk reported(counterexample_, root_, positions_);
  const FaultModel* best = nullptr;
  Move best_move;
  std::size_t max = 0;
  const auto rank = [](const FaultModel& model) {
    return std::find(std::begin(part::in_order), std::end(part::in_order), model.part);
  };
  // Tries the moves before the first wrong branch, the nearest first: earlier damage would have
  // appeared earlier.
  for (std::size_t place = reported.first(); place-- > 0;) {
    const Move move = reported.move(place);
    for (const FaultModel& model : fault_models(Fault::unmake)) {
      if (model.follows_any_move && place > 0) continue;
      Setup left = root_;
      model.unmake(root_, move, chess::after(root_, move), left);
      if (left == root_) continue;
      const std::size_t number = reported.predicted_by(left, model.evidence, place);
      if (number < max || number == 0 || (number == max && rank(model) >= rank(*best))) continue;
      max = number;
      best = &model;
      best_move = move;
    }
  }
  if (best == nullptr) return std::nullopt;
  std::string sentence = unmake_sentence(*best, root_, best_move);
  if (max < reported.miscounts())
    sentence +=
        fmt::format(", which explains {} of the {} wrong counts", max, reported.miscounts());
  return Hypothesis{best->part, std::move(sentence), best->cause};
}

std::optional<Hypothesis> Hypotheses::in_table() {
  if (!counterexample_.comparison.answer.total) return std::nullopt;
  Positions positions([](const Setup& setup) { return legal_moves(setup); });
  auto hypothesis = in_table(positions);
  if (hypothesis || counterexample_.comparison.order.empty() || positions.size() > max_questions ||
      !generator_.abilities().patient)
    return hypothesis;
  Positions as_listed([&](const Setup& setup) { return moves_in_its_order(generator_, setup); });
  return in_table(as_listed);
}

std::optional<Hypothesis> Hypotheses::in_table(Positions& positions) {
  const auto& [kind, reached, walk_depth, comparison, path] = counterexample_;
  const bool only_counts = comparison.answer.branches.empty();
  for (const FaultModel& model : fault_models(Fault::table))
    for (const TableShape& shape : shapes_for(model)) {
      Simulation simulation(positions, model);
      simulation.use_table(shape);
      for (int depth = 1; depth < walk_depth && shape.remembers; ++depth)
        simulation.count(root_, depth, comparison.order);
      const Count total = simulation.count(root_, walk_depth, comparison.order);
      if (simulation.gave_up()) return std::nullopt;
      if (total == comparison.answer.total && simulation.confusion())
        return Hypothesis{model.part, table_sentence(model, root_, *simulation.confusion()),
                          model.cause, only_counts};
    }
  return std::nullopt;
}

}  // namespace plylab::perft::verify
