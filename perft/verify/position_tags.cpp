#include "perft/verify/position_tags.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "gen/chess/board/reference.h"
#include "perft/walk/walk.h"

namespace plylab::perft::verify {

using namespace chess;

namespace {

constexpr std::array<TagInfo, static_cast<std::size_t>(Tag::number)> tags{{
    {"check", "the side to move is in check"},
    {"double-check", "two pieces give check"},
    {"only-move", "there is one legal move"},
    {"few-moves", "very few paths: those of nine moves are counted"},
    {"checkmate", "the side to move is mated: no move"},
    {"stalemate", "no move, and no check"},
    {"pin", "a piece that shields its king may not make all its moves"},
    {"gives-discovered-check", "a move gives check, but not by the piece that moves"},
    {"gives-double-check", "a move gives two checks at once"},
    {"gives-mate", "a move mates"},
    {"gives-stalemate", "a move stalemates"},
    {"ep", "a pawn may capture e.p."},
    {"ep-by-two", "two pawns may capture e.p."},
    {"ep-pinned", "a pawn beside the e.p. square may not capture because it is pinned"},
    {"ep-bares-king", "a capture e.p. would bare the king because both pawns leave its line"},
    {"ep-answers-check", "a capture e.p. answers a check"},
    {"ep-no-answer", "a capture e.p. would not answer the check"},
    {"ep-gives-check", "the pawn that captures e.p. gives check"},
    {"ep-discovers-check", "a capture e.p. discovers a check"},
    {"ep-gives-double-check", "a capture e.p. gives two checks at once"},
    {"ep-blocks-line", "the pawn that has captured e.p. blocks a line to the other king"},
    {"ep-past-rook",
     "a capture e.p. is legal with the king and an enemy rook or queen on its rank"},
    {"ep-square-by-piece", "another piece than a pawn may go to the e.p. square"},
    {"ep-square-no-answer", "the same, but does not answer the check by the pawn"},
    {"ep-square-alone", "after a double step that no pawn stands beside"},
    {"ep-few-moves",
     "a double step gives a pawn a capture e.p., and few paths: those of five moves are counted"},
    {"castling", "castling is legal"},
    {"castling-gives-check", "castling gives check"},
    {"castling-in-check", "only the check forbids castling"},
    {"castling-through-attack", "only an attack on the king's way forbids castling"},
    {"castling-into-attack", "only an attack on the king's goal forbids castling"},
    {"castling-past-attack", "castling is legal although the rook, or its way, is attacked"},
    {"castling-bares-king", "the rook shields the king, so that castling is illegal (Chess960)"},
    {"castling-rook-blocked", "only pieces in the rook's way forbid castling"},
    {"castling-king-blocked", "only pieces in the king's way forbid castling"},
    {"castling-without-right", "king and rook stand at home, but only the right is missing"},
    {"castling-inner-rook", "another rook stands between the king and one that may castle"},
    {"castling-few-moves", "a castling right, and few paths: those of five moves are counted"},
    {"rights-by-capture", "a move captures a rook that has its castling right"},
    {"rights-recaptured",
     "the same; another rook recaptures, and only the lost right forbids castling with it"},
    {"rights-by-promotion", "a pawn that promotes captures a rook that has its castling right"},
    {"rook-without-right", "a move captures a rook at home that has no right"},
    {"promotion", "a pawn promotes"},
    {"promotion-gives-check", "the promoted piece gives check"},
    {"promotion-answers-check", "a promotion answers a check"},
    {"promotion-pinned", "a pin forbids a promotion"},
    {"clock-100", "fifty moves of each side without a capture or a pawn's move"},
    {"insufficient-material", "neither side could ever mate"},
    {"four-queens", "four queens of one colour"},
}};

constexpr std::array<std::uint8_t, 2> wings{0, 1};

constexpr std::uint8_t wing_of(Square square) { return file_of(square) > 3; }
constexpr std::uint8_t file_part(Square square) {
  return static_cast<std::uint8_t>(file_of(square));
}

bool has(std::uint64_t set, Square square) { return (set >> square & 1) != 0; }

/// The squares from a to b on one rank.
std::uint64_t squares_between(Square a, Square b) {
  std::uint64_t set = 0;
  for (int s = std::min(a, b); s <= std::max(a, b); ++s) set |= std::uint64_t{1} << s;
  return set;
}

/// What stands against castling, besides the right and that the rook may shield the king.
struct Obstacles {
  bool check = false;
  bool passes_attack = false;  ///< the king
  bool into_attack = false;
  bool king_blocked = false, rook_blocked = false;
  std::uint64_t attacked = 0;  ///< of the squares on the ways of king and rook

