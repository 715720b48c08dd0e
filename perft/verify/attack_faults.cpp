#include "perft/verify/attack_faults.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <string_view>

#include "gen/chess/board/reference.h"
#include "gen/chess/explain/terms.h"

namespace plylab::perft::verify {
namespace {

using namespace chess;

// ---- right attacks ----

int files_between(Square from, Square to) { return std::abs(file_of(from) - file_of(to)); }
int ranks_between(Square from, Square to) { return std::abs(rank_of(from) - rank_of(to)); }

bool is_diagonal(Square from, Square to) {
  return files_between(from, to) == ranks_between(from, to);
}
bool is_straight(Square from, Square to) {
  return files_between(from, to) == 0 || ranks_between(from, to) == 0;
}

bool slides_to(PieceType type, Square from, Square to) {
  return ((type == bishop || type == queen) && is_diagonal(from, to)) ||
         ((type == rook || type == queen) && is_straight(from, to));
}

/// Whether the line between two squares has no piece but those that `passes(square)`.
bool is_free(const Squares& squares, Square from, Square to, auto&& passes) {
  const auto sign = [](int difference) { return (difference > 0) - (difference < 0); };
  const int step = sign(file_of(to) - file_of(from)) + 8 * sign(rank_of(to) - rank_of(from));
  for (int s = from + step; s != to; s += step)
    if (const auto square = static_cast<Square>(s); squares[square] != no_piece && !passes(square))
      return false;
  return true;
}

bool stops(Square) { return false; }

bool attacks_rightly(const Squares& squares, Square from, Square target, Square = no_square) {
  const Piece piece = squares[from];
  const int files = files_between(from, target), ranks = ranks_between(from, target);
  switch (type_of(piece)) {
    case pawn:
      return files == 1 && target - from == (color_of(piece) == white ? 8 : -8) +
                                                (file_of(target) - file_of(from));
    case knight:
      return files * ranks == 2;
    case king:
      return std::max(files, ranks) == 1;
    case no_type:
      return false;
    default:
      return from != target && slides_to(type_of(piece), from, target) &&
             is_free(squares, from, target, stops);
  }
}

// ---- wrong attacks ----

template <PieceType... types>
bool ignores(const Squares& squares, Square from, Square target, Square) {
  return attacks_rightly(squares, from, target) && !((type_of(squares[from]) == types) || ...);
}

bool ignores_all(const Squares&, Square, Square, Square) { return false; }

bool ignores_sliders_on_diagonals(const Squares& squares, Square from, Square target, Square) {
  const PieceType type = type_of(squares[from]);
  return attacks_rightly(squares, from, target) &&
         !((type == bishop || type == queen) && is_diagonal(from, target));
}

bool ignores_sliders_on_lines(const Squares& squares, Square from, Square target, Square) {
  const PieceType type = type_of(squares[from]);
  return attacks_rightly(squares, from, target) &&
         !((type == rook || type == queen) && is_straight(from, target));
}

bool ignores_pawns_on_last_rank(const Squares& squares, Square from, Square target, Square) {
  const Piece piece = squares[from];
  return attacks_rightly(squares, from, target) &&
         !(type_of(piece) == pawn && rank_for(color_of(piece), target) == 7);
}

/// Whether taking the piece off the board would put its own king in check.
bool is_pinned(const Squares& squares, Square square) {
  const Color color = color_of(squares[square]);
  Squares lifted = squares;
  lifted[square] = no_piece;
  return type_of(squares[square]) != king && in_check(lifted, color) && !in_check(squares, color);
}

bool ignores_pinned(const Squares& squares, Square from, Square target, Square) {
  return attacks_rightly(squares, from, target) && !is_pinned(squares, from);
}

bool through(const Squares& squares, Square from, Square target, auto&& passes) {
  return attacks_rightly(squares, from, target) ||
         (from != target && slides_to(type_of(squares[from]), from, target) &&
          is_free(squares, from, target, passes));
}

bool through_pawns(const Squares& squares, Square from, Square target, Square) {
  return through(squares, from, target,
                 [&](Square square) { return type_of(squares[square]) == pawn; });
}

bool through_own_king(const Squares& squares, Square from, Square target, Square) {
  return through(squares, from, target, [&](Square square) {
    return squares[square] == make_piece(color_of(squares[from]), king);
  });
}

/// The king still stands on the square that it has left.
bool stops_at_left_square(const Squares& squares, Square from, Square target, Square left) {
  return attacks_rightly(squares, from, target) &&
         (left == no_square || !contains(between(from, target), left));
}

bool on_all_lines(const Squares& squares, Square from, Square target, Square) {
  const PieceType type = type_of(squares[from]);
  return attacks_rightly(squares, from, target) ||
         ((type == bishop || type == rook) && from != target && slides_to(queen, from, target) &&
          is_free(squares, from, target, stops));
}

bool pawns_backwards(const Squares& squares, Square from, Square target, Square) {
  const Piece piece = squares[from];
  if (type_of(piece) != pawn) return attacks_rightly(squares, from, target);
  return files_between(from, target) == 1 &&
         rank_of(target) - rank_of(from) == (color_of(piece) == white ? -1 : 1);
}

/// The edge of the board that a step may cross, and from where.
enum class Edge : std::uint8_t {
  any,
  left,    ///< the a-file
  right,   ///< the h-file
  a_file,  ///< the a-file, by a piece on it
  h_file
};

bool crosses(Edge edge, Square from, int files) {
  const int file = file_of(from);
  switch (edge) {
    case Edge::left:
      return file + files < 0;
    case Edge::right:
      return file + files > 7;
    case Edge::a_file:
      return file == 0 && files < 0;
    case Edge::h_file:
      return file == 7 && files > 0;
    case Edge::any:
      break;
  }
  return true;
}

/// Whether a step of the piece leads from one square to the other if squares are numbered from 0 to
/// 63 and the edge is not tested.
bool steps_by_number(Piece piece, Edge edge, Square from, Square to) {
  for (int files = -2; files <= 2; ++files)
    for (int ranks = -2; ranks <= 2; ++ranks) {
      const int size = std::max(std::abs(files), std::abs(ranks));
      const bool goes_so = type_of(piece) == knight ? std::abs(files * ranks) == 2
                           : type_of(piece) == king
                               ? size == 1
                               : type_of(piece) == pawn && std::abs(files) == 1 &&
                                     ranks == (color_of(piece) == white ? 1 : -1);
      if (goes_so && to - from == files + 8 * ranks && crosses(edge, from, files)) return true;
    }
  return false;
}

template <Edge edge, PieceType... types>
bool round_edge(const Squares& squares, Square from, Square target, Square) {
  const PieceType type = type_of(squares[from]);
  return attacks_rightly(squares, from, target) ||
         (((type == types) || ...) && steps_by_number(squares[from], edge, from, target));
}

/// The moves and captures that lead round the edge.
template <Edge edge, PieceType... types>
void add_moves_round_edge(const Setup& setup, std::vector<Move>& moves) {
  for (int f = a1; f <= h8; ++f)
    for (int t = a1; t <= h8; ++t) {
      const auto from = static_cast<Square>(f), to = static_cast<Square>(t);
      const Piece piece = setup.squares[from], taken = setup.squares[to];
      const bool is_own = piece != no_piece && color_of(piece) == setup.side;
      if (!is_own || !((type_of(piece) == types) || ...) ||
          !steps_by_number(piece, edge, from, to) || attacks_rightly(setup.squares, from, to))
        continue;
      if (taken == no_piece ? type_of(piece) == pawn : color_of(taken) == setup.side) continue;
      if (type_of(piece) == pawn && rank_for(setup.side, to) == 7) {
        for (const MoveKind kind : {MoveKind::capture_to_knight, MoveKind::capture_to_bishop,
                                    MoveKind::capture_to_rook, MoveKind::capture_to_queen})
          moves.emplace_back(from, to, kind);
      } else {
        moves.emplace_back(from, to, taken == no_piece ? MoveKind::quiet : MoveKind::capture);
      }
    }
}

/// Steps across an edge, as attacks and as moves.
template <Edge edge, PieceType... types>
constexpr AttackFault moves_round_edge{round_edge<edge, types...>, AttackUse::all,
                                       add_moves_round_edge<edge, types...>};

}  // namespace

// ---- moves ----

struct AttackFacts {
  struct Candidate {
    Move move;
    Squares after;
    std::vector<Square> attackers;  ///< of the king after the move
  };

