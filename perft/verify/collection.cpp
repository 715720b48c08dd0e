#include "perft/verify/collection.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "gen/base/parallel.h"
#include "gen/base/random.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/legality/army.h"
#include "gen/chess/mailbox/mailbox.h"

namespace plylab::perft::verify {

using namespace chess;

namespace {

// ---- games ----

/// Weights of moves in random games: the kind of play decides which kinds of positions arise.
struct Style {
  unsigned share = 1;  ///< of the games
  unsigned capture, pawn, promotion, king, castle;
  unsigned aim = 0;            ///< of sliders that come in line with the other king
  unsigned king_on_fifth = 0;  ///< of the king's steps on its fifth rank, where pawns capture e.p.
  unsigned guard = 0;          ///< of rooks that come in line with the one that stays at home
  bool keeps_right = false;    ///< the king and one of its rooks stay at home
  bool queens_only = false;    ///< pawns promote to queens
  bool shuffles = false;       ///< from some ply on no captures and no moves of pawns
  int plies_per_look = 5;  ///< how often a position of the game is looked at; odd, for both sides
};
constexpr unsigned other_move = 8;  // the weight of all other moves

constexpr std::array<Style, 9> styles{{
    {.capture = 8, .pawn = 8, .promotion = 20, .king = 8, .castle = 20},
    {.capture = 8, .pawn = 24, .promotion = 40, .king = 4, .castle = 20},
    {.share = 3,
     .capture = 40,
     .pawn = 8,
     .promotion = 40,
     .king = 8,
     .castle = 1,
     .guard = 60,
     .keeps_right = true,
     .plies_per_look = 3},
    {.share = 4,
     .capture = 300,
     .pawn = 8,
     .promotion = 20,
     .king = 8,
     .castle = 1,
     .guard = 300,
     .keeps_right = true,
     .plies_per_look = 3},
    {.capture = 60, .pawn = 10, .promotion = 60, .king = 8, .castle = 20},
    {.capture = 16,
     .pawn = 8,
     .promotion = 20,
     .king = 8,
     .castle = 2,
     .keeps_right = true,
     .shuffles = true},
    {.share = 2, .capture = 8, .pawn = 12, .promotion = 1, .king = 16, .castle = 20, .aim = 40},
    {.share = 8,
     .capture = 4,
     .pawn = 12,
     .promotion = 1,
     .king = 60,
     .castle = 1,
     .aim = 30,
     .king_on_fifth = 240,
     .plies_per_look = 7},
    {.capture = 2,
     .pawn = 40,
     .promotion = 80,
     .king = 4,
     .castle = 8,
     .queens_only = true,
     .plies_per_look = 7},
}};

const Style& style_of(std::uint64_t game) {
  std::uint64_t shares = 0;
  for (const Style& style : styles) shares += style.share;
  std::size_t i = 0;
  for (std::uint64_t left = game % shares; left >= styles[i].share; ++i) left -= styles[i].share;
  return styles[i];
}

/// A position that may be collected.
struct Candidate {
  Setup setup;
  std::vector<Trait> traits;
};

/// The positions of a game that were looked at.
struct PlayedGame {
  std::vector<Candidate> candidates;
  std::size_t ordinary = 0;  ///< index of the one to take for its own sake
};

Setup array_of(Arrays arrays, std::uint64_t& seed) {
  if (arrays == Arrays::normal) return parse_fen("startpos");
  const auto drawn = [&] {
    return chess960_start(static_cast<unsigned>(splitmix64(seed) % chess960_starts));
  };
  Setup start = drawn();
  if (arrays == Arrays::chess960) return start;
  const Setup other = drawn();
  std::copy(other.squares.begin() + a8, other.squares.end(), start.squares.begin() + a8);
  start.castling[index(black)] = other.castling[index(black)];
  return start;
}

/// A random game, which depends only on the seed, its number and the array.
class SourceGame {
 public:
  SourceGame(Arrays arrays, std::uint64_t seed, std::uint64_t number)
      : seed_(splitmix64(seed) ^ number),
        style_(style_of(number)),
        start_(array_of(arrays, seed_)),
        homes_(start_),
        board_(ValidSetup(start_)) {
    kept_rook_ = drawn(2);
    if (style_.shuffles) shuffles_from_ = 10 + static_cast<int>(drawn(60));
  }