  int number() const { return check + passes_attack + into_attack + king_blocked + rook_blocked; }
};

/// Of castling with the king and the rook on these squares.
Obstacles obstacles_to(const Squares& squares, Color color, Square king_square, Square home,
                       CastlingSide castling_side) {
  const Square king_goal = castled_king(color, castling_side);
  const std::uint64_t kings_way = squares_between(king_square, king_goal),
                      rooks_way = squares_between(home, castled_rook(color, castling_side));
  std::uint64_t others = 0;
  Obstacles obstacles;
  Squares without_king = squares;
  without_king[king_square] = no_piece;
  for (int s = a1; s <= h8; ++s) {
    const auto square = static_cast<Square>(s);
    if (squares[square] != no_piece && square != king_square && square != home)
      others |= std::uint64_t{1} << s;
    if (has(kings_way | rooks_way, square) && attacked(without_king, square, !color))
      obstacles.attacked |= std::uint64_t{1} << s;
  }
  const std::uint64_t start = std::uint64_t{1} << king_square, goal = std::uint64_t{1} << king_goal;
  obstacles.check = in_check(squares, color);
  obstacles.passes_attack = (kings_way & ~start & ~goal & obstacles.attacked) != 0;
  obstacles.into_attack = (goal & ~start & obstacles.attacked) != 0;
  obstacles.king_blocked = (kings_way & others) != 0;
  obstacles.rook_blocked = (rooks_way & others) != 0;
  return obstacles;
}

/// Collects the traits of one position.
class Observer {
 public:
  Observer(const Mailbox& board, Square passed, const CastlingHomes& homes)
      : board_(board),
        passed_(passed),
        homes_(homes),
        setup_(board.setup()),
        squares_(setup_.squares),
        legal_(board.generate()),
        checkers_(board.checkers()),
        us_(setup_.side),
        king_(find_king(squares_, us_)) {}

  std::vector<Trait> observe() {
    look_at_position();
    look_at_pins();
    look_at_moves();
    if (passed_ != no_square) look_at_en_passant();
    for (const CastlingSide wing : {CastlingSide::queenside, CastlingSide::kingside})
      look_at_castling(wing);
    std::ranges::sort(traits_);
    traits_.erase(std::unique(traits_.begin(), traits_.end()), traits_.end());
    return std::move(traits_);
  }

 private:
  void add(Tag tag, std::uint8_t part = 0) { traits_.push_back({tag, us_, part}); }
  PieceType type_on(Square square) const { return type_of(squares_[square]); }
  bool is_legal(Move move) const { return std::ranges::find(legal_, move) != legal_.end(); }

  void look_at_position() {
    const int checks = std::popcount(checkers_);
    if (checks == 1) add(Tag::check, type_on(static_cast<Square>(std::countr_zero(checkers_))));
    if (checks > 1) add(Tag::double_check, wing_of(king_));
    if (legal_.size() == 1) add(Tag::only_move);
    if (legal_.empty()) add(checks > 0 ? Tag::checkmate : Tag::stalemate);
    if (board_.halfmove_clock() >= 100) add(Tag::clock_100);
    if (board_.insufficient_material()) add(Tag::insufficient_material);
    for (const Color color : {white, black})
      if (std::ranges::count(squares_, make_piece(color, queen)) >= 4)
        traits_.push_back({Tag::four_queens, color});
  }

