#include "perft/verify/explanation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <set>
#include <utility>

#include "gen/base/text.h"
#include "gen/chess/board/notation.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/explain/terms.h"
#include "perft/verify/move_class.h"

namespace plylab::perft::verify {
namespace {

using namespace chess;

/// The moves that would be legal if these pieces gave no check. Leaves out the king's, and e.p.
/// captures, which many generators test separately.
std::vector<Move> moves_but_for_check(const Setup& position, const std::vector<Square>& checkers) {
  const Square king_square = find_king(position.squares, position.side);
  std::vector<Move> moves;
  for (const Move move : pseudo_legal_moves(position)) {
    if (move.from() == king_square || move.is_en_passant()) continue;
    const auto found = attackers(after(position, move).squares, king_square, !position.side);
    if (!found.empty() && without(found, checkers).empty()) moves.push_back(move);
  }
  return moves;
}

std::string_view suggests(bool is_guess) { return is_guess ? ", as its count suggests" : ""; }

/// "A", or "A; or B; or one of 3 other causes" if each of several would explain the answers.
std::string joined(const std::vector<Hypothesis>& candidates) {
  const std::size_t named = number_named(candidates.size());
  std::string text;
  for (std::size_t i = 0; i < named; ++i) text += (i == 0 ? "" : "; or ") + candidates[i].sentence;
  if (candidates.size() > named)
    text += fmt::format("; or one of {} other causes", candidates.size() - named);
  return text;
}

/// The place of a fault with that cause, which shows in `where`: a test that changes the board
/// spoils lists of moves, and the positions after them.
std::string_view place_of(std::string_view common_cause, std::string_view where) {
  return common_cause == cause::tests ? "taking moves back in the test for legal moves" : where;
}

/// The explanation of a fault by what may explain it.
Explanation explain_by(const std::vector<Hypothesis>& candidates, std::string_view where) {
  const std::string_view certainty = candidates.front().is_guess ? suggests(true)
                                     : candidates.size() > 1 || candidates.front().has_rival
                                         ? ", perhaps"
                                         : "";
  const std::string_view common = common_cause(candidates);
  return {fmt::format("{}{}: {}", place_of(common, where), certainty, joined(candidates)), common};
}

/// Whether a move is written like castling from a square on which the side's king does not stand.
bool is_castling_without_king(const Setup& position, std::string_view text) {
  const bool is_white = position.side == white;
  const auto texts = is_white ? std::array{"e1g1", "e1c1"} : std::array{"e8g8", "e8c8"};
  return find_king(position.squares, position.side) != (is_white ? e1 : e8) &&
         std::ranges::find(texts, text) != texts.end();
}

/// "e8c8 is listed like castling, but …", if all wrong moves are such moves.
std::optional<std::string> castling_without_king(const Diagnosis& diagnosis) {
  const Setup position = diagnosis.counterexample.reached.position();
  const auto is_such = [&](const WrongMove& move) {
    return move.wrong != Wrong::missing && is_castling_without_king(position, move.text);
  };
  if (!std::ranges::all_of(diagnosis.moves, is_such)) return std::nullopt;
  const std::string& first = diagnosis.moves.front().text;
  return fmt::format("{} is listed like castling, but the king is not on {}", first,
                     first.substr(0, 2));
}

/// What may be at fault if a move list is wrong. It may not have been tried whether the same
/// position reached in another way is right.
std::string_view place_of_generation(const Diagnosis& diagnosis, bool may_be_fen = false) {
  if (diagnosis.lists_rightly)
    return "the count of moves at the last ply (the list of moves is right)";
  if (diagnosis.counterexample.depth > 1)
    return "the move generation above the last ply (at the last ply the count of moves is right)";
  if (diagnosis.may_be_make) return "making moves, or the move generation";
  const bool is_by_moves = !diagnosis.counterexample.reached.path.empty();
  const bool is_open = diagnosis.obstacle || diagnosis.reached_in_one_way;
  if (is_open && is_by_moves) return "the move generation, or making moves";
  return is_open || may_be_fen || diagnosis.hypothesis
             ? "the move generation, or the reading of the FEN"
             : "the move generation";
}

/// "e1c1 is listed, as castling with the rook on c1: the right is that of the rook on a1", if all
/// wrong moves are the king's to own rooks, and another rook on that side has the right.
std::optional<std::string> castling_with_other_rook(const Diagnosis& diagnosis) {
  const Setup position = diagnosis.counterexample.reached.position();
  const Square king_square = find_king(position.squares, position.side);
  std::string sentence;
  for (const WrongMove& wrong : diagnosis.moves) {
    const auto move = read_move(position, wrong.text);
    if (wrong.wrong != Wrong::extra || !move || move->from != king_square ||
        position.squares[move->to] != make_piece(position.side, rook))
      return std::nullopt;
    const Square right = position.castling[index(position.side)][move->to > king_square ? 1 : 0];
    if (right == no_square || right == move->to) return std::nullopt;
    if (sentence.empty())
      sentence = fmt::format(
          "{} is listed, as castling with the rook on {}: the right is that of the rook on {}",
          wrong.text, to_string(move->to), to_string(right));
  }
  return sentence.empty() ? std::nullopt : std::optional(sentence);
}

/// Whether castling, by its own text, is listed wrongly.
bool lists_castling(const Diagnosis& diagnosis) {
  const Setup position = diagnosis.counterexample.reached.position();
  return std::ranges::any_of(diagnosis.moves, [&](const WrongMove& wrong) {
    const auto move = read_move(position, wrong.text);
    return wrong.wrong == Wrong::extra && move && move->castle;
  });
}

/// Whether the wrong moves could follow from a side to move or from castling rights that were read
/// wrongly, which no other way to the position can tell.
bool may_be_misread(const Diagnosis& diagnosis) {
  return !diagnosis.moves.empty() &&
         std::ranges::all_of(diagnosis.moves, [&](const WrongMove& move) {
           const Rule rule = move.reason.rule;
           const bool is_of_right =
               rule == Rule::castling_no_right ||
               (move.wrong == Wrong::missing && rule == Rule::castling_allowed);
           return rule == Rule::wrong_side || (is_of_right && !diagnosis.reads_rights);
         });
}

/// "h7-h8 is missing, whatever the pawn becomes", if the first wrong move is missing, and all
/// promotions by the same pawn on the same square are.
std::optional<std::string> missing_promotion(const Diagnosis& diagnosis) {
  const Setup position = diagnosis.counterexample.reached.position();
  const auto first = read_move(position, diagnosis.moves.front().text);
  if (!first || first->promotion == no_type) return std::nullopt;
  const auto missing = std::ranges::count_if(diagnosis.moves, [&](const WrongMove& wrong) {
    const auto move = read_move(position, wrong.text);
    return wrong.wrong == Wrong::missing && move && move->from == first->from &&
           move->to == first->to;
  });
  if (missing < 4) return std::nullopt;
  return fmt::format("{}{}{} is missing, whatever the pawn becomes", to_string(first->from),
                     position.squares[first->to] == no_piece ? "-" : "x", to_string(first->to));
}

Explanation explain_generation(const Diagnosis& diagnosis) {
  const std::string_view or_fen = place_of_generation(diagnosis, true),
                         where =
                             may_be_misread(diagnosis) ? or_fen : place_of_generation(diagnosis);
  if (const auto without_rook = castling_without_rook(diagnosis))
    return {fmt::format("{}: {}", where, *without_rook),
            "neither the right nor the rook's square is tested"};
  if (const auto& candidates = diagnosis.candidates; !candidates.empty())
    return explain_by(candidates, part_of(diagnosis) == part::castling_rights ? or_fen : where);
  if (const auto& hypothesis = diagnosis.hypothesis) {
    // Castling, or a capture e.p., may be missing for any other reason.
    const bool is_missing = std::ranges::all_of(
        diagnosis.moves, [](const WrongMove& move) { return move.wrong == Wrong::missing; });
    const bool is_open =
        hypothesis->rights == "lost" || (hypothesis->part == part::en_passant_square && is_missing);
    const std::string_view certainty = is_open ? ", perhaps" : "";
    return {fmt::format("{}{}: {}", where, certainty, hypothesis->sentence), hypothesis->cause};
  }
  // A single move may have another reason.
  if (const auto unseen = unseen_check(diagnosis); unseen && unseen->moves > 1)
    return explain(diagnosis, *unseen);
  if (diagnosis.moves.empty()) return {std::string(where)};
  if (const auto misplaced = misplaced_castling(diagnosis)) {
    if (!diagnosis.reads_rights && lists_castling(diagnosis))
      return {fmt::format("{}: {}", or_fen, *misplaced),
              "the wings are exchanged: where castling is listed, or where K and Q of the FEN are "
              "read"};
    return {fmt::format("{}: {}", place_of_generation(diagnosis), *misplaced),
            "where castling is listed or made, the king's target square is wrong"};
  }
  if (const auto misplaced = misplaced_en_passant(diagnosis))
    return {fmt::format("{}: {}", where, *misplaced),
            "the move ends on the captured pawn's square, not on the e.p. square"};
  if (const auto pawns = pawns_to_passed_square(diagnosis))
    return {fmt::format("{}: {}", where, *pawns),
            "the e.p. square is among the targets of every pawn, not of those that attack it"};
  if (const auto promotions = promotions_as_another(diagnosis))
    return {fmt::format("{}: {}", where, *promotions),
            "each promotion is written, or made, with one piece: the loop's piece is not used"};
  if (const auto without_king = castling_without_king(diagnosis))
    return {fmt::format("{}: {}", or_fen, *without_king),
            "castling is listed without a look at the king: by its empty squares alone, or by a "
            "right that the FEN does not grant"};
  if (const auto other_rook = castling_with_other_rook(diagnosis))
    return {fmt::format("{}: {}", or_fen, *other_rook),
            "K and Q in a FEN are the right of one rook, the outermost on that side of the king"};
  if (const auto misnamed = moves_from_another_square(diagnosis))
    return {fmt::format("{}: {}", where, *misnamed),
            "where a move is found by its target, the origin is computed by a wrong step: left and "
            "right, or the colours, are exchanged"};
  if (const auto mirrored = mirrored_moves(diagnosis))
    return {fmt::format("{}: {}", where, *mirrored),
            "the board is turned for one side, and its moves are not turned back when they are "
            "printed"};
  if (const auto cut = cut_list(diagnosis))
    return {fmt::format("{}: {}", where, *cut), "the list of moves is too short for this position"};
  if (const auto promotion = missing_promotion(diagnosis))
    return {fmt::format("{}: {}", where, *promotion), usual_cause(Wrong::missing, Rule::promotion)};
  const WrongMove& first = diagnosis.moves.front();
  const std::string sentence = first.wrong == Wrong::repeated
                                   ? fmt::format("{} is listed more than once", first.text)
                                   : first.reason.sentence;
  if (const auto dependence = depends_on_other_moves(diagnosis))
    return {fmt::format("{}: {}; {}", where, sentence, dependence->says), dependence->usual_cause};
  return {fmt::format("{}: {}", where, sentence), usual_cause(first.wrong, first.reason.rule)};
}

/// Whether the squares lie on one rank, so many files apart.
bool is_beside(Square square, Square other, int files = 1) {
  return rank_of(square) == rank_of(other) && std::abs(file_of(square) - file_of(other)) == files;
}

Explanation explain_fen(const Diagnosis& diagnosis) {
  const ReachedPosition& way = *diagnosis.right_way;
  const auto explain = [&](std::string_view sentence, std::string_view cause) -> Explanation {
    return {fmt::format("the reading of the FEN: {}; when the same position is reached by {} from "
                        "{}{}, the engine is right",
                        sentence, uci_line(way), to_string(way.start),
                        diagnosis.is_way_walked ? " in its own walk" : ""),
            cause};
  };
  if (const auto without_moves = lists_nothing(diagnosis))
    return explain(*without_moves,
                   "the FEN is refused, or what follows one of its fields is not read");
  const Explanation wrong = explain_generation(diagnosis);
  const std::string_view sentence = wrong.sentence;
  const auto colon = sentence.find(": ");
  return explain(
      colon == sentence.npos ? "the number of moves is wrong" : sentence.substr(colon + 2),
      diagnosis.hypothesis ? diagnosis.hypothesis->cause
                           : "what make() keeps up to date, such as checkers or moved pieces, "
                             "is not computed for a FEN");
}

/// The capture that a path ends with, if the side to move is then said to have moves from its
/// target square: "a promotion by capture" or "a capture", and the move. None after captures e.p.
std::optional<std::pair<std::string_view, std::string>> capture_that_stays(
    const Diagnosis& diagnosis) {
  const ReachedPosition& reached = diagnosis.counterexample.reached;
  if (diagnosis.fault != Fault::make || reached.path.empty()) return std::nullopt;
  const Move last = reached.path.back();
  if (!last.is_capture() || last.is_en_passant()) return std::nullopt;
  const Setup position = reached.position();
  if (std::ranges::none_of(diagnosis.moves, [&](const WrongMove& wrong) {
        const auto move = read_move(position, wrong.text);
        return wrong.wrong == Wrong::extra && wrong.reason.rule == Rule::wrong_side && move &&
               move->from == last.to();
      }))
    return std::nullopt;
  const ReachedPosition before{reached.start, {reached.path.begin(), reached.path.end() - 1}};
  return std::pair(std::string_view(last.is_promotion() ? "a promotion by capture" : "a capture"),
                   long_text(before.position(), last));
}

/// What a wrong move after a path has to do with a square that a move of the path changed:
/// "moves across d5 are listed"; empty for nothing.
std::string bearing_of(const Setup& position, const WrongMove& wrong, Square square) {
  const auto move = read_move(position, wrong.text);
  if (!move) return "";
  const std::string name = to_string(square);
  const std::vector<Square> way = between(move->from, move->to);
  const bool is_empty = position.squares[square] == no_piece;
  if (wrong.wrong == Wrong::missing && is_empty && (contains(way, square) || move->to == square))
    return fmt::format("moves to or across {} are missing", name);
  if (wrong.wrong == Wrong::missing && move->from == square)
    return fmt::format("moves of the piece on {} are missing", name);
  if (wrong.wrong == Wrong::extra && !is_empty && contains(way, square))
    return fmt::format("moves across {} are listed", name);
  if (wrong.wrong == Wrong::extra && move->from == square && !is_about_safety(wrong.reason.rule))
    return fmt::format("moves of {} on {} are listed",
                       move->promotion == no_type ? "another piece" : "a pawn", name);
  if (wrong.wrong != Wrong::extra || !is_empty) return "";
  Squares made = position.squares;
  made[move->to] = std::exchange(made[move->from], no_piece);
  const Square king_square = find_king(made, position.side);
  const auto checkers = attackers(made, king_square, !position.side);
  const auto is_across = [&](Square checker) {
    return contains(between(checker, king_square), square);
  };
  return !checkers.empty() && std::ranges::all_of(checkers, is_across)
             ? fmt::format("attacks on the king across {} are not seen", name)
             : "";
}

/// "after h5xg6 e.p., moves to or across g5 are missing", if all wrong moves have to do with one
/// square that a move of the path changed, the last one first.
std::optional<std::string> about_one_square(const Diagnosis& diagnosis) {
  if (diagnosis.moves.empty()) return std::nullopt;
  const Setup position = diagnosis.counterexample.reached.position();
  ReachedPosition reached = diagnosis.counterexample.reached;
  while (!reached.path.empty()) {
    const Setup next = reached.position();
    const Move move = reached.path.back();
    reached.path.pop_back();
    const Setup earlier = reached.position();
    for (int s = a1; s <= h8; ++s) {
      const auto square = static_cast<Square>(s);
      if (earlier.squares[square] == next.squares[square]) continue;
      std::set<std::string> bearings;
      for (const WrongMove& wrong : diagnosis.moves)
        bearings.insert(bearing_of(position, wrong, square));
      if (!bearings.contains(""))
        return fmt::format("after {}, {}", long_text(earlier, move), fmt::join(bearings, ", and "));
    }
  }
  return std::nullopt;
}

Explanation explain_make(const Diagnosis& diagnosis) {
  const std::string_view where =
      diagnosis.makes_moves
          ? "reading the moves after a FEN (in its own walk it makes them correctly)"
      : part_of(diagnosis) == part::moves ? "reading the moves after a FEN"
                                          : "making moves";
  Explanation explanation{fmt::format("{}: the same position set by FEN is right", where),
                          cause_of_wrong_state};
  if (!diagnosis.candidates.empty())
    explanation = explain_by(diagnosis.candidates, where);
  else if (const auto& hypothesis = diagnosis.hypothesis)
    explanation = {fmt::format("{}{}: {}", place_of(hypothesis->cause, where),
                               hypothesis->is_guess ? ", perhaps" : "", joined(diagnosis.states)),
                   hypothesis->cause};
  else if (const auto capture = capture_that_stays(diagnosis))
    explanation = {fmt::format("{}: after {}, as {}, the captured piece still has its square",
                               where, capture->first, capture->second),
                   cause::captured};
  else if (const auto square = about_one_square(diagnosis))
    explanation = {fmt::format("{}: {}; the same position set by FEN is right", where, *square),
                   "lists of moves, lines or pieces that make() keeps are not updated on every "
                   "square that the move changes"};
  if (diagnosis.makes_moves)
    explanation.usual_cause =
        "the text of a move is converted to the wrong kind of move: quiet for e.p., no promotion, "
        "no "
        "castling";
  return explanation;
}

/// The explanation of a fault by a hypothesis.
Explanation explain_by(const Hypothesis& hypothesis, std::string_view where) {
  return {fmt::format("{}{}: {}", where, suggests(hypothesis.is_guess), hypothesis.sentence),
          hypothesis.cause};
}

Explanation explain_walk(const Diagnosis& diagnosis) {
  const std::string branches =
      diagnosis.branches_asked
          ? fmt::format("each of the {} branches asked", *diagnosis.branches_asked)
          : "each branch";
  if (diagnosis.hypothesis)
    return explain_by(*diagnosis.hypothesis,
                      "making moves in its own walk (given moves it makes correctly)");
  if (diagnosis.made_right)
    return {
        fmt::format("taking moves back, a table of counts, or counting: {} is right when asked on "
                    "its own",
                    branches),
        "unmake does not restore everything: compare position and key with those before make"};
  return {fmt::format("making moves, taking them back, a table of counts, or counting: {} is right "
                      "when set up by FEN",
                      branches),
          "the state after make() differs from the one that the FEN sets up: compare all of it"};
}

Explanation explain_sum(const Diagnosis& diagnosis) {
  if (const auto& hypothesis = diagnosis.hypothesis) return explain_by(*hypothesis, "adding up");
  const Comparison& comparison = diagnosis.counterexample.comparison;
  if (comparison.answer.total != comparison.right && !comparison.like_branches.empty())
    return {fmt::format("the move generation, or adding up: {}; a line that cannot be read is '{}'",
                        contradiction(comparison), printable(comparison.like_branches.front())),
            "a number that stands for no square, such as that of no e.p. square, is taken for one"};
  return {"adding up: " + contradiction(comparison),
          comparison.answer.total == comparison.right
              ? "branches are counted separately from the total, or printed before counting ends"
              : "a counter is too narrow, not reset, or counted by several threads"};
}

Explanation explain_history(const Diagnosis& diagnosis) {
  const auto& questions = diagnosis.questions_before;
  std::string sentence = "what it remembers, or chance: after a fresh start it is right";
  if (questions.size() > 1)
    sentence = fmt::format(
        "what it remembers: after a fresh start it is right, but not after the {} questions before",
        questions.size());
  if (questions.size() == 1)
    sentence = fmt::format(
        "what it remembers: after a fresh start it is right, but not after perft({}) of {}",
        questions.front().depth, to_string(questions.front().start));
  return {sentence, "setting up a position does not reset all state of the previous one"};
}

}  // namespace

std::optional<std::string_view> lists_nothing(const Diagnosis& diagnosis) {
  const Counterexample& counterexample = diagnosis.counterexample;
  if (diagnosis.fault != Fault::fen || counterexample.depth != 1 ||
      counterexample.comparison.answer.total != Count() ||
      counterexample.comparison.right <= Count(1))
    return std::nullopt;
  const Setup smallest = diagnosis.fewest.value_or(counterexample.reached.position());
  return smallest.en_passant != no_square ? "after a FEN with an e.p. square no move is listed"
                                          : "no move is listed";
}

std::string_view kind_of_capture_that_stays(const Diagnosis& diagnosis) {
  if (!diagnosis.candidates.empty() || diagnosis.hypothesis) return "";
  const auto capture = capture_that_stays(diagnosis);
  return capture ? capture->first : "";
}

std::optional<UnseenCheck> unseen_check(const Diagnosis& diagnosis) {
  const Setup position = diagnosis.counterexample.reached.position();
  std::set<std::string> extra;
  for (const WrongMove& move : diagnosis.moves) {
    const Rule rule = move.reason.rule;
    const bool is_no_answer = rule == Rule::in_check_not_answered || rule == Rule::double_check;
    if (move.wrong != Wrong::extra || !is_no_answer) return std::nullopt;
    extra.insert(move.text);
  }
  const Square king_square = find_king(position.squares, position.side);
  const std::vector<Move> expected =
      moves_but_for_check(position, attackers(position.squares, king_square, !position.side));
  const auto is_listed = [&](Move move) { return extra.contains(move_text(position, move)); };
  if (expected.empty() || !std::all_of(expected.begin(), expected.end(), is_listed))
    return std::nullopt;
  return UnseenCheck{
      expected.size(),
      fmt::format(
          "the check to the king on {} by {} is missed", to_string(king_square),
          named(position.squares, attackers(position.squares, king_square, !position.side)))};
}

std::optional<std::string> half_seen_double_check(const Diagnosis& diagnosis) {
  const Setup position = diagnosis.counterexample.reached.position();
  const Square king_square = find_king(position.squares, position.side);
  const auto checkers = attackers(position.squares, king_square, !position.side);
  std::set<std::string> extra;
  for (const WrongMove& move : diagnosis.moves) {
    if (move.wrong != Wrong::extra || move.reason.rule != Rule::double_check) return std::nullopt;
    extra.insert(move.text);
  }
  for (std::size_t i = 0; i < checkers.size() && checkers.size() == 2 && !extra.empty(); ++i) {
    std::set<std::string> expected;
    for (const Move move : moves_but_for_check(position, {checkers[1 - i]}))
      expected.insert(move_text(position, move));
    if (expected == extra)
      return fmt::format("of the two checks to the king on {} only that by {} is seen",
                         to_string(king_square), named(position.squares, checkers[i]));
  }
  return std::nullopt;
}

std::optional<std::string> misplaced_castling(const Diagnosis& diagnosis) {
  const Setup position = diagnosis.counterexample.reached.position();
  const Square king_square = find_king(position.squares, position.side);
  for (const Move castling : legal_moves(position)) {
    const std::string missing = move_text(position, castling);
    if (!castling.is_castle() || std::ranges::none_of(diagnosis.moves, [&](const WrongMove& move) {
          return move.wrong == Wrong::missing && move.text == missing;
        }))
      continue;
    const bool goes_right = castling.to() > king_square;
    for (const WrongMove& move : diagnosis.moves) {
      const auto parsed = read_move(position, move.text);
      const bool is_kings = parsed && parsed->from == king_square &&
                            rank_of(parsed->to) == rank_of(king_square) &&
                            std::abs(parsed->to - king_square) > 1;
      const bool is_to_the_other_wing =
          is_kings && parsed->castle && (parsed->to > king_square) != goes_right;
      if (move.wrong != Wrong::missing && is_kings &&
          (is_to_the_other_wing ||
           (move.wrong == Wrong::extra && (parsed->to > king_square) == goes_right)))
        return fmt::format("{} is missing, and {} is listed in its place", missing, move.text);
    }
  }
  return std::nullopt;
}

std::optional<std::string> misplaced_en_passant(const Diagnosis& diagnosis) {
  const Setup position = diagnosis.counterexample.reached.position();
  if (position.en_passant == no_square) return std::nullopt;
  const Square victim = forward(!position.side, position.en_passant);
  const Piece own_pawn = make_piece(position.side, pawn);
  std::optional<std::string> sentence;
  for (const WrongMove& wrong : diagnosis.moves) {
    const auto move = read_move(position, wrong.text);
    if (!move || position.squares[move->from] != own_pawn) return std::nullopt;
    const bool is_listed_so =
        wrong.wrong == Wrong::extra && move->to == victim && is_beside(move->from, victim);
    const bool is_not_listed = wrong.wrong == Wrong::missing && move->to == position.en_passant;
    if (!is_listed_so && !is_not_listed) return std::nullopt;
    if (is_listed_so && !sentence)
      sentence = fmt::format("{}x{} e.p. is listed as {}", to_string(move->from),
                             to_string(position.en_passant), wrong.text);
  }
  return sentence;
}

std::optional<Dependence> depends_on_other_moves(const Diagnosis& diagnosis) {
  if (!diagnosis.fewest || diagnosis.moves.empty()) return std::nullopt;
  const Setup& fewest = *diagnosis.fewest;
  const auto move = read_move(fewest, diagnosis.moves.front().text);
  if (!move) return std::nullopt;
  const bool is_pawns = type_of(fewest.squares[move->from]) == pawn;
  if (fewest.en_passant != no_square && move->to != fewest.en_passant &&
      move->to != forward(!fewest.side, fewest.en_passant) &&
      !(is_pawns && file_of(move->to) == file_of(fewest.en_passant)))
    return Dependence{
        fmt::format("without the e.p. square {} it is right", to_string(fewest.en_passant)),
        "a test whether the capture e.p. is legal changes the board and is not taken back "
        "completely, or the e.p. square is asked for where it does not matter"};
  const auto& rooks = fewest.castling[index(fewest.side)];
  if (rooks == no_castling[index(fewest.side)] || move->castle ||
      move->from == find_king(fewest.squares, fewest.side))
    return std::nullopt;
  return Dependence{"without the right to castle it is right",
                    "a test whether castling is legal changes the board and is not taken back "
                    "completely, or the right is asked for where it does not matter"};
}

namespace {

/// Whether a pawn's move to the e.p. square is no capture of it, but would be one on a board whose
/// h-file lies beside the a-file.
bool may_be_step_round_edge(const Setup& position, const WrongMove& wrong, Square from) {
  const Square victim = forward(!position.side, position.en_passant);
  return wrong.reason.rule == Rule::wraps_round_edge || is_beside(from, victim, 7);
}

}  // namespace

bool only_pawns_to_passed_square(const Diagnosis& diagnosis) {
  const Setup position = diagnosis.counterexample.reached.position();
  if (position.en_passant == no_square) return false;
  const Square victim = forward(!position.side, position.en_passant);
  return !diagnosis.moves.empty() &&
         std::ranges::all_of(diagnosis.moves, [&](const WrongMove& wrong) {
           const auto move = read_move(position, wrong.text);
           return wrong.wrong == Wrong::extra && move && move->to == position.en_passant &&
                  position.squares[move->from] == make_piece(position.side, pawn) &&
                  !is_beside(move->from, victim);
         });
}

std::optional<std::string> pawns_to_passed_square(const Diagnosis& diagnosis) {
  if (!only_pawns_to_passed_square(diagnosis)) return std::nullopt;
  const Setup position = diagnosis.counterexample.reached.position();
  for (const WrongMove& wrong : diagnosis.moves)
    if (const Square from = read_move(position, wrong.text)->from;
        !may_be_step_round_edge(position, wrong, from))
      return fmt::format("{} is listed, though the pawn on {} does not attack the e.p. square {}",
                         wrong.text, to_string(from), to_string(position.en_passant));
  return std::nullopt;
}

std::optional<std::string> promotions_as_another(const Diagnosis& diagnosis) {
  const Setup position = diagnosis.counterexample.reached.position();
  std::set<PieceType> missing, repeated;
  for (const WrongMove& wrong : diagnosis.moves) {
    const auto move = read_move(position, wrong.text);
    if (!move || move->promotion == no_type || wrong.wrong == Wrong::extra) return std::nullopt;
    (wrong.wrong == Wrong::missing ? missing : repeated).insert(move->promotion);
  }
  // As many moves as there should be: each missing one is there as a copy of another.
  const Comparison& comparison = diagnosis.counterexample.comparison;
  if (missing.empty() || repeated.size() != 1 || comparison.answer.total != comparison.right)
    return std::nullopt;
  std::vector<std::string_view> names;
  for (const PieceType type : missing) names.push_back(name(type));
  return fmt::format("promotions to a {} are listed as promotions to a {}",
                     fmt::join(names, " or a "), name(*repeated.begin()));
}

std::optional<std::string> castling_without_rook(const Diagnosis& diagnosis) {
  const auto is_castling = [](const WrongMove& move) {
    return move.wrong == Wrong::extra && move.reason.rule == Rule::castling_no_right;
  };
  if (diagnosis.fault != Fault::generation || diagnosis.deduced || !diagnosis.fewest ||
      diagnosis.moves.empty() || !std::ranges::all_of(diagnosis.moves, is_castling) ||
      std::ranges::count(diagnosis.fewest->squares, make_piece(diagnosis.fewest->side, rook)) > 0)
    return std::nullopt;
  return fmt::format("castling is listed without the right and without a rook, as in {}",
                     to_string(*diagnosis.fewest));
}

std::optional<std::string> moves_from_another_square(const Diagnosis& diagnosis) {
  const auto is_impossible = [](Rule rule) {
    return rule == Rule::no_piece_there || rule == Rule::wrong_side ||
           rule == Rule::piece_does_not_move_so || rule == Rule::wraps_round_edge ||
           rule == Rule::promotion_by_piece || rule == Rule::pawn_capture_needs_enemy;
  };
  const Setup position = diagnosis.counterexample.reached.position();
  std::multimap<std::pair<Square, PieceType>, std::string> missing;
  std::vector<std::pair<ParsedMove, std::string>> extra;
  for (const WrongMove& wrong : diagnosis.moves) {
    const auto move = read_move(position, wrong.text);
    if (!move || wrong.wrong == Wrong::repeated) return std::nullopt;
    if (wrong.wrong == Wrong::extra && !is_impossible(wrong.reason.rule))
      return std::nullopt;  // a move that is illegal for another reason
    if (wrong.wrong == Wrong::extra)
      extra.emplace_back(*move, wrong.text);
    else if (type_of(position.squares[move->from]) != pawn)
      return std::nullopt;
    else
      missing.emplace(std::pair(move->to, move->promotion), wrong.text);
  }
  if (extra.empty() || extra.size() != missing.size()) return std::nullopt;
  std::string sentence;
  for (const auto& [move, text] : extra) {
    const auto same = missing.find({move.to, move.promotion});
    if (same == missing.end()) return std::nullopt;
    if (sentence.empty())
      sentence = fmt::format("{} is listed as {}, from another square", same->second, text);
    missing.erase(same);
  }
  return sentence;
}

std::optional<std::string> mirrored_moves(const Diagnosis& diagnosis) {
  std::multiset<std::string> missing;
  std::vector<std::string> extra;
  for (const WrongMove& wrong : diagnosis.moves) {
    if (wrong.wrong == Wrong::repeated) return std::nullopt;
    if (wrong.wrong == Wrong::missing)
      missing.insert(wrong.text);
    else
      extra.push_back(wrong.text);
  }
  if (extra.size() < 2 || extra.size() != missing.size()) return std::nullopt;
  std::string sentence;
  for (const std::string& text : extra) {
    std::string right = text;
    for (char& c : right)
      if (c >= '1' && c <= '8') c = static_cast<char>('1' + '8' - c);
    const auto found = missing.find(right);
    if (found == missing.end()) return std::nullopt;
    if (sentence.empty())
      sentence = fmt::format("{} is written as {}, with the ranks mirrored", right, text);
    missing.erase(found);
  }
  return sentence;
}

std::optional<std::string> cut_list(const Diagnosis& diagnosis) {
  constexpr std::size_t long_list = 100, many = 16;  // few positions of games have so many moves
  const Counterexample& counterexample = diagnosis.counterexample;
  const auto of_kind = [&](Wrong wrong) {
    return std::ranges::count(diagnosis.moves, wrong, &WrongMove::wrong);
  };
  const auto missing = static_cast<std::size_t>(of_kind(Wrong::missing));
  const Setup smallest = diagnosis.fewest.value_or(counterexample.reached.position());
  if (counterexample.comparison.answer.total == Count() || of_kind(Wrong::extra) > 0 ||
      missing < many || legal_moves(smallest).size() < long_list)
    return std::nullopt;
  return fmt::format("{} of the {} moves are missing", missing,
                     legal_moves(counterexample.reached.position()).size());
}

std::string contradiction(const Comparison& comparison) {
  const Count total = *comparison.answer.total, sum = *comparison.branches_sum;
  if (total == comparison.right)
    return fmt::format("its total {} is right, but its branches add up to {}", total, sum);
  return fmt::format("its total is {}, but its branches add up to {}", total, sum);
}

std::string_view common_cause(const std::vector<Hypothesis>& candidates) {
  const std::string_view first = candidates.front().cause;
  const bool is_common = std::ranges::all_of(
      candidates, [&](const Hypothesis& candidate) { return candidate.cause == first; });
  return is_common ? first : "";
}

std::size_t number_named(std::size_t causes) { return causes <= 4 ? causes : 3; }

std::string sentence_about(const NamedClass& named, Wrong wrong) {
  if (wrong == Wrong::extra) return "the king's safety is not tested" + named.text;
  return fmt::format("{} are {}", named.text,
                     wrong == Wrong::missing ? "missing" : "listed more than once");
}

std::string_view usual_cause(Wrong wrong, Rule rule) {
  if (wrong != Wrong::repeated) return rule_info(rule).usual_cause;
  return "two loops generate the same move, such as a queen's in the loops of rooks and "
         "bishops";
}

Explanation explain(const Diagnosis& diagnosis, const UnseenCheck& check) {
  return {fmt::format("{}: {}", place_of_generation(diagnosis), check.sentence),
          "the search for checkers misses a kind of piece or a direction"};
}

Explanation explain(const Diagnosis& diagnosis) {
  switch (diagnosis.fault) {
    case Fault::generation:
      return explain_generation(diagnosis);
    case Fault::fen:
      return explain_fen(diagnosis);
    case Fault::make:
      return explain_make(diagnosis);
    case Fault::draw:
      return explain_by(diagnosis.candidates, "draws");
    case Fault::early_leaves:
      return explain_by(diagnosis.candidates, "games that end early");
    case Fault::unmake:
      return explain_by(*diagnosis.hypothesis, "taking moves back");
    case Fault::table:
      return explain_by(*diagnosis.hypothesis, diagnosis.hypothesis->has_rival
                                                   ? "a table of counts, or making moves"
                                                   : "a table of counts");
    case Fault::walk:
      return explain_walk(diagnosis);
    case Fault::sum:
      return explain_sum(diagnosis);
    case Fault::history:
      return explain_history(diagnosis);
    case Fault::nondeterministic:
      break;
  }
  if (diagnosis.is_order_other)
    return {
        "chance: after a fresh start it answers the same questions differently, and lists the "
        "moves in another order",
        "moves come from a set without an order; where one that is made, perhaps to test it, is "
        "not taken back completely, counts depend on that order"};
  return {"chance: after a fresh start it answers the same questions differently",
          "memory is never initialised, or threads share a table or a counter"};
}

}  // namespace plylab::perft::verify