  PlayedGame play() {
    constexpr int longest = 200, longest_shuffle = 115;
    const int last = style_.shuffles ? shuffles_from_ + longest_shuffle : longest;
    const auto ordinary = drawn(60);
    while (ply_ < last) {
      const std::vector<Move> moves = sorted_moves();
      if (ply_ % style_.plies_per_look == 0 || is_rare(moves)) look_at(board_, passed_);
      if (game_.candidates.size() <= ordinary) game_.ordinary = game_.candidates.size() - 1;
      if (moves.empty()) break;
      look_at_rare_replies(moves);
      if (style_.guard > 0) look_at_guarded_rooks(moves);
      const Move move = drawn_move(moves);
      board_.make(move);
      passed_ = passed_by(move);
      ++ply_;
    }
    return std::move(game_);
  }

 private:
  std::uint64_t drawn(std::uint64_t bound) { return splitmix64(seed_) % bound; }

  std::vector<Move> sorted_moves() const {
    const Moves list = board_.generate();
    std::vector<Move> moves(list.begin(), list.end());
    std::ranges::sort(moves);
    return moves;
  }

  void look_at(const Mailbox& board, Square passed) {
    Setup setup = board.setup();
    setup.en_passant = passed;  // as the standard of FEN has it: after every double step
    game_.candidates.push_back({setup, traits_of(board, passed, homes_)});
  }

  /// Whether the position is of a rare kind, as far as that is cheap to see.
  bool is_rare(const std::vector<Move>& moves) const {
    const int checks = std::popcount(board_.checkers());
    if (checks > 1 || has_rare_en_passant(board_, passed_)) return true;
    const Setup setup = board_.setup();
    const auto& rights = setup.castling[index(!setup.side)];
    return has_guest_at_home(setup) || std::ranges::any_of(moves, [&](Move move) {
             return (checks > 0 && move.is_promotion()) || move.to() == rights[0] ||
                    move.to() == rights[1];
           });
  }

  /// Whether an enemy rook or queen stands on the back rank of a side that may castle.
  static bool has_guest_at_home(const Setup& setup) {
    if (setup.castling[index(setup.side)] == no_castling[0]) return false;
    for (int file = 0; file < 8; ++file) {
      const Piece piece = setup.squares[make_square(file, setup.side == white ? 0 : 7)];
      if (piece == make_piece(!setup.side, rook) || piece == make_piece(!setup.side, queen))
        return true;
    }
    return false;
  }

  /// Whether a capture e.p. is illegal, answers a check, or opens or closes a line to the other
  /// king.
  static bool has_rare_en_passant(const Mailbox& board, Square passed) {
    const Color us = board.side_to_move();
    const std::vector<Square> pawns = pawns_beside(board, us, passed);
    if (pawns.empty()) return false;
    const Square king_square = find_king(board.setup().squares, us);
    if (board.checkers() != 0 || rank_of(king_square) == rank_of(pawns.front())) return true;
    std::size_t legal = 0;
    for (const Move move : board.captures()) {
      if (!move.is_en_passant()) continue;
      ++legal;
      Mailbox after = board;
      after.make(move);
      const std::uint64_t by_pawn = std::uint64_t{1} << move.to();
      Squares without = after.setup().squares;
      without[move.to()] = no_piece;
      if ((after.checkers() & ~by_pawn) != 0 || in_check(without, !us)) return true;
    }
    return legal < pawns.size();
  }

  /// Also looks where moves lead that are not played, if that is rare: pins of pawns beside a
  /// double step, or a check by a knight that a pawn may take and promote.
  void look_at_rare_replies(const std::vector<Move>& moves) {
    for (const Move move : moves) {
      const bool is_double_step = move.kind() == MoveKind::double_push;
      if (!is_double_step && !is_knight_before_pawn(move)) continue;
      const auto undo = board_.make(move);
      if (is_double_step ? has_rare_en_passant(board_, passed_by(move)) : board_.checkers() != 0)
        look_at(board_, passed_by(move));
      board_.unmake(move, undo);
    }
  }

