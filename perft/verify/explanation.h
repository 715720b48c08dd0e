// A diagnosis in one sentence that claims no more than was found, with the usual cause of such a
// fault.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "perft/verify/diagnosis.h"

namespace plylab::perft::verify {

/// A check that the generator does not see: it lists all moves that would be legal without the
/// check, and nothing else is wrong.
struct UnseenCheck {
  std::size_t moves;     ///< how many moves are the evidence
  std::string sentence;  ///< "the check to the king on f1 by the rook on a1 is not seen"
};
std::optional<UnseenCheck> unseen_check(const Diagnosis& diagnosis);

/// "of two checks to the king on f6 only that by the rook on f1 is seen", if the generator lists
/// just the moves that answer one of them, too.
std::optional<std::string> half_seen_double_check(const Diagnosis& diagnosis);

/// "no move is listed", if a position that has several is set up by FEN and none is; it says so if
/// the FEN has an e.p. square.
std::optional<std::string_view> lists_nothing(const Diagnosis& diagnosis);

/// A castling that is missing, with an illegal move of the king to the same side in its place: it
/// is listed, but to the wrong square. Or with castling on the other wing in its place.
std::optional<std::string> misplaced_castling(const Diagnosis& diagnosis);

/// "e5xd6 e.p. is listed as e5d5", if captures e.p. with the captured pawn's square are all that is
/// wrong.
std::optional<std::string> misplaced_en_passant(const Diagnosis& diagnosis);

/// Whether moves to the e.p. square of pawns that do not attack it are all that is wrong.
bool only_pawns_to_passed_square(const Diagnosis& diagnosis);

/// "b4d6 is listed, though the pawn on b4 does not attack the e.p. square d6", if that is so and
/// not all of these moves could be steps round the edge of the board.
std::optional<std::string> pawns_to_passed_square(const Diagnosis& diagnosis);

/// A part of the position that the first wrong move has nothing to do with, but without which the
/// smallest position with that move is right.
struct Dependence {
  std::string says;  ///< "without the e.p. square d6 it is right"
  std::string_view usual_cause;
};
std::optional<Dependence> depends_on_other_moves(const Diagnosis& diagnosis);

/// "promotions to a knight or a rook are listed as promotions to a queen", if that is all that is
/// wrong.
std::optional<std::string> promotions_as_another(const Diagnosis& diagnosis);

/// "castling is listed without the right and without a rook, as in …", if castling without the
/// right is all that is wrong, and stays wrong when the side's rooks are taken off the board.
std::optional<std::string> castling_without_rook(const Diagnosis& diagnosis);

/// "g2h1q is listed as a1h1q, from another square", if pawns' moves with a wrong origin are all
/// that is wrong.
std::optional<std::string> moves_from_another_square(const Diagnosis& diagnosis);

/// "a promotion by capture" or "a capture", if a fault of making moves has no other explanation
/// than that the captured piece can still move from its square; else empty.
std::string_view kind_of_capture_that_stays(const Diagnosis& diagnosis);

/// "e8d8 is written as e1d1, with the ranks mirrored", if all that is wrong is that.
std::optional<std::string> mirrored_moves(const Diagnosis& diagnosis);

/// "77 of the 218 moves are missing", if so many are in a position with very many moves, and
/// none with fewer moves shows the fault.
std::optional<std::string> cut_list(const Diagnosis& diagnosis);

/// "its total is 401, but its branches add up to 400", for an answer that contradicts itself.
std::string contradiction(const Comparison& comparison);

/// Where to look first, in one line, such as "the king still stands in the occupancy when its
/// flight squares are tested".
std::string_view usual_cause(Wrong wrong, chess::Rule rule);

/// "Black's double steps are missing"; for a class of illegal moves, "the king's safety is not
/// tested for promotions".
std::string sentence_about(const NamedClass& named, Wrong wrong);

/// The cause that these faults have in common; empty if they have none. There must be at least one.
std::string_view common_cause(const std::vector<Hypothesis>& candidates);

/// How many causes are named if each of several would explain the answers.
std::size_t number_named(std::size_t causes);

/// The usual cause of a state that is right by FEN and wrong after moves.
inline constexpr std::string_view cause_of_wrong_state =
    "the state that make() updates differs from the state that the FEN sets up";

/// The explanation of a whole diagnosis.
Explanation explain(const Diagnosis& diagnosis);

/// The explanation of a diagnosis by an unseen check.
Explanation explain(const Diagnosis& diagnosis, const UnseenCheck& check);

}  // namespace plylab::perft::verify