  /// E.p. is looked at apart.
  void look_at_pins() {
    if (checkers_ != 0) return;
    for (const Move move : board_.pseudo_legal()) {
      if (move.from() == king_ || move.is_en_passant() || board_.is_legal(move)) continue;
      add(Tag::pin, type_on(move.from()));
      if (move.is_promotion()) add(Tag::promotion_pinned, wing_of(king_));
    }
  }

  void look_at_moves() {
    Mailbox board = board_;
    for (const Move move : legal_) {
      const auto undo = board.make(move);
      look_at_replies(move, board);
      if (move.is_en_passant()) look_at_capture_en_passant(move, board);
      if (move.kind() == MoveKind::double_push && board.setup().en_passant != no_square)
        gives_en_passant_ = true;
      if (move.is_capture() && type_on(move.to()) == rook) look_at_captured_rook(move, board);
      board.unmake(move, undo);
    }
    look_at_size();
  }

  /// What takes a long way, such as the return of a rook, shows only where few paths lead so far.
  /// How many is estimated from shorter ones: the sides take turns, so that two more moves multiply
  /// by about what the two before did.
  void look_at_size() {
    const Count few_of_four = 1'000'000, few_of_five = 200'000, few_of_nine = 2'000'000;
    const Count one = legal_.size(), two = two_plies_;
    if (two * two <= few_of_four)
      for (const std::uint8_t part : recaptured_) add(Tag::rights_recaptured, part);
    if (one * two * two > few_of_five) return;  // most positions: cheaper than to count three moves
    const Count three = perft(board_, 3);
    if (three == Count() || three * three > few_of_five * one) return;
    for (const Color color : {white, black})
      for (const std::uint8_t wing : wings)
        if (setup_.castling[index(color)][wing] != no_square)
          traits_.push_back({Tag::castling_few_moves, color, wing});
    if (gives_en_passant_) add(Tag::ep_few_moves);
    if (three * three * three * three > few_of_nine * one * one * one) return;
    const Count five = perft(board_, 5);
    if (five != Count() && five * five <= few_of_nine * one) add(Tag::few_moves);
  }

  /// `after`: the board on which the move has been made.
  void look_at_replies(Move move, const Mailbox& after) {
    const std::uint64_t checkers = after.checkers();
    const Square landed = move.is_castle() ? castled_rook(us_, move.castling_side()) : move.to();
    const bool is_direct = has(checkers, landed);
    const PieceType mover = type_on(move.from());
    if (std::popcount(checkers) > 1)
      add(Tag::gives_double_check, mover);
    else if (checkers != 0 && !is_direct)
      add(Tag::gives_discovered_check, mover);
    const unsigned replies = after.count();
    two_plies_ += replies;
    if (replies == 0) add(checkers != 0 ? Tag::gives_mate : Tag::gives_stalemate, mover);
    if (move.is_castle()) {
      // The squares of king and rook tell the shapes of Chess960 apart.
      add(Tag::castling, static_cast<std::uint8_t>(file_of(move.from()) * 8 + file_of(move.to())));
      if (checkers != 0)
        add(Tag::castling_gives_check, static_cast<std::uint8_t>(move.castling_side()));
    }
    if (move.is_promotion()) {
      add(Tag::promotion,
          static_cast<std::uint8_t>(2 * file_of(move.to()) + (move.is_capture() ? 1 : 0)));
      if (is_direct) add(Tag::promotion_gives_check, move.promoted());
      if (checkers_ != 0)
        add(Tag::promotion_answers_check,
            static_cast<std::uint8_t>(2 * type_on(move.to()) + wing_of(move.to())));
    }
  }