  /// Also looks where two moves lead that are not played: one attacks a rook with its right, and
  /// after the other another rook could recapture.
  void look_at_guarded_rooks(const std::vector<Move>& moves) {
    constexpr std::ptrdiff_t few_pieces = 12;
    const Setup setup = board_.setup();
    const Color enemy = !setup.side;
    const Squares& squares = setup.squares;
    if (std::ranges::count(squares, make_piece(enemy, rook)) < 2 ||
        64 - std::ranges::count(squares, no_piece) > few_pieces)
      return;
    for (const Square home : setup.castling[index(enemy)]) {
      if (home == no_square || !is_way_free(squares, find_king(squares, enemy), home)) continue;
      for (const Move move : moves) {
        if (move.to() == home) continue;
        const auto undo = board_.make(move);
        const std::vector<Square> by = attackers(board_.setup().squares, home, !enemy);
        if (std::ranges::count(by, move.to()) > 0) look_at_guards(home, board_.piece_on(move.to()));
        board_.unmake(move, undo);
      }
    }
  }

  /// Looks at some positions of a game for each kind of piece that may capture on `home`.
  void look_at_guards(Square home, Piece captor) {
    constexpr int of_game = 3;
    int& looks = looks_at_guards_[captor];
    const Color us = board_.side_to_move();
    for (const Move move : board_.generate()) {
      if (looks >= of_game) return;
      if (move.from() == home || move.is_capture() || move.is_castle()) continue;
      const auto undo = board_.make(move);
      const Setup setup = board_.setup();
      if (std::ranges::any_of(
              attackers(setup.squares, home, us),
              [&](Square from) { return setup.squares[from] == make_piece(us, rook); }) &&
          std::ranges::count(setup.castling[index(us)], home) > 0) {
        look_at(board_, passed_by(move));
        ++looks;
      }
      board_.unmake(move, undo);
    }
  }

  /// Whether the squares between the king and the rook are empty.
  static bool is_way_free(const Squares& squares, Square king_square, Square home) {
    for (int s = std::min(king_square, home) + 1; s < std::max(king_square, home); ++s)
      if (squares[static_cast<Square>(s)] != no_piece) return false;
    return true;
  }

  /// Whether a knight goes to its back rank, where a pawn about to promote attacks it.
  bool is_knight_before_pawn(Move move) const {
    const Piece mover = board_.piece_on(move.from());
    const Color us = board_.side_to_move();
    if (type_of(mover) != knight || rank_for(us, move.to()) != 0) return false;
    for (const int file : {file_of(move.to()) - 1, file_of(move.to()) + 1})
      if (file >= 0 && file < 8)
        if (const Square pawns = make_square(file, us == white ? 1 : 6);
            board_.piece_on(pawns) == make_piece(!us, pawn))
          return true;
    return false;
  }

  Move drawn_move(const std::vector<Move>& moves) {
    const Setup setup = board_.setup();
    std::vector<unsigned> weights;
    unsigned sum = 0;
    for (const Move move : moves) {
      weights.push_back(ply_ < shuffles_from_ ? weight_of(move, setup)
                                              : is_reversible(move, setup));
      sum += weights.back();
    }
    if (sum == 0) return moves[drawn(moves.size())];
    std::uint64_t left = drawn(sum);
    std::size_t i = 0;
    while (left >= weights[i]) left -= weights[i++];
    return moves[i];
  }

  Square kept_square(const Setup& setup) const {
    return setup.castling[index(setup.side)][kept_rook_];
  }

  /// Whether the move loses the right that the style keeps.
  bool loses_right(Move move, const Setup& setup) const {
    const auto& rights = setup.castling[index(setup.side)];
    const bool is_king = type_of(setup.squares[move.from()]) == king;
    return is_king ? rights != no_castling[0] : move.from() == kept_square(setup);
  }

  bool is_reversible(Move move, const Setup& setup) const {
    return !move.is_capture() && type_of(setup.squares[move.from()]) != pawn &&
           !loses_right(move, setup);
  }

