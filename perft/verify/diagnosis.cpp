#include "perft/verify/diagnosis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "gen/chess/board/notation.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/explain/terms.h"
#include "gen/chess/text.h"
#include "perft/verify/explanation.h"
#include "perft/verify/fault_models.h"
#include "perft/verify/other_question.h"
#include "perft/verify/predecessors.h"

namespace plylab::perft::verify {
namespace {

using namespace chess;

/// What may explain a count that is wrong at depth 1.
class DeducedCandidates {
 public:
  /// `difference`: by how many moves the count is too high.
  DeducedCandidates(const Setup& position, long difference)
      : position_(position),
        number_(static_cast<std::size_t>(std::labs(difference))),
        too_many_(difference > 0) {
    too_many_ ? add_illegal_moves() : add_legal_moves();
    for (const NamedClass& named : named_classes()) add_named(named);
    if (too_many_)
      for (const NamedClass& named : unsafe_classes()) add_unsafe(named);
  }

  /// For each class of moves of that number a hypothesis: illegal moves or repeated legal ones if
  /// the generator counts too many, legal ones if too few.
  std::vector<Hypothesis> take() && { return std::move(found_); }

 private:
  using Group = std::vector<WrongMove>;

  void add_illegal_moves() {
    // One mistake usually concerns one kind of piece and one promotion, or all.
    std::map<std::tuple<Rule, std::uint8_t, std::uint16_t>, Group> groups;
    std::set<std::string> break_more;
    for (const auto& [move, rule, breaks_more] : nearly_legal_moves(position_)) {
      const std::string text = move_text(position_, move);
      if (breaks_more)
        break_more.insert(text);
      else
        add_to_likenesses(move, {Wrong::extra, text,
                                 why_illegal(position_, to_uci(move, CastlingText::takes_rook))});
    }
    for (const IllegalMove& move : plausible_illegal_moves(position_))
      for (const std::uint8_t types : {bit(move.type), any_type})
        for (const std::uint16_t kinds : {move.kinds(), any_kind})
          if (!break_more.contains(move.text))
            groups[{move.reason.rule, types, kinds}].push_back(
                {Wrong::extra, move.text, move.reason});
    add_groups(groups);
    add_likenesses();
  }

  void add_legal_moves() {
    std::map<std::tuple<Rule, std::uint8_t, std::uint16_t>, Group> groups;
    for (const Move move : legal_moves(position_)) {
      const WrongMove wrong{Wrong::missing, move_text(position_, move), why_legal(position_, move)};
      const auto kinds = static_cast<std::uint16_t>(
          move.is_promotion() ? 0x1100U << (static_cast<unsigned>(move.kind()) & 3) : 0x00ffU);
      for (const std::uint8_t types : {bit(type_of(position_.squares[move.from()])), any_type})
        for (const std::uint16_t some : {kinds, any_kind})
          groups[{wrong.reason.rule, types, some}].push_back(wrong);
      add_to_likenesses(move, wrong);
    }
    add_groups(groups);
    add_likenesses();
  }

  void add_groups(const std::map<std::tuple<Rule, std::uint8_t, std::uint16_t>, Group>& groups) {
    for (const auto& [key, group] : groups) {
      const auto& [rule, types, kinds] = key;
      add({.kinds = kinds, .types = types, .rule = rule}, group, rule_info(rule).usual_cause);
    }
  }

  void add_to_likenesses(Move move, const WrongMove& wrong) {
    for (const UsualCause& cause : usual_causes(wrong.reason.rule))
      if (const Likeness likeness = cause.likeness({position_, move}))
        alike_[{wrong.reason.rule, cause.likeness, *likeness}].push_back(wrong);
  }

  void add_likenesses() {
    for (const auto& [key, group] : alike_) {
      const auto& [rule, likeness, value] = key;
      for (const UsualCause& cause : usual_causes(rule))
        if (cause.likeness == likeness)
          add({.rule = rule,
               .likeness = likeness,
               .likeness_hash = std::hash<std::string>()(value)},
              group, cause.text);
    }
  }

  void add(const MoveClass& moves, const Group& group, std::string_view cause) {
    if (group.size() != number_) return;
    const Reason& reason = group.front().reason;
    found_.push_back({.sentence = reason.sentence,
                      .cause = cause,
                      .is_guess = true,
                      .model = FaultModel{.moves = moves, .wrong = group.front().wrong},
                      .moves = group,
                      .is_likely = rule_info(reason.rule).plausibility == Plausibility::likely});
  }

  void add_named(const NamedClass& named) {
    const Wrong wrong = too_many_ ? Wrong::repeated : Wrong::missing;
    Group group;
    for (const Move move : legal_moves(position_))
      if (named.moves.matches(position_, move))
        group.push_back({wrong, move_text(position_, move), why_legal(position_, move)});
    add_class(named, wrong, group);
  }

  void add_unsafe(const NamedClass& named) {
    Group group;
    for (const JudgedMove& judged : nearly_legal_moves(position_))
      if (named.moves.matches(position_, judged)) {
        const std::string text = move_text(position_, judged.move);
        group.push_back({Wrong::extra, text, why_illegal(position_, text)});
      }
    add_class(named, Wrong::extra, group);
  }

  void add_class(const NamedClass& named, Wrong wrong, const Group& group) {
    if (group.size() != number_) return;
    add(named.moves, group, wrong == Wrong::repeated ? usual_cause(wrong, {}) : named.cause);
    found_.back().sentence = sentence_about(named, wrong);
    found_.back().joins_rules = named.joins_rules;
    found_.back().is_likely = false;
  }

  static constexpr std::uint16_t any_kind = 0xffff;
  static constexpr std::uint8_t any_type = 0xff;