  void look_at_capture_en_passant(Move move, const Mailbox& after) {
    const std::uint64_t checkers = after.checkers();
    const int discovered = std::popcount(checkers) - (has(checkers, move.to()) ? 1 : 0);
    const std::uint8_t wing = wing_of(move.to());
    add(Tag::ep, file_part(move.to()));
    if (has(checkers, move.to())) add(Tag::ep_gives_check, wing);
    if (discovered > 0) add(Tag::ep_discovers_check, wing);
    if (std::popcount(checkers) > 1) add(Tag::ep_gives_double_check, wing);
    if (rank_of(king_) == rank_of(move.from()) && has_rook_or_queen(rank_of(king_)))
      add(Tag::ep_past_rook, wing);
    if (checkers_ != 0)
      add(Tag::ep_answers_check,
          static_cast<std::uint8_t>(wing + (has(checkers_, move.captured_on()) ? 2 : 0)));
    if (checkers == 0) {
      Squares without = after.setup().squares;
      without[move.to()] = no_piece;
      if (in_check(without, !us_)) add(Tag::ep_blocks_line, wing);
    }
  }

  bool has_rook_or_queen(int rank) const {
    for (int file = 0; file < 8; ++file)
      if (const Piece piece = squares_[make_square(file, rank)];
          piece == make_piece(!us_, rook) || piece == make_piece(!us_, queen))
        return true;
    return false;
  }

  /// Whether another rook may recapture on the square of one that had its right, so that the king
  /// could castle with it if that right were not lost. The enemy has a move before, which may
  /// prevent that.
  bool may_castle_but_for_right(const Mailbox& after, Square home, std::uint8_t wing) const {
    const Square king_square = find_king(squares_, !us_);
    for (const Move reply : after.captures()) {
      if (reply.to() != home || type_on(reply.from()) != rook) continue;
      Mailbox recaptured = after;
      recaptured.make(reply);
      if (obstacles_to(recaptured.setup().squares, !us_, king_square, home,
                       static_cast<CastlingSide>(wing))
              .number() == 0)
        return true;
    }
    return false;
  }

  void look_at_captured_rook(Move move, const Mailbox& after) {
    const auto& rights = setup_.castling[index(!us_)];
    for (const std::uint8_t wing : wings) {
      const auto part = static_cast<std::uint8_t>(2 * type_on(move.from()) + wing);
      if (rights[wing] == move.to()) {
        add(Tag::rights_by_capture, part);
        if (move.is_promotion()) add(Tag::rights_by_promotion, wing);
        if (may_castle_but_for_right(after, move.to(), wing)) recaptured_.push_back(part);
      } else if (homes_.rooks[index(!us_)][wing] == move.to() &&
                 squares_[homes_.kings[index(!us_)]] == make_piece(!us_, king)) {
        add(Tag::rook_without_right, wing);
      }
    }
  }

  void look_at_en_passant() {
    const std::vector<Square> pawns = pawns_beside(board_, us_, passed_);
    const Square victim = forward(!us_, passed_);
    const std::uint8_t wing = wing_of(passed_);
    if (pawns.empty()) return add(Tag::ep_square_alone, file_part(passed_));
    const auto may_capture = [&](Square from) {
      return is_legal(Move(from, passed_, MoveKind::en_passant));
    };
    if (std::ranges::count_if(pawns, may_capture) == 2) add(Tag::ep_by_two, file_part(passed_));
    for (const Square from : pawns)
      if (!may_capture(from)) look_at_forbidden_en_passant(from);
    for (const Move move : legal_)
      if (move.to() == passed_ && type_on(move.from()) != pawn)
        add(Tag::ep_square_by_piece, type_on(move.from()));
    if (checkers_ == std::uint64_t{1} << victim)
      for (const Move move : board_.pseudo_legal())
        if (move.to() == passed_ && type_on(move.from()) != pawn && move.from() != king_)
          add(Tag::ep_square_no_answer, wing);
  }