  unsigned weight_of(Move move, const Setup& setup) const {
    const PieceType type = type_of(setup.squares[move.from()]);
    if (move.is_castle()) return style_.castle;
    if (style_.keeps_right && loses_right(move, setup)) return 0;
    if (move.is_promotion())
      return style_.queens_only && move.promoted() != queen ? 1 : style_.promotion;
    if (move.is_en_passant()) return 30;
    if (style_.aim > 0 && is_in_line(type, move.to(), find_king(setup.squares, !setup.side)))
      return style_.aim;
    if (move.is_capture()) return style_.capture;
    if (style_.guard > 0 && type == rook && is_in_line(rook, move.to(), kept_square(setup)))
      return style_.guard;
    if (type == pawn) return style_.pawn;
    if (type != king) return other_move;
    return rank_for(setup.side, move.to()) == 4 && style_.king_on_fifth > 0 ? style_.king_on_fifth
                                                                            : style_.king;
  }

  /// Whether a slider of the type would attack the target on an empty board.
  static bool is_in_line(PieceType type, Square from, Square target) {
    if (target == no_square) return false;
    const int files = file_of(from) - file_of(target), ranks = rank_of(from) - rank_of(target);
    const bool straight = files == 0 || ranks == 0, diagonal = files == ranks || files == -ranks;
    return type <= queen &&
           (((type & rook) != 0 && straight) || ((type & bishop) != 0 && diagonal));
  }

  std::uint64_t seed_;
  const Style& style_;
  const Setup start_;
  const CastlingHomes homes_;
  Mailbox board_;
  Square passed_ = no_square;
  int ply_ = 0;
  int shuffles_from_ = std::numeric_limits<int>::max();
  std::size_t kept_rook_ = 0;
  std::map<Piece, int> looks_at_guards_;
  PlayedGame game_;
};

// ---- choosing positions ----

/// Equal for positions that have equal trees for reasons of symmetry.
std::string twin_text(const Setup& setup) {
  std::vector<Setup> twins{setup, with_colors_exchanged(setup)};
  if (setup.castling == no_castling)
    for (const std::size_t i : {0U, 1U}) twins.push_back(with_files_reversed(twins[i]));
  std::string least;
  for (const Setup& twin : twins)
    if (std::string text = epd::position_text(twin); least.empty() || text < least)
      least = std::move(text);
  return least;
}

/// A part of the collection: how many games are played for it, and how many positions are taken.
struct Part {
  Arrays arrays;
  std::size_t games, positions;
};
constexpr std::array<Part, 3> collection_parts{{
    {Arrays::normal, 7'200, 8'000},
    {Arrays::chess960, 1'500, 2'000},
    {Arrays::double_chess960, 1'500, 1'200},
}};

/// How often a trait is wanted. Tags that have many parts need few of each. Chess960 is for
/// castling.
int wanted(Tag tag, Arrays arrays) {
  const bool is_castling = tag >= Tag::castling && tag <= Tag::rook_without_right;
  if (tag == Tag::rights_recaptured) return 5;  // each of them has hundreds of thousands of paths
  if (arrays != Arrays::normal) return is_castling ? (tag == Tag::castling ? 3 : 15) : 0;
  switch (tag) {
    case Tag::promotion:
    case Tag::ep:
    case Tag::ep_by_two:
    case Tag::ep_square_alone:
    case Tag::ep_few_moves:
    case Tag::rights_by_capture:
      return 12;
    case Tag::few_moves:  // each of them has millions of paths
    case Tag::insufficient_material:
      return 8;
    default:
      return 40;
  }
}

struct Chosen {
  Candidate candidate;
  std::uint64_t game;
  std::string_view name;  ///< of the tag that it was taken for
};

/// Counts of traits.
constexpr std::size_t trait_places = static_cast<std::size_t>(Tag::number) * 128;
using TraitCounts = std::array<int, trait_places>;
constexpr std::size_t place_of(const Trait& trait) {
  return (static_cast<std::size_t>(trait.tag) * 2 + index(trait.color)) * 64 + trait.part;
}

/// Takes positions while their traits are wanted.
class Selection {
 public:
  /// `seen`: what is_new() keeps.
  Selection(const Part& part, std::set<std::string>& seen) : part_(part), seen_(seen) {}