  Setup position_;
  std::size_t number_;
  bool too_many_;
  std::vector<Hypothesis> found_;
  std::map<std::tuple<Rule, Likeness (*)(const PlacedMove&), std::string>, Group> alike_;
};

/// For each class of moves that are illegal because of the king's safety, if the list has all of
/// its moves, and no others, a hypothesis.
std::vector<Hypothesis> unsafe_candidates_for(const Setup& position,
                                              const std::vector<WrongMove>& moves) {
  std::set<Move> listed;
  for (const WrongMove& move : moves) {
    const auto parsed = read_move(position, move.text);
    if (!parsed) return {};
    listed.insert(as_move(position, *parsed));
  }
  std::vector<Hypothesis> found;
  const std::vector<JudgedMove> nearly = nearly_legal_moves(position);
  for (const NamedClass& named : unsafe_classes()) {
    std::set<Move> unsafe;
    for (const JudgedMove& judged : nearly)
      if (named.moves.matches(position, judged)) unsafe.insert(judged.move);
    if (unsafe != listed) continue;
    found.push_back({.sentence = sentence_about(named, Wrong::extra),
                     .cause = named.cause,
                     .model = FaultModel{.moves = named.moves, .wrong = Wrong::extra},
                     .joins_rules = named.joins_rules});
  }
  return found;
}

std::vector<CountedMove> counted(const std::vector<Move>& moves) {
  std::vector<CountedMove> leaves;
  for (const Move move : moves) leaves.push_back({move, 1});
  return leaves;
}

/// The order in which a generator may have tested all moves, if it lists these: a move that it does
/// not list comes after those of the same piece, or at the end.
std::vector<Move> order_of_tests(const std::vector<Move>& all, const std::vector<Move>& listed) {
  std::vector<Move> order;
  for (const Move move : listed)
    if (std::ranges::find(all, move) != all.end()) order.push_back(move);
  for (const Move move : all) {
    if (std::ranges::find(order, move) != order.end()) continue;
    const auto same_piece = std::find_if(order.rbegin(), order.rend(),
                                         [&](Move other) { return other.from() == move.from(); });
    order.insert(same_piece == order.rend() ? order.end() : same_piece.base(), move);
  }
  return order;
}

/// The faults with which a generator that has this position would list exactly these moves:
/// faults in what it sees, and faults of making moves or taking them back, if it makes them to test
/// whether they are legal. `position` is the right one.
std::vector<Hypothesis> simulated_candidates_for(const Setup& position,
                                                 const Comparison& comparison) {
  const bool only_counts = comparison.answer.branches.empty();
  Positions positions([](const Setup& setup) { return legal_moves(setup); });
  std::vector<Hypothesis> found;
  // Whether that would be the list, and is wrong: then the hypothesis is added.
  const auto explains = [&](Hypothesis hypothesis, const std::vector<CountedMove>& listed) {
    if (!compare(position, comparison.answer, listed).agrees()) return false;
    auto wrong = differences(position, listed);
    if (wrong.empty()) return false;
    hypothesis.part = hypothesis.model->part;
    hypothesis.is_guess = only_counts;
    if (only_counts) hypothesis.moves = std::move(wrong);
    found.push_back(std::move(hypothesis));
    return true;
  };
  const auto try_model = [&](const FaultModel& model, Fault fault) {
    explains({.sentence = full_name(model),
              .cause = model.cause,
              .model = model,
              .fault = fault,
              .joins_rules = model.attacks != nullptr || model.tests_by_making},
             listed_by(positions, model, position));
  };
  for (const FaultModel& model : fault_models(Fault::generation))
    try_model(model, Fault::generation);
  for (const FaultModel& model : fault_models(Fault::make))
    if (model.tests_by_making) try_model(model, Fault::make);
  // In which order it tests its moves is not known: that of its list is tried, and the reference's.
  const std::vector<Move> all = pseudo_legal_moves(position);
  const std::vector<Move> orders[] = {order_of_tests(all, comparison.order), all};
  for (const FaultModel& model : faults_of_tests())
    for (const std::vector<Move>& order : orders) {
      TestedMoves tested = test_moves(model, position, order);
      if (!tested.sentence.empty() &&
          explains({.sentence = std::move(tested.sentence), .cause = cause::tests, .model = model},
                   counted(tested.legal)))
        break;
    }
  return found;
}

/// The moves of a generator that has all pieces of a position on its board, but neither moves nor
/// attacks by those on these squares, as if they were not in its lists of pieces. `emptied` is the
/// position without them, whose castlings are allowed: the unseen pieces attack nothing.
std::vector<CountedMove> moves_without_looking_at(const std::vector<Square>& unseen,
                                                  const Setup& position, const Setup& emptied) {
  const auto is_safe = [&](Move move) {
    const Squares squares = chess::after(position, move).squares;
    const auto found = attackers(squares, find_king(squares, position.side), !position.side);
    return without(found, unseen).empty();
  };
  std::set<Move> moves;
  for (const Move move : pseudo_legal_moves(position))
    if (!move.is_castle() && !contains(unseen, move.from()) && is_safe(move)) moves.insert(move);
  for (const Move move : pseudo_legal_moves(emptied))
    if (move.is_castle() &&
        std::ranges::none_of(between(move.from(), move.to()),
                             [&](Square square) { return contains(unseen, square); }))
      moves.insert(move);
  return counted({moves.begin(), moves.end()});
}

/// Whether a list that is explained by pieces that are not placed would be the same if they were,
/// but were not looked at. It differs if a piece passes the square, or if a pawn can capture there.
bool may_be_unseen(const Setup& right, const Setup& believed, const Comparison& comparison) {
  std::vector<Square> unseen;
  for (int s = a1; s <= h8; ++s)
    if (const auto square = static_cast<Square>(s);
        believed.squares[square] == no_piece && right.squares[square] != no_piece)
      unseen.push_back(square);
  return !unseen.empty() &&
         compare(right, comparison.answer, moves_without_looking_at(unseen, right, believed))
             .agrees();
}

/// The faults of making moves with which a generator would list exactly these moves at the end of
/// the path, of those that may show in other ways, too: where it makes moves to test them, or
/// exchanges castling rights. Of other faults the believed state says which piece stands where.
/// None for a count alone, which many fit.
std::vector<Hypothesis> made_candidates_for(const ReachedPosition& reached,
                                            const Comparison& comparison) {
  if (comparison.answer.branches.empty()) return {};
  const Setup right = reached.position();
  Positions positions([](const Setup& setup) { return legal_moves(setup); });
  std::vector<Hypothesis> found;
  for (const FaultModel& model : fault_models(Fault::make)) {
    if (!model.tests_by_making && !model.exchanges_rights) continue;
    const std::optional<Setup> believed = position_by(model, reached.start, reached.path);
    if (!believed || *believed == right) continue;
    const auto listed = Simulation(positions, model).divide(*believed, 1);
    if (!compare(*believed, comparison.answer, listed).agrees()) continue;
    found.push_back({.part = model.part,
                     .sentence = full_name(model),
                     .cause = model.cause,
                     .model = model,
                     .fault = Fault::make,
                     .joins_rules = model.tests_by_making,
                     .has_rival = may_be_unseen(right, *believed, comparison)});
  }
  return found;
}

/// For each class that has all wrong moves of a list, and none that it has right, a hypothesis.
std::vector<Hypothesis> candidates_for(const Setup& position, std::vector<WrongMove> moves) {
  std::vector<Hypothesis> found;
  // A move to the last rank without a new piece, listed once or for each of them, stands for four
  // that are missing.
  std::map<std::string, int> bare;
  std::erase_if(moves, [&](const WrongMove& move) {
    const bool is_bare = move.wrong == Wrong::extra && move.reason.rule == Rule::promotion_missing;
    if (is_bare) ++bare[move.text];
    return is_bare;
  });
  const bool is_listed_for_each =
      !bare.empty() && std::ranges::all_of(bare, [](const auto& text) { return text.second >= 4; });
  if (moves.empty() || (!bare.empty() && moves.size() != 4 * bare.size())) return found;
  const Wrong wrong = moves.front().wrong;
  std::set<std::string> texts;
  for (const WrongMove& move : moves) {
    if (move.wrong != wrong) return found;
    texts.insert(move.text);
  }
  if (wrong == Wrong::extra) return unsafe_candidates_for(position, moves);
  const std::vector<Move> legal = legal_moves(position);
  for (const NamedClass& named : named_classes()) {
    const bool fits = std::ranges::all_of(legal, [&](Move move) {
      return named.moves.matches(position, move) == texts.contains(move_text(position, move));
    });
    if (!fits) continue;
    found.push_back({.sentence = bare.empty() ? sentence_about(named, wrong)
                                 : is_listed_for_each
                                     ? named.text + " are listed, but each is written without "
                                                    "the new piece"
                                     : named.text + " are listed without the new piece",
                     .cause = is_listed_for_each ? "the letter of the new piece is not printed"
                              : !bare.empty()    ? rule_info(Rule::promotion_missing).usual_cause
                              : wrong == Wrong::missing ? named.cause
                                                        : usual_cause(wrong, {}),
                     .model = FaultModel{.moves = named.moves, .wrong = wrong},
                     .joins_rules = named.joins_rules});
  }
  return found;
}

/// Whether the generator is wrong in a position in the same way: with the same first wrong move, or
/// a count that is wrong in the same direction.
bool errs_alike(engines::GeneratorUnderTest& generator, const ReachedPosition& reached,
                const Comparison& before, const std::vector<WrongMove>& wrong) {
  const Setup position = reached.position();
  const Comparison now = ask(generator, reached, 1);
  if (now.agrees()) return false;
  if (wrong.empty())
    return !now.answer.total ||
           (*now.answer.total > now.right) == (*before.answer.total > before.right);
  const auto moves = wrong_moves(position, now);
  return std::any_of(moves.begin(), moves.end(), [&](const WrongMove& move) {
    return move.wrong == wrong.front().wrong && move.text == wrong.front().text &&
           move.reason.rule == wrong.front().reason.rule;
  });
}

/// By how many moves the generator's count is too high.
long difference_at(const Comparison& now) {
  return static_cast<long>(now.answer.total.value_or(now.right).value()) -
         static_cast<long>(now.right.value());
}

std::optional<Hypothesis> first_of(const std::vector<Hypothesis>& hypotheses) {
  return hypotheses.empty() ? std::nullopt : std::optional(hypotheses.front());
}

/// Whether the smallest position has only the pieces that the hypothesis needs: king and rook for
/// castling, the two pawns for an e.p. square. Any other piece points to another reason.
bool is_about_all_pieces(const Hypothesis& hypothesis, const Setup& fewest) {
  const auto pieces = 64 - std::count(fewest.squares.begin(), fewest.squares.end(), no_piece);
  return pieces == (hypothesis.part == part::castling_rights ? 3 : 4);
}

/// A generator that prints a number alone at depth 1 may list the moves at depth 2: then those are
/// the moves of the comparison. Returns whether they are right, but not that number.
bool list_moves(engines::GeneratorUnderTest& generator, const ReachedPosition& reached,
                Comparison& comparison) {
  if (!comparison.answer.branches.empty() || !comparison.answer.total) return false;
  const Setup position = reached.position();
  const engines::PerftAnswer deeper = generator.ask({reached.start, reached.path, 2});
  if (deeper.branches.empty()) return false;
  const auto list = as_move_list(position, deeper, reference_divide(position, 2));
  Comparison listed = compare(position, list, reference_divide(position, 1));
  if (list.total != comparison.answer.total) return listed.agrees();
  comparison = std::move(listed);
  return false;
}

/// Whether the generator lists each move of the way, or no moves at all. One that does not know a
/// move may ignore it, and be right by chance.
bool knows_moves_of(engines::GeneratorUnderTest& generator, const ReachedPosition& way) {
  ReachedPosition before{way.start, {}};
  for (const Move move : way.path) {
    const Comparison comparison = ask(generator, before, 1);
    if (!comparison.answer.branches.empty() &&
        std::ranges::find(comparison.order, move) == comparison.order.end())
      return false;
    before.path.push_back(move);
  }
  return true;
}

/// Whether the generator is right about the position at the end of the way when it makes the moves
/// in its own walk from the beginning: by how many leaves there are below the first move, `plies`
/// after the last one.
bool is_right_in_walk(engines::GeneratorUnderTest& generator, const ReachedPosition& way,
                      int plies) {
  const Comparison comparison =
      ask(generator, {way.start}, static_cast<int>(way.path.size()) + plies);
  if (comparison.answer.branches.empty()) return comparison.agrees();
  const Move first = way.path.front();
  return std::ranges::find(comparison.order, first) != comparison.order.end() &&
         std::ranges::none_of(comparison.miscounts,
                              [&](const Miscount& miscount) { return miscount.move == first; });
}

/// Whether the generator is right about the position at the end of the way, or in its own walk if
/// it takes no moves.
bool is_right_after(engines::GeneratorUnderTest& generator, const ReachedPosition& way) try {
  if (!generator.abilities().plays_moves) return is_right_in_walk(generator, way, 1);
  return ask(generator, way, 1).agrees() && knows_moves_of(generator, way);
} catch (const engines::EngineFault& fault) {
  if (fault.kind() == engines::FaultKind::stopped) throw;
  generator.restart();
  return false;
}

/// Whether captures e.p. are missing, and nothing else is wrong.
bool misses_only_en_passant(const Comparison& comparison) {
  return !comparison.missing.empty() && comparison.extra.empty() && comparison.repeated.empty() &&
         std::ranges::all_of(comparison.missing, &Move::is_en_passant);
}

/// Whether the generator lists a capture e.p. that is illegal.
bool lists_wrong_en_passant(const Diagnosis& diagnosis) {
  return std::ranges::any_of(diagnosis.moves, [&](const WrongMove& move) {
    const Setup position = diagnosis.counterexample.reached.position();
    const auto parsed = read_move(position, move.text);
    return move.wrong == Wrong::extra && parsed && parsed->to == position.en_passant &&
           type_of(position.squares[parsed->from]) == pawn;
  });
}

/// A position with four men in which the same side may capture e.p. on the same square.
Setup simple_en_passant(const Setup& position) {
  const Square passed = position.en_passant;
  const int file = file_of(passed);
  const Square victim = forward(!position.side, passed);
  Setup simple;
  simple.squares[make_square(file < 4 ? 6 : 1, 0)] = make_piece(white, king);
  simple.squares[make_square(file < 4 ? 6 : 1, 7)] = make_piece(black, king);
  simple.squares[victim] = make_piece(!position.side, pawn);
  simple.squares[make_square(file == 7 ? 6 : file + 1, rank_of(victim))] =
      make_piece(position.side, pawn);
  simple.side = position.side;
  simple.en_passant = passed;
  return simple;
}

/// A double step by moves, after which a capture e.p. is legal.
ReachedPosition passed_pawn() {
  const Setup start = parse_fen("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1");
  const auto moves = legal_moves(start);
  const auto step = std::ranges::find(moves, MoveKind::double_push, &Move::kind);
  return {start, {*step}};
}

/// Whether castling is wrongly listed in a position though there is the right, and a king moves on
/// the way to it: a generator for which that ends the right lists no castling after it, right or
/// wrong.
bool may_end_right(const ReachedPosition& way, const Setup& position, const Comparison& wrong) {
  const auto moves_king = [&] {
    Setup before = way.start;
    for (const Move move : way.path) {
      if (type_of(before.squares[move.from()]) == king) return true;
      before = chess::after(before, move);
    }
    return false;
  };
  return std::ranges::any_of(wrong.extra,
                             [&](const std::string& text) {
                               const auto move = read_move(position, text);
                               return move && move->castle && position.castling != no_castling;
                             }) &&
         moves_king();
}

/// A position in which the side to move may castle on both wings.
Setup simple_castling(Color side) {
  Setup simple = parse_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  simple.side = side;
  return simple;
}

/// A way by moves to a position in which the generator is wrong by FEN, if it is right after them.
/// If it is known to be wrong after other moves from a FEN, the piece concerned must have moved.
std::optional<ReachedPosition> right_way_to(engines::GeneratorUnderTest& generator,
                                            const Setup& position, const Comparison& wrong,
                                            bool is_wrong_by_moves) {
  // A count that is right does not show that the moves are.
  if (!generator.abilities().plays_moves && wrong.answer.total == wrong.right) return std::nullopt;
  std::vector<ReachedPosition> ways;
  if (!is_wrong_by_moves) ways = ways_to(position);
  for (const WrongMove& move : wrong_moves(position, wrong)) {
    const auto parsed = read_move(position, move.text);
    if (!parsed || position.squares[parsed->from] == no_piece) continue;
    std::ranges::move(ways_to(position, parsed->from), std::back_inserter(ways));
    break;
  }
  for (const ReachedPosition& way : ways)
    if (!may_end_right(way, position, wrong) && is_right_after(generator, way)) return way;
  return std::nullopt;
}

/// The double step before a capture e.p., if the generator is right after it in its own walk: given
/// this move, it may not know it for a double step. Asks two plies beyond it, since moves of the
/// last ply may be counted by other code.
std::optional<ReachedPosition> walked_way_to(engines::GeneratorUnderTest& generator,
                                             const Setup& position) try {
  for (const ReachedPosition& way : ways_to(position))
    if (is_right_in_walk(generator, way, 2)) return way;
  return std::nullopt;
} catch (const engines::EngineFault& fault) {
  if (fault.kind() == engines::FaultKind::stopped) throw;
  generator.restart();
  return std::nullopt;
}

/// How the e.p. square of a FEN may be read as another one.
struct MisreadSquare {
  std::string_view says;
  std::string_view cause;
  Square (*read)(Square stated, Color side);
};

constexpr std::string_view mirrored_cause =
    "the number of the square is computed with files from h to a, or ranks from 8 to 1";

constexpr MisreadSquare misread_squares[] = {
    {"the file is mirrored", mirrored_cause,
     [](Square stated, Color) { return make_square(7 - file_of(stated), rank_of(stated)); }},
    {"the rank is mirrored", mirrored_cause,
     [](Square stated, Color) { return make_square(file_of(stated), 7 - rank_of(stated)); }},
    {"file and rank are mirrored", mirrored_cause,
     [](Square stated, Color) { return make_square(7 - file_of(stated), 7 - rank_of(stated)); }},
    {"the square behind the pawn is taken for the pawn's own",
     "a FEN states the square that the pawn has passed, not the one on which it stands",
     [](Square stated, Color side) { return forward(side, stated); }},
};

/// A position with this e.p. square on which no pawn can capture, but one could capture on the
/// other square that may be read in its place.
Setup with_captor_of(Square read, const Setup& position) {
  const Square stated = position.en_passant;
  const Color side = position.side;
  const int kings_file = file_of(stated) < 4 ? 6 : 1;
  Setup setup;
  setup.squares[make_square(kings_file, 0)] = make_piece(white, king);
  setup.squares[make_square(kings_file, 7)] = make_piece(black, king);
  setup.squares[forward(!side, stated)] = make_piece(!side, pawn);
  const Square behind = forward(!side, read);
  if (rank_of(read) == rank_of(stated)) setup.squares[behind] = make_piece(!side, pawn);
  const int left = file_of(read) - 1;
  const int file = left < 0 || left == file_of(stated) ? file_of(read) + 1 : left;
  setup.squares[make_square(file, rank_of(behind))] = make_piece(side, pawn);
  setup.side = side;
  setup.en_passant = stated;
  return setup;
}

/// As which square a generator that misses captures e.p. reads that of the FEN, if its list shows a
/// capture there.
std::optional<Hypothesis> misread_square(engines::GeneratorUnderTest& generator,
                                         const Setup& position) {
  for (const MisreadSquare& misread : misread_squares) {
    const Square read = misread.read(position.en_passant, position.side);
    const Setup setup = with_captor_of(read, position);
    if (!is_position(setup)) continue;
    Setup believed = setup;
    believed.en_passant = read;
    const Comparison comparison = ask(generator, {setup}, 1);
    if (!comparison.agrees() &&
        compare(believed, comparison.answer, counted(legal_moves(believed))).agrees())
      return Hypothesis{
          .part = part::en_passant_square,
          .sentence = fmt::format("the e.p. square {} is read as {}: {}",
                                  to_string(position.en_passant), to_string(read), misread.says),
          .cause = misread.cause};
  }
  return std::nullopt;
}

/// Whether a path can be played from a position.
bool is_legal(const Setup& start, const std::vector<Move>& path) {
  Setup setup = start;
  for (const Move move : path) {
    const std::vector<Move> legal = legal_moves(setup);
    if (std::ranges::find(legal, move) == legal.end()) return false;
    setup = chess::after(setup, move);
  }
  return true;
}

/// Whether the generator, wrong after this path, is right if the piece on the square has moved
/// before: then it does not matter how the rest of the position came about.
bool is_right_if_moved(engines::GeneratorUnderTest& generator, const ReachedPosition& reached,
                       Square square) {
  for (const Move move : reached.path)
    if (move.from() == square || move.to() == square) return false;
  for (ReachedPosition way : ways_to(reached.start, square)) {
    way.path.insert(way.path.end(), reached.path.begin(), reached.path.end());
    if (is_right_after(generator, way)) return true;
  }
  return false;
}

/// Finds the smallest case of a fault that occurs in a position set up by FEN. `by_moves`: a way by
/// moves, after which it is known to occur, too; without moves if none is.
void examine_generation(engines::GeneratorUnderTest& generator, Diagnosis& diagnosis,
                        const ReachedPosition& by_moves) {
  const bool is_wrong_by_moves = !by_moves.path.empty();
  Counterexample& counterexample = diagnosis.counterexample;
  const Setup position = counterexample.reached.position();
  diagnosis.lists_rightly =
      list_moves(generator, counterexample.reached, counterexample.comparison);
  const bool lists_none = generator.abilities().divides && counterexample.comparison.answer.total &&
                          *counterexample.comparison.answer.total == Count();
  const bool only_counts = !lists_none && counterexample.comparison.answer.branches.empty();
  diagnosis.moves = wrong_moves(position, counterexample.comparison);
  for (const Move move : lists_none ? legal_moves(position) : std::vector<Move>())
    diagnosis.moves.push_back(
        {Wrong::missing, move_text(position, move), why_legal(position, move)});
  // An engine that dies or hangs in a smaller position has another fault there.
  const bool is_patient = generator.abilities().patient;
  const auto still_shows = [&](const ReachedPosition& reached) {
    try {
      return errs_alike(generator, reached, counterexample.comparison, diagnosis.moves);
    } catch (const engines::EngineFault& fault) {
      if (fault.kind() == engines::FaultKind::stopped) throw;
      generator.restart();
      return false;
    }
  };
  const Setup fewest =
      !is_patient ? position
                  : shrink(position, [&](const Setup& setup) { return still_shows({setup}); });
  if (fewest != position) diagnosis.fewest = fewest;
  Comparison of_fewest = ask(generator, {fewest}, 1);
  if (is_patient)
    diagnosis.right_way = right_way_to(generator, fewest, of_fewest, is_wrong_by_moves);
  const bool misses_en_passant = misses_only_en_passant(of_fewest);
  if (is_patient && !diagnosis.right_way && misses_en_passant &&
      generator.abilities().plays_moves) {
    diagnosis.right_way = walked_way_to(generator, fewest);
    diagnosis.is_way_walked = diagnosis.right_way.has_value();
  }
  // Where no pawn can capture e.p., many engines set no e.p. square after the double step.
  if (diagnosis.right_way && !diagnosis.is_way_walked && fewest != position &&
      fewest.en_passant != no_square &&
      !right_way_to(generator, position, counterexample.comparison, is_wrong_by_moves))
    diagnosis.right_way.reset();
  // A program that sets no e.p. square after moves lists no capture e.p. there, right or wrong.
  if (diagnosis.right_way && lists_wrong_en_passant(diagnosis) &&
      generator.abilities().plays_moves && !is_right_after(generator, passed_pawn()))
    diagnosis.right_way.reset();
  if (diagnosis.right_way && !diagnosis.is_way_walked && is_wrong_by_moves) {
    const auto first =
        diagnosis.moves.empty() ? std::nullopt : read_move(position, diagnosis.moves.front().text);
    const Setup start = shrink(by_moves.start, [&](const Setup& setup) {
      return is_legal(setup, by_moves.path) && still_shows({setup, by_moves.path});
    });
    if (!first || !is_right_if_moved(generator, {start, by_moves.path}, first->from))
      diagnosis.right_way.reset();
  }
  if (diagnosis.right_way) diagnosis.fault = Fault::fen;
  if (only_counts) {
    diagnosis.deduced = true;
    if (!diagnosis.right_way)
      diagnosis.candidates = DeducedCandidates(fewest, difference_at(of_fewest)).take();
  } else if (!diagnosis.right_way) {
    diagnosis.candidates = candidates_for(position, diagnosis.moves);
  }
  if (!diagnosis.right_way)
    std::ranges::move(only_counts ? simulated_candidates_for(fewest, of_fewest)
                                  : simulated_candidates_for(position, counterexample.comparison),
                      std::back_inserter(diagnosis.candidates));
  if (only_counts) return;
  if (diagnosis.right_way && misses_en_passant)
    diagnosis.hypothesis = misread_square(generator, fewest);
  if (diagnosis.hypothesis) return;
  list_moves(generator, {fewest}, of_fewest);
  diagnosis.hypothesis = first_of(believed_states({fewest}, of_fewest));
  if (!diagnosis.hypothesis) return;
  // In check, an ignored e.p. square looks the same as a missing e.p. capture that answers the
  // check, unless moves show that it is found.
  const bool is_certain = diagnosis.right_way.has_value();
  const bool may_be_check = diagnosis.hypothesis->part == part::en_passant_square &&
                            in_check(fewest.squares, fewest.side);
  const bool may_be_other = may_be_check || !is_about_all_pieces(*diagnosis.hypothesis, fewest);
  // The moves of the full position may contradict the hypothesis from the smaller one.
  const auto of_whole =
      first_of(believed_states(counterexample.reached, counterexample.comparison));
  const bool is_contradicted = !of_whole || of_whole->part != diagnosis.hypothesis->part;
  const bool only_misses = std::ranges::all_of(
      diagnosis.moves, [](const WrongMove& move) { return move.wrong == Wrong::missing; });
  const auto is_read_in = [&](std::string_view part, const Setup& simple) {
    return !is_certain && only_misses && diagnosis.hypothesis->part == part &&
           ask(generator, {simple}, 1).agrees();
  };
  const bool is_refuted =
      (fewest.en_passant != no_square &&
       is_read_in(part::en_passant_square, simple_en_passant(fewest))) ||
      (!needs_chess960(fewest) && is_read_in(part::castling_rights, simple_castling(fewest.side)));
  if (is_contradicted || is_refuted || (may_be_other && !is_certain))
    diagnosis.hypothesis.reset();
  else
    diagnosis.hypothesis->cause = "a field of the FEN is not read, or is undone by what follows";
}

/// Shortens the path to its last moves that suffice for the wrong state.
void shorten(engines::GeneratorUnderTest& generator, Counterexample& counterexample) {
  if (!generator.abilities().patient) return;
  const auto& path = counterexample.reached.path;
  for (std::size_t kept = 1; kept < path.size(); ++kept) {
    const auto cut = path.end() - static_cast<std::ptrdiff_t>(kept);
    const ReachedPosition shorter{play(counterexample.reached.start, {path.begin(), cut}),
                                  {cut, path.end()}};
    // If it reads that FEN wrongly, it may not know the move.
    const Comparison before = ask(generator, {shorter.start}, 1);
    const bool is_known = before.answer.branches.empty()
                              ? before.agrees()
                              : std::ranges::find(before.order, *cut) != before.order.end();
    Comparison comparison = ask(generator, shorter, 1);
    if (!is_known || comparison.agrees()) continue;
    counterexample.reached = shorter;
    counterexample.comparison = std::move(comparison);
    return;
  }
}

/// Ends of games that explain the whole error: draws treated as the end, and early leaves.
std::vector<Hypothesis> ends_that_explain(Hypotheses& hypotheses) {
  std::vector<Hypothesis> found = hypotheses.in_draws();
  std::ranges::move(hypotheses.in_early_leaves(), std::back_inserter(found));
  return found;
}

/// The same position with the e.p. square of the double step that the path ends with, although no
/// capture is possible there: many programs set it, and it is in their FENs.
std::optional<Setup> with_passed_square(const ReachedPosition& reached) {
  if (reached.path.empty() || reached.path.back().kind() != MoveKind::double_push)
    return std::nullopt;
  Setup setup = reached.position();
  if (setup.en_passant != no_square) return std::nullopt;
  setup.en_passant = forward(!setup.side, reached.path.back().from());
  return setup;
}

/// Whether the generator is right after each of a few other moves in place of the last one.
bool is_right_after_others(engines::GeneratorUnderTest& generator, const ReachedPosition& reached) {
  int asked = 0;
  ReachedPosition other{reached.start, {reached.path.begin(), reached.path.end() - 1}};
  for (const Move move : legal_moves(other.position())) {
    if (move == reached.path.back()) continue;
    other.path.push_back(move);
    if (!ask(generator, other, 1).agrees()) return false;
    other.path.pop_back();
    if (++asked == 4) break;
  }
  return asked > 0;
}

/// Whether the generator also takes a pawn after a double step that no pawn could capture e.p.:
/// there no test of such a capture can have changed the board.
bool takes_what_none_captures(engines::GeneratorUnderTest& generator) {
  const Move step(chess::e2, chess::e4, MoveKind::double_push);
  const Move reply(chess::a7, chess::a6, MoveKind::quiet);
  return !ask(generator, {chess::parse_fen("startpos"), {step, reply}}, 1).agrees();
}

/// Chooses what the generator may believe after a path. If several states explain its moves, those
/// stay that also give its count of two plies.
void choose_state(engines::GeneratorUnderTest& generator, Diagnosis& diagnosis) {
  const auto& [kind, reached, depth, comparison, path] = diagnosis.counterexample;
  const auto is_general = [](const Hypothesis& state) {
    return state.state != nullptr && state.state->follows_any_move;
  };
  const auto is_general_or_last = [&](const Hypothesis& state) {
    return is_general(state) || (state.state != nullptr && state.state->is_last_resort);
  };
  std::vector<Hypothesis> states = imagined_checks(reached, comparison);
  if (auto sentence = half_seen_double_check(diagnosis))
    states.push_back({.part = part::checks,
                      .sentence = *std::move(sentence),
                      .cause = "after this move the search for checkers ends with the first",
                      .state = &beliefs_about_checks,
                      .after = "one of two checks"});
  else if (auto missed = unseen_check(diagnosis))
    states.push_back({.part = part::checks,
                      .sentence = std::move(missed->sentence),
                      .cause = cause_of_wrong_state,
                      .is_guess = missed->moves == 1,  // which may have another reason
                      .state = &beliefs_about_checks,
                      .after = "a missed check"});
  std::vector<Hypothesis> believed = believed_states(reached, comparison);
  // The only answer to a check may be missing for another reason than a double check. A piece that
  // may stand anywhere, or a board that tests have changed, is a worse one.
  if (comparison.missing.size() == 1 && !states.empty())
    (std::ranges::all_of(believed, is_general_or_last) ? believed : states).clear();
  std::ranges::move(believed, std::back_inserter(states));
  if (states.empty())
    if (auto castling = castling_from_elsewhere(reached, comparison))
      states.push_back(*std::move(castling));
  const auto takes_pawn = [](const Hypothesis& state) { return state.cause == cause::other_move; };
  if (std::ranges::any_of(states, takes_pawn)) {
    const bool is_so = takes_what_none_captures(generator);
    std::erase_if(states, [&](const Hypothesis& state) {
      return is_so ? is_general(state) && !takes_pawn(state) : takes_pawn(state);
    });
  }
  if (states.empty()) return;
  if (states.size() > 1 && generator.abilities().patient) {
    const std::optional<Count> total = generator.ask({reached.start, reached.path, 2}).total;
    const auto gives = [&](const Hypothesis& state) { return state.next_count == total; };
    if (std::ranges::any_of(states, gives))
      std::erase_if(states, [&](const Hypothesis& state) {
        return state.next_count && state.next_count != total;
      });
    if (!std::ranges::all_of(states, is_general) && std::ranges::any_of(states, is_general) &&
        is_right_after_others(generator, reached))
      std::erase_if(states, is_general);
  }
  suppose(diagnosis, std::move(states));
}

void examine_moves(engines::GeneratorUnderTest& generator, Diagnosis& diagnosis) {
  Counterexample& counterexample = diagnosis.counterexample;
  Hypotheses hypotheses(generator, counterexample);
  diagnosis.candidates = ends_that_explain(hypotheses);
  // By a count alone, an end that is counted and a move that is listed there look the same.
  const bool may_be_moves = counterexample.comparison.answer.branches.empty() &&
                            std::ranges::all_of(diagnosis.candidates, [](const Hypothesis& end) {
                              return end.fault == Fault::early_leaves;
                            });
  if (!diagnosis.candidates.empty() && !may_be_moves) {
    diagnosis.fault = diagnosis.candidates.front().fault;
    return;
  }
  const std::vector<Hypothesis> ends = std::exchange(diagnosis.candidates, {});
  std::vector<ReachedPosition> set_up{{counterexample.reached.position()}};
  const bool is_by_moves = !counterexample.reached.path.empty();
  if (const auto passed = with_passed_square(counterexample.reached)) set_up.push_back({*passed});
  for (const ReachedPosition& fresh : set_up) {
    Comparison comparison = is_by_moves ? ask(generator, fresh, 1) : counterexample.comparison;
    if (comparison.agrees()) continue;
    diagnosis.fault = Fault::generation;
    counterexample.comparison = std::move(comparison);
    const ReachedPosition by_moves = std::exchange(counterexample.reached, fresh);
    diagnosis.is_wrong_both_ways = is_by_moves;
    examine_generation(generator, diagnosis, by_moves);
    if (!diagnosis.right_way)
      diagnosis.candidates.insert(diagnosis.candidates.begin(), ends.begin(), ends.end());
    return;
  }
  diagnosis.fault = Fault::make;
  shorten(generator, counterexample);
  list_moves(generator, counterexample.reached, counterexample.comparison);
  diagnosis.moves = wrong_moves(counterexample.reached.position(), counterexample.comparison);
  choose_state(generator, diagnosis);
  diagnosis.candidates = made_candidates_for(counterexample.reached, counterexample.comparison);
}

void examine_walk(engines::GeneratorUnderTest& generator, Diagnosis& diagnosis) {
  // What is not listed at the root cannot be lost in the walk below it.
  const Comparison& listed = diagnosis.counterexample.comparison;
  if (!listed.answer.branches.empty() && !listed.same_moves()) {
    diagnosis.fault = Fault::generation;
    diagnosis.moves = wrong_moves(diagnosis.counterexample.reached.position(), listed);
    diagnosis.reached_in_one_way = true;
    return;
  }
  Hypotheses hypotheses(generator, diagnosis.counterexample);
  diagnosis.made_right = generator.abilities().plays_moves;
  if (const auto asked = branches_to_ask(generator, listed); asked < listed.miscounts.size())
    diagnosis.branches_asked = asked;
  diagnosis.candidates = ends_that_explain(hypotheses);
  std::ranges::move(hypotheses.in_make(), std::back_inserter(diagnosis.candidates));
  if (!diagnosis.candidates.empty()) {
    diagnosis.fault = diagnosis.candidates.front().fault;
    return;
  }
  const auto explained_by = [&](Fault fault, std::optional<Hypothesis> hypothesis) {
    diagnosis.fault = fault;
    diagnosis.hypothesis = std::move(hypothesis);
    return diagnosis.hypothesis.has_value();
  };
  if (explained_by(Fault::sum, hypotheses.in_counters()) ||
      explained_by(Fault::unmake, hypotheses.in_unmake()))
    return;
  auto table = hypotheses.in_table();
  // Its own walk may make moves by other code than that which reads given ones. Pieces on wrong
  // squares would show in many other positions, too.
  std::vector<Hypothesis> in_own_walk;
  if (diagnosis.made_right) in_own_walk = hypotheses.in_own_walk();
  std::erase_if(in_own_walk, [](const Hypothesis& made) { return made.part == part::pieces; });
  auto made = first_of(in_own_walk);
  const auto other = std::ranges::find_if(in_own_walk, [&](const Hypothesis& one) {
    return one.model->says != made->model->says;  // not a form of the first
  });
  if (other != in_own_walk.end()) {
    made->sentence += "; or " + other->sentence;
    made->is_guess = true;
  }
  if (table && made) {
    table->sentence += fmt::format("; or, in its own walk, {}", made->sentence);
    table->has_rival = true;
  }
  if (explained_by(Fault::table, std::move(table))) return;
  diagnosis.fault = Fault::walk;
  if (made) diagnosis.hypothesis = made;
}

/// Finds the cause of the counterexample.
void examine(WatchedGenerator& generator, Diagnosis& diagnosis) {
  switch (diagnosis.counterexample.kind) {
    case CounterexampleKind::moves:
      return examine_moves(generator, diagnosis);
    case CounterexampleKind::walk:
      return examine_walk(generator, diagnosis);
    case CounterexampleKind::sum:
      diagnosis.fault = Fault::sum;
      diagnosis.hypothesis = Hypotheses(generator, diagnosis.counterexample).in_counters();
      return;
    case CounterexampleKind::right_afresh:
      break;
  }
}

/// What the counterexample alone shows, for a generator that gives no answer to more questions.
Diagnosis as_answered(Counterexample counterexample) {
  switch (counterexample.kind) {
    case CounterexampleKind::moves: {
      auto moves = wrong_moves(counterexample.reached.position(), counterexample.comparison);
      return {Fault::generation, std::move(counterexample), std::move(moves)};
    }
    case CounterexampleKind::walk:
      return {Fault::walk, std::move(counterexample), {}};
    case CounterexampleKind::sum:
      return {Fault::sum, std::move(counterexample), {}};
    case CounterexampleKind::right_afresh:
      break;
  }
  return {Fault::history, std::move(counterexample), {}};
}

}  // namespace

Diagnosis nondeterministic(const Contradiction& contradiction) {
  const auto& [question, first, second, is_order_other] = contradiction;
  Diagnosis diagnosis{
      Fault::nondeterministic,
      {CounterexampleKind::right_afresh, {question.start, question.moves}, question.depth, {}},
      {}};
  Comparison& comparison = diagnosis.counterexample.comparison;
  comparison.answer.total = first;
  comparison.right =
      total_of(reference_divide(diagnosis.counterexample.reached.position(), question.depth));
  diagnosis.second_answer = second;
  diagnosis.is_order_other = is_order_other;
  diagnosis.explanation = explain(diagnosis);
  return diagnosis;
}

void suppose(Diagnosis& diagnosis, std::vector<Hypothesis> states) {
  std::vector<Hypothesis> different;
  for (Hypothesis& state : states)
    if (std::ranges::find(different, state.sentence, &Hypothesis::sentence) == different.end())
      different.push_back(std::move(state));
  diagnosis.states = std::move(different);
  diagnosis.hypothesis = diagnosis.states.front();
  for (const Hypothesis& other : diagnosis.states) {
    if (&other != &diagnosis.states.front()) diagnosis.hypothesis->is_guess = true;
    if (other.part != diagnosis.hypothesis->part) diagnosis.hypothesis->part = "";
    if (other.cause != diagnosis.hypothesis->cause) diagnosis.hypothesis->cause = "";
  }
}

std::string_view part_of(const Diagnosis& diagnosis) {
  if (diagnosis.hypothesis) return diagnosis.hypothesis->part;
  const auto& candidates = diagnosis.candidates;
  const bool is_common =
      !candidates.empty() && std::ranges::all_of(candidates, [&](const Hypothesis& candidate) {
        return candidate.part == candidates.front().part;
      });
  return is_common ? candidates.front().part : "";
}

std::vector<Hypothesis> causes_of(const Diagnosis& diagnosis) {
  std::vector<Hypothesis> causes = diagnosis.candidates;
  if (diagnosis.fault == Fault::fen && part_of(diagnosis) == part::en_passant_square) {
    causes.push_back(*diagnosis.hypothesis);
    causes.back().fault = Fault::fen;
  }
  return causes;
}

std::optional<Diagnosis> presume(const Counterexample& counterexample,
                                 const std::vector<Hypothesis>& known) {
  const auto& [kind, reached, depth, comparison, path] = counterexample;
  if (kind != CounterexampleKind::moves || comparison.answer.branches.empty()) return std::nullopt;
  Diagnosis diagnosis{Fault::generation, counterexample,
                      wrong_moves(reached.position(), comparison)};
  diagnosis.is_presumed = true;
  Positions positions([](const Setup& setup) { return legal_moves(setup); });
  for (const Hypothesis& cause : known) {
    if (!cause.model) {
      if (!reached.path.empty() || !misses_only_en_passant(comparison)) continue;
      const std::vector<ReachedPosition> ways = ways_to(reached.start);
      if (ways.empty()) continue;
      diagnosis.fault = Fault::fen;
      diagnosis.hypothesis = cause;
      diagnosis.right_way = ways.front();
      return diagnosis;
    }
    const std::optional<Setup> believed = position_by(*cause.model, reached.start, reached.path);
    if (!believed) continue;
    const auto listed = Simulation(positions, *cause.model).divide(*believed, 1);
    if (!compare(*believed, comparison.answer, listed).agrees()) continue;
    diagnosis.candidates.push_back(cause);
    diagnosis.candidates.back().is_guess = false;  // as the count of another answer suggests
    diagnosis.candidates.back().moves.clear();
  }
  if (diagnosis.candidates.empty()) return std::nullopt;
  if (reached.path.empty()) return diagnosis;  // no move has been made but to test it
  diagnosis.fault = diagnosis.candidates.front().fault;
  if (diagnosis.fault == Fault::make)
    if (auto states = believed_states(reached, comparison); !states.empty())
      suppose(diagnosis, std::move(states));
  return diagnosis;
}

Diagnosis diagnose(WatchedGenerator& generator, const std::vector<engines::PerftQuestion>& asked,
                   const Comparison& answered, const std::vector<Hypothesis>& known) {
  const engines::PerftQuestion& question = asked.back();
  Diagnosis diagnosis{
      Fault::history, {CounterexampleKind::moves, {question.start}, question.depth, answered}, {}};
  bool is_smallest = question.depth == 1;
  try {
    generator.trust_moves(true);
    if (question.depth > 1 && generator.abilities().plays_moves && generator.abilities().patient)
      generator.trust_moves(!ignores_moves(generator, question.start));
    diagnosis.ignores_moves = !generator.trusts_moves();
    diagnosis.counterexample = find_counterexample(generator, question.start, question.depth);
    is_smallest = true;
    if (auto presumed = presume(diagnosis.counterexample, known)) {
      presumed->ignores_moves = diagnosis.ignores_moves;
      presumed->explanation = explain(*presumed);
      return *std::move(presumed);
    }
    if (generator.abilities().patient) repeat(generator, diagnosis.counterexample);
    if (diagnosis.counterexample.kind == CounterexampleKind::right_afresh)
      diagnosis.questions_before = questions_needed(generator, asked);
    if (!generator.contradiction()) examine(generator, diagnosis);
  } catch (const engines::EngineFault& fault) {
    if (!generator.contradiction()) {
      if (!is_smallest) throw;
      diagnosis = as_answered(std::move(diagnosis.counterexample));
      diagnosis.obstacle = fault;
    }
  }
  if (generator.contradiction()) return nondeterministic(*generator.contradiction());
  diagnosis.explanation = explain(diagnosis);
  return diagnosis;
}

Diagnosis diagnose_after_moves(WatchedGenerator& generator, const ReachedPosition& reached,
                               const Comparison& answered) {
  Diagnosis diagnosis{
      Fault::make, {CounterexampleKind::moves, reached, 1, answered, reached.path}, {}};
  try {
    generator.trust_moves(true);
    for (auto end = reached.path.begin() + 1; end < reached.path.end(); ++end) {
      const ReachedPosition fewer{reached.start, {reached.path.begin(), end}};
      Comparison comparison = ask(generator, fewer, 1);
      if (comparison.agrees()) continue;
      diagnosis.counterexample = {CounterexampleKind::moves, fewer, 1, std::move(comparison),
                                  fewer.path};
      break;
    }
    examine_moves(generator, diagnosis);
  } catch (const engines::EngineFault& fault) {
    if (!generator.contradiction()) {
      diagnosis = as_answered(std::move(diagnosis.counterexample));
      diagnosis.obstacle = fault;
    }
  }
  if (generator.contradiction()) return nondeterministic(*generator.contradiction());
  diagnosis.makes_moves = diagnosis.fault == Fault::make;
  diagnosis.explanation = explain(diagnosis);
  return diagnosis;
}

}  // namespace plylab::perft::verify