  void look_at_forbidden_en_passant(Square from) {
    const std::uint8_t wing = wing_of(passed_);
    if (checkers_ != 0) return add(Tag::ep_no_answer, wing);
    Squares without = squares_;
    without[from] = no_piece;
    const auto part = [&](bool on_line) {
      return static_cast<std::uint8_t>(wing + (on_line ? 2 : 0));
    };
    if (in_check(without, us_))
      add(Tag::ep_pinned, part(file_of(from) == file_of(king_)));
    else
      add(Tag::ep_bares_king, part(rank_of(from) == rank_of(king_)));
  }

  /// Of castling that is illegal, or legal but past an attack: the only reason.
  void look_at_castling(CastlingSide castling_side) {
    const Square right = setup_.castling[index(us_)][index(castling_side)];
    const Square home = homes_.rooks[index(us_)][index(castling_side)];
    if (king_ != homes_.kings[index(us_)] || squares_[home] != make_piece(us_, rook)) return;
    const auto wing = static_cast<std::uint8_t>(castling_side);
    const std::uint64_t between = squares_between(king_, home);
    for (int s = a1; s <= h8; ++s)
      if (const auto square = static_cast<Square>(s); right != no_square && square != home &&
                                                      has(between, square) &&
                                                      squares_[square] == make_piece(us_, rook))
        add(Tag::castling_inner_rook, wing);
    const Obstacles obstacles = obstacles_to(squares_, us_, king_, home, castling_side);
    if (right == no_square) {
      if (obstacles.number() == 0) add(Tag::castling_without_right, wing);
    } else if (obstacles.number() == 0) {
      const MoveKind kind = castling_side == CastlingSide::kingside ? MoveKind::castle_kingside
                                                                    : MoveKind::castle_queenside;
      if (!is_legal(Move(king_, home, kind)))
        add(Tag::castling_bares_king, wing);
      else if (obstacles.attacked != 0)
        add(Tag::castling_past_attack,
            static_cast<std::uint8_t>(wing + (has(obstacles.attacked, home) ? 2 : 0)));
    } else if (obstacles.number() == 1) {
      add(obstacles.check           ? Tag::castling_in_check
          : obstacles.passes_attack ? Tag::castling_through_attack
          : obstacles.into_attack   ? Tag::castling_into_attack
          : obstacles.rook_blocked  ? Tag::castling_rook_blocked
                                    : Tag::castling_king_blocked,
          wing);
    }
  }

  const Mailbox& board_;
  const Square passed_;
  const CastlingHomes& homes_;
  const Setup setup_;
  const Squares& squares_;
  const Moves legal_;
  const std::uint64_t checkers_;
  const Color us_;
  const Square king_;
  std::uint64_t two_plies_ = 0;           ///< paths of two moves
  std::vector<std::uint8_t> recaptured_;  ///< parts of Tag::rights_recaptured
  bool gives_en_passant_ = false;         ///< whether a double step does
  std::vector<Trait> traits_;
};

}  // namespace

std::span<const TagInfo> position_tags() { return tags; }

const TagInfo& info(Tag tag) { return tags[static_cast<std::size_t>(tag)]; }

CastlingHomes::CastlingHomes(const Setup& start)
    : kings{find_king(start.squares, white), find_king(start.squares, black)},
      rooks(start.castling) {}

std::vector<Square> pawns_beside(const Mailbox& board, Color color, Square passed) {
  std::vector<Square> pawns;
  if (passed == no_square) return pawns;
  const Square victim = forward(!color, passed);
  for (const int file : {file_of(victim) - 1, file_of(victim) + 1})
    if (file >= 0 && file < 8)
      if (const Square square = make_square(file, rank_of(victim));
          board.piece_on(square) == make_piece(color, pawn))
        pawns.push_back(square);
  return pawns;
}

std::vector<Trait> traits_of(const Mailbox& board, Square passed, const CastlingHomes& homes) {
  return Observer(board, passed, homes).observe();
}

}  // namespace plylab::perft::verify