  Setup setup;
  Square king_square;
  std::vector<Square> checkers = {};
  std::vector<Candidate> candidates = {};  ///< moves of pieces, castling apart
  std::vector<Move> castlings = {};        ///< that are legal
  std::vector<Square> enemies = {};        ///< the squares of the other side's pieces

  explicit AttackFacts(const Setup& of) : setup(of), king_square(find_king(of.squares, of.side)) {
    for (int s = a1; s <= h8; ++s)
      if (const Piece piece = setup.squares[static_cast<Square>(s)];
          piece != no_piece && color_of(piece) != setup.side)
        enemies.push_back(static_cast<Square>(s));
    checkers = attackers_by(attacks_rightly, setup.squares, king_square, no_square);
    for (const Move move : pseudo_legal_moves(setup))
      move.is_castle() ? castlings.push_back(move) : candidates.push_back(about(move));
  }

  Candidate about(Move move) const {
    Candidate candidate{move, after(setup, move).squares, {}};
    candidate.attackers =
        attackers_by(attacks_rightly, candidate.after, king_after(move), no_square);
    return candidate;
  }

  Square king_after(Move move) const {
    return move.from() == king_square ? move.to() : king_square;
  }

  /// The enemy's pieces that are taken to attack the target.
  std::vector<Square> attackers_by(auto&& attacks, const Squares& squares, Square target,
                                   Square left) const {
    std::vector<Square> found;
    for (const Square from : enemies)
      if (squares[from] == setup.squares[from] && from != target &&
          attacks(squares, from, target, left))
        found.push_back(from);
    return found;
  }
};

namespace {

/// The legality of moves by attacks as the generator sees them.
class Legality {
 public:
  Legality(const AttackFault& fault, const AttackFacts& facts)
      : fault_(fault), facts_(facts), checkers_(seen(facts.setup.squares, facts.king_square)) {}