  void offer(PlayedGame game, std::uint64_t number) {
    TraitCounts of_game{};
    for (std::size_t i = 0; i < game.candidates.size(); ++i) {
      Candidate& candidate = game.candidates[i];
      const auto wanted_trait = scarcest(candidate, of_game);
      if (!wanted_trait) {
        if (i == game.ordinary) ordinary_.push_back({std::move(candidate), number, "game"});
        continue;
      }
      if (!is_new(candidate)) continue;
      for (const Trait& trait : candidate.traits) {
        ++taken_[place_of(trait)];
        ++of_game[place_of(trait)];
      }
      chosen_.push_back({std::move(candidate), number, info(wanted_trait->tag).name});
    }
  }

  /// Fills up with ordinary positions of all games, and returns all in the order of the games.
  std::vector<Chosen> finish() {
    const std::size_t missing = part_.positions - std::min(part_.positions, chosen_.size());
    std::size_t added = 0;
    for (std::size_t i = 0; i < ordinary_.size() && added < missing; ++i) {
      // As evenly as possible: of n the k wanted ones.
      if (i * missing / ordinary_.size() == (i + 1) * missing / ordinary_.size()) continue;
      if (!is_new(ordinary_[i].candidate)) continue;
      chosen_.push_back(std::move(ordinary_[i]));
      ++added;
    }
    std::ranges::stable_sort(chosen_, {}, &Chosen::game);
    return std::move(chosen_);
  }

 private:
  /// Whether no twin of the position has been taken. In double Chess960 the castling rights must
  /// show that the sides had different arrays: else the position may look as if no game led to it.
  bool is_new(const Candidate& candidate) {
    return (part_.arrays != Arrays::double_chess960 || arrays_for(candidate.setup).empty()) &&
           seen_.insert(twin_text(candidate.setup)).second;
  }

  /// The candidate's trait that is wanted and has been taken least often. One game gives a trait at
  /// most twice, for its positions are much alike.
  std::optional<Trait> scarcest(const Candidate& candidate, const TraitCounts& of_game) const {
    constexpr int max_of_game = 2;
    std::optional<Trait> found;
    int least = std::numeric_limits<int>::max();
    for (const Trait& trait : candidate.traits) {
      const int taken = taken_[place_of(trait)];
      if (of_game[place_of(trait)] >= max_of_game || taken >= least ||
          taken >= wanted(trait.tag, part_.arrays))
        continue;
      least = taken;
      found = trait;
    }
    return found;
  }