  bool allows(const AttackFacts::Candidate& candidate) const {
    const auto& [move, squares, right] = candidate;
    const bool is_kings = move.from() == facts_.king_square;
    const auto is_seen_safe = [&, &after = squares, move = move] {
      return seen(after, facts_.king_after(move), is_kings ? facts_.king_square : no_square)
          .empty();
    };
    // Whether the move lets pieces attack the king that have not given check before.
    const auto opens_line = [](const std::vector<Square>& now, const std::vector<Square>& before) {
      return !without(now, before).empty();
    };
    switch (fault_.use) {
      case AttackUse::all:
        return is_seen_safe();
      case AttackUse::all_but_pins:
        if (is_kings || move.is_en_passant()) return is_seen_safe();
        return !opens_line(right, facts_.checkers) && answers_checks(move);
      case AttackUse::king:
      case AttackUse::king_but_castling:
        return is_kings ? is_seen_safe() : right.empty();
      case AttackUse::answers:
        if (is_kings || move.is_en_passant()) return right.empty();
        return !opens_line(right, facts_.checkers) && answers_checks(move);
      case AttackUse::out_of_check:
        return is_kings || !facts_.checkers.empty() ? right.empty() : is_seen_safe();
      case AttackUse::pins:
        if (is_kings) return right.empty();
        return !opens_line(seen(squares, facts_.king_square), checkers_) &&
               without(right, without(right, facts_.checkers)).empty();
    }
    return true;
  }

  /// Whether castling, for which there is the right, is found legal.
  bool allows_castling(Square rook_square, CastlingSide side) const {
    const Setup& setup = facts_.setup;
    const Square king_square = facts_.king_square;
    const Square kings_target = castled_king(setup.side, side);
    const Square rooks_target = castled_rook(setup.side, side);
    const auto is_in_the_way = [&](Square square) {
      return square != king_square && square != rook_square && setup.squares[square] != no_piece;
    };
    const std::vector<Square> kings_way = way(king_square, kings_target);
    if (std::ranges::any_of(kings_way, is_in_the_way) ||
        std::ranges::any_of(way(rook_square, rooks_target), is_in_the_way) || !checkers_.empty())
      return false;
    Squares lifted = setup.squares;
    lifted[king_square] = no_piece;
    for (const Square square : kings_way)
      if (!seen(lifted, square, king_square).empty()) return false;
    lifted[rook_square] = no_piece;
    lifted[rooks_target] = make_piece(setup.side, rook);
    return seen(lifted, kings_target, king_square).empty();
  }