  const Part& part_;
  TraitCounts taken_{};
  std::set<std::string>& seen_;
  std::vector<Chosen> chosen_, ordinary_;
};

/// The positions of a part. `report(share)` is called with the share of the games played.
std::vector<Chosen> choose(const Part& part, const CollectionRequest& request,
                           std::set<std::string>& seen, const std::function<void(double)>& report) {
  constexpr std::size_t batch = 64;  // games: bounds the memory
  Selection selection(part, seen);
  for (std::size_t first = 0; first < part.games; first += batch) {
    if (request.stop && *request.stop) break;
    std::vector<PlayedGame> games(std::min(batch, part.games - first));
    const std::uint64_t seed =
        request.seed * collection_parts.size() + static_cast<std::uint64_t>(part.arrays);
    in_parallel(games.size(), request.threads, request.stop, [&](std::size_t i, std::size_t) {
      games[i] = SourceGame(part.arrays, seed, first + i).play();
    });
    for (std::size_t i = 0; i < games.size(); ++i) selection.offer(std::move(games[i]), first + i);
    report(static_cast<double>(first + games.size()) / static_cast<double>(part.games));
  }
  return selection.finish();
}

// ---- counting ----

/// How deep a position is counted, whatever that takes. Some faults need a long way: another rook
/// on the square of a captured one, a rook that comes back, a table whose keys forget the e.p.
/// square, a position that occurs for the third time, a branch that overflows 16 bits.
int min_depth(const std::vector<Tag>& tags) {
  const auto has = [&](Tag tag) { return std::ranges::count(tags, tag) > 0; };
  if (has(Tag::few_moves)) return greatest_depth;
  if (has(Tag::castling_few_moves) || has(Tag::ep_few_moves)) return 5;
  return has(Tag::rights_recaptured) ? 4 : 3;
}

/// The counts of all depths that the collection states, and the divide of the deepest. Beyond the
/// least depth they are added while they are small.
std::vector<Count> count(const Setup& setup, const std::vector<Tag>& tags,
                         std::vector<CountedMove>& divide) {
  const Count small = 20'000;
  const int least = min_depth(tags);
  const ValidSetup start(setup);
  std::vector<Count> counts;
  for (int depth = 1; depth <= greatest_depth; ++depth) {
    std::vector<CountedMove> deeper = divide_by("bitboard", start, depth);
    const Count total = total_of(deeper);
    if (depth > least && total > small) break;
    const Count before = counts.empty() ? Count(1) : counts.back();
    counts.push_back(total);
    divide = std::move(deeper);
    // The sides take turns, so that the next ply multiplies by about what the last but one did.
    if (depth >= least && (total == Count() || total * before > small * counts[counts.size() - 3]))
      break;
  }
  return counts;
}

CollectedPosition collected(const Chosen& chosen, Arrays arrays, int number) {
  CollectedPosition position{{chosen.candidate.setup, {}}, arrays};
  for (const Trait& trait : chosen.candidate.traits)
    if (position.tags.empty() || position.tags.back() != trait.tag)
      position.tags.push_back(trait.tag);
  auto& operations = position.record.operations;
  position.record.name = fmt::format("{} {}", chosen.name, number);
  operations.push_back({"id", {{position.record.name, true}}});
  std::vector<std::string_view> names;
  for (const Tag tag : position.tags) names.push_back(info(tag).name);
  if (!names.empty())
    operations.push_back({"c0", {{fmt::format("{}", fmt::join(names, " ")), true}}});
  return position;
}

void add_counts(CollectedPosition& position) {
  const std::vector<Count> counts = count(position.record.setup, position.tags, position.divide);
  for (std::size_t i = 0; i < counts.size(); ++i)
    position.record.operations.push_back(
        {fmt::format("D{}", i + 1), {{to_string(counts[i]), false}}});
}

}  // namespace

std::string_view column_name_of(Arrays arrays) {
  constexpr std::string_view names[] = {"chess", "chess960", "double_chess960"};
  return names[static_cast<std::size_t>(arrays)];
}

std::vector<CollectedPosition> make_collection(const CollectionRequest& request) {
  constexpr double share_of_games = 0.8;  // of the time
  const auto report = [&](double share) {
    if (request.progress) request.progress(share);
  };
  std::size_t games = 0, played = 0;
  for (const Part& part : collection_parts) games += part.games;
  std::vector<CollectedPosition> collection;
  std::map<std::string_view, int> numbers;  // of positions by name
  std::set<std::string> seen;
  for (const Part& part : collection_parts) {
    for (const Chosen& chosen : choose(part, request, seen, [&](double share) {
           report(share_of_games *
                  (static_cast<double>(played) + share * static_cast<double>(part.games)) /
                  static_cast<double>(games));
         }))
      collection.push_back(collected(chosen, part.arrays, ++numbers[chosen.name]));
    played += part.games;
  }
  std::atomic<std::size_t> counted = 0;
  in_parallel(
      collection.size(), request.threads, request.stop, [&](std::size_t i, std::size_t worker) {
        add_counts(collection[i]);
        const auto share = static_cast<double>(++counted) / static_cast<double>(collection.size());
        if (worker == 0) report(share_of_games + (1 - share_of_games) * share);
      });
  return collection;
}

std::string to_suite(const std::vector<CollectedPosition>& collection, CollectionForm form) {
  std::string text;
  for (const CollectedPosition& position : collection) {
    const epd::Record& record = position.record;
    if (form == CollectionForm::epd) {
      text += epd::to_string(record) + '\n';
      continue;
    }
    const std::string tags = record.text("c0").value_or("");
    text += fmt::format("id {}\n{}epd {}\n", *record.id(), tags.empty() ? "" : "# " + tags + '\n',
                        to_string(record.setup));
    for (const auto& [depth, paths] : epd::perft_counts(record))
      text += fmt::format("perft {} {}\n", depth, paths);
    text += '\n';
  }
  return text;
}

}  // namespace plylab::perft::verify