 private:
  std::vector<Square> seen(const Squares& squares, Square target, Square left = no_square) const {
    const bool is_right = fault_.by == facts_.setup.side;  // it is the other side that attacks
    return facts_.attackers_by(is_right ? attacks_rightly : fault_.attacks, squares, target, left);
  }

  /// Whether the move answers the checks as they are seen, by the usual mask: it captures the only
  /// checking piece, or goes to a square between it and the king.
  bool answers_checks(Move move) const {
    if (checkers_.empty()) return true;
    return checkers_.size() == 1 &&
           (move.captured_on() == checkers_.front() ||
            contains(between(facts_.king_square, checkers_.front()), move.to()));
  }

  const AttackFault& fault_;
  const AttackFacts& facts_;
  std::vector<Square> checkers_;  ///< as they are seen
};

// ---- the table ----

constexpr std::string_view unseen_cause =
    "the test whether a square is attacked lacks a kind of piece or a direction";
constexpr std::string_view edge_cause =
    "a shift without the mask of the file that it must not reach, or no test for the edge";

struct Misjudgement {
  std::string_view says;
  std::string_view cause;
  AttackFault fault;
  bool has_one_use = false;
};

/// The more specific first.
constexpr Misjudgement misjudgements[] = {
    {"attacks by queens are not seen", unseen_cause, {ignores<queen>}},
    {"attacks by knights are not seen", unseen_cause, {ignores<knight>}},
    {"attacks by pawns on the last rank are not seen", unseen_cause, {ignores_pawns_on_last_rank}},
    {"attacks by pawns are not seen", unseen_cause, {ignores<pawn>}},
    {"attacks by kings are not seen", unseen_cause, {ignores<king>}},
    {"attacks by bishops and queens on diagonals are not seen",
     unseen_cause,
     {ignores_sliders_on_diagonals}},
    {"attacks by rooks and queens on ranks and files are not seen",
     unseen_cause,
     {ignores_sliders_on_lines}},
    {"attacks by bishops, rooks and queens are not seen",
     unseen_cause,
     {ignores<bishop, rook, queen>}},
    {"attacks by pinned pieces are not seen",
     "pinned pieces are left out of the map of attacked squares, but they attack all the same",
     {ignores_pinned}},
    {"the king is taken to shield the squares behind it",
     "the king still stands in the occupancy when its flight squares are tested",
     {stops_at_left_square, AttackUse::king_but_castling},
     true},
    {"pieces other than the king need not answer checks",
     "the moves are not restricted to captures of the checking piece and to the squares between",
     {ignores_all, AttackUse::answers},
     true},
    {"only in check are moves of other pieces than the king tested for its safety",
     "without a check, pins and captures e.p. that open a line must be tested all the same",
     {ignores_all, AttackUse::out_of_check},
     true},
    {"bishops, rooks and queens are taken to attack through pawns",
     "pawns are missing in the occupancy",
     {through_pawns}},
    {"bishops, rooks and queens are taken to attack through their own king",
     "both kings are taken off the board, not only the one that moves",
     {through_own_king}},
    {"bishops and rooks are taken to attack on all lines, like queens",
     "sliders are told apart from other pieces, but not from each other",
     {on_all_lines}},
    {"pawns are taken to attack backwards",
     "the attacks of a pawn on the king's square must be those of the king's own colour",
     {pawns_backwards}},
    {"pawns are taken to attack round the edge of the board",
     edge_cause,
     {round_edge<Edge::any, pawn>}},
    {"knights are taken to attack round the edge of the board",
     edge_cause,
     {round_edge<Edge::any, knight>}},
    {"kings are taken to attack round the edge of the board",
     edge_cause,
     {round_edge<Edge::any, king>}},
    {"pawns, knights and kings are taken to attack round the edge of the board",
     edge_cause,
     {round_edge<Edge::any, pawn, knight, king>}},
    {"pawns capture and attack round the edge of the board", edge_cause,
     moves_round_edge<Edge::any, pawn>},
    {"knights move and attack round the edge of the board", edge_cause,
     moves_round_edge<Edge::any, knight>},
    {"kings move and attack round the edge of the board", edge_cause,
     moves_round_edge<Edge::any, king>},
    {"pawns capture and attack round the edge of the board beyond the a-file", edge_cause,
     moves_round_edge<Edge::left, pawn>, true},
    {"pawns capture and attack round the edge of the board beyond the h-file", edge_cause,
     moves_round_edge<Edge::right, pawn>, true},
    {"knights move and attack round the edge of the board beyond the a-file", edge_cause,
     moves_round_edge<Edge::left, knight>, true},
    {"knights move and attack round the edge of the board beyond the h-file", edge_cause,
     moves_round_edge<Edge::right, knight>, true},
    {"kings move and attack round the edge of the board beyond the a-file", edge_cause,
     moves_round_edge<Edge::left, king>, true},
    {"kings move and attack round the edge of the board beyond the h-file", edge_cause,
     moves_round_edge<Edge::right, king>, true},
    {"knights on the a-file move and attack round the edge of the board", edge_cause,
     moves_round_edge<Edge::a_file, knight>, true},
    {"knights on the h-file move and attack round the edge of the board", edge_cause,
     moves_round_edge<Edge::h_file, knight>, true},
    {"pawns, knights and kings move and attack round the edge of the board", edge_cause,
     moves_round_edge<Edge::any, pawn, knight, king>},
};

/// A narrower form of a misjudgement.
struct AttackForm {
  std::string_view text;
  AttackUse use = AttackUse::all;
  std::optional<Color> by = {};
};

constexpr AttackForm attack_forms[] = {{""},
                                       {", except in pins", AttackUse::all_but_pins},
                                       {", where the king goes or castles", AttackUse::king},
                                       {", where the king goes", AttackUse::king_but_castling},
                                       {", in pins only", AttackUse::pins},
                                       {", where checks are answered", AttackUse::answers},
                                       {", White's pieces only", AttackUse::all, white},
                                       {", Black's pieces only", AttackUse::all, black}};

}  // namespace

std::shared_ptr<const AttackFacts> attack_facts_of(const Setup& setup) {
  return std::make_shared<const AttackFacts>(setup);
}

std::vector<Move> listed_moves(const AttackFault& fault, const AttackFacts& facts) {
  const Setup& setup = facts.setup;
  const Legality legality(fault, facts);
  std::vector<Move> moves;
  for (const AttackFacts::Candidate& candidate : facts.candidates)
    if (legality.allows(candidate)) moves.push_back(candidate.move);
  std::vector<Move> added;
  if (fault.add_moves != nullptr && fault.by.value_or(setup.side) == setup.side)
    fault.add_moves(setup, added);
  for (const Move move : added)
    if (legality.allows(facts.about(move))) moves.push_back(move);
  if (fault.use >= AttackUse::king_but_castling) {
    moves.insert(moves.end(), facts.castlings.begin(), facts.castlings.end());
  } else {
    for (const CastlingSide side : {CastlingSide::queenside, CastlingSide::kingside}) {
      const Square rook_square = setup.castling[index(setup.side)][index(side)];
      if (rook_square != no_square && legality.allows_castling(rook_square, side))
        moves.emplace_back(facts.king_square, rook_square,
                           side == CastlingSide::queenside ? MoveKind::castle_queenside
                                                           : MoveKind::castle_kingside);
    }
  }
  std::ranges::sort(moves);
  return moves;
}

std::span<const FaultModel> attack_faults() {
  static const std::vector<AttackFault> faults = [] {
    std::vector<AttackFault> all;
    for (const Misjudgement& one : misjudgements)
      for (const AttackForm& form : attack_forms) {
        all.push_back(one.fault);
        if (!one.has_one_use) all.back().use = form.use;
        all.back().by = form.by;
      }
    return all;
  }();
  static const std::vector<FaultModel> models = [] {
    std::vector<FaultModel> all;
    for (std::size_t i = 0; i < faults.size(); ++i) {
      const Misjudgement& one = misjudgements[i / std::size(attack_forms)];
      const AttackForm& form = attack_forms[i % std::size(attack_forms)];
      if (one.has_one_use && (form.use != AttackUse::all || form.by)) continue;
      all.push_back({.part = part::attacks,
                     .says = one.says,
                     .cause = one.cause,
                     .form = form.text,
                     .attacks = &faults[i]});
    }
    return all;
  }();
  return models;
}

}  // namespace plylab::perft::verify
