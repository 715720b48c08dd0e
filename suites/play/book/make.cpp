#include "suites/play/book/make.h"

#include <string_view>
#include <utility>

#include "gen/base/text.h"
#include "gen/pgn/pgn.h"
#include "gen/pgn/reader.h"
#include "suites/play/elo/games.h"

namespace plylab::suites::play::book {
namespace {

/// Whether the game is one of those asked for. A missing tag is no match.
bool is_selected(const pgn::FileGame& game, const Selection& selection) {
  const auto is_rated = [&](std::string_view tag) {
    return parse_number<int>(game.tag(tag)).value_or(0) >= selection.min_rating;
  };
  if (!is_rated("WhiteElo") || !is_rated("BlackElo")) return false;
  return selection.since.empty() || pgn::is_in_period(game.tag("Date"), selection.since, "");
}

chess::BookMove with_result(chess::BookMove move, double points) {
  ++(points == 1 ? move.wins : points == 0 ? move.losses : move.draws);
  return move;
}

}  // namespace

Made make_book(const std::vector<std::string>& files, const Selection& selection, int threads,
               const std::atomic<bool>* stop) {
  std::vector<Made> parts(static_cast<std::size_t>(threads));
  const auto visit = [&](const pgn::FileGame& game, std::size_t worker) {
    Made& made = parts[worker];
    const auto points = elo::white_points(game.result());
    if (!points || !is_selected(game, selection)) {
      ++made.left_out;
      return;
    }
    const bool plays_white = selection.player.empty() || game.tag("White") == selection.player;
    const bool plays_black = selection.player.empty() || game.tag("Black") == selection.player;
    if (!plays_white && !plays_black) {
      ++made.left_out;
      return;
    }
    ++made.games;
    int ply = 0;
    std::optional<chess::Move> last;
    pgn::for_each_position(
        game.line, [&](const pgn::Board& board, std::optional<chess::Move> next) {
          if (!next || *next == pgn::null_move || ply++ >= selection.plies) return;
          const chess::Color side = board.side_to_move();
          const bool is_wanted = (side == chess::white ? plays_white : plays_black) &&
                                 side == selection.side.value_or(side);
          if (is_wanted) {
            ++made.positions;
            made.book.add(with_result({.key = chess::key_after(board.setup(), last),
                                       .move = chess::polyglot_move(*next),
                                       .check = board.key().low | 1},
                                      side == chess::white ? *points : 1 - *points));
          }
          last = next;
        });
  };
  pgn::GamesRead read = pgn::read_games(files, {.threads = threads, .stop = stop}, visit);
  Made all = std::move(parts.front());
  for (auto part = parts.begin() + 1; part != parts.end(); ++part) {
    all.book.add(std::move(part->book));
    all.games += part->games;
    all.left_out += part->left_out;
    all.positions += part->positions;
  }
  all.other_variants = read.other_variants;
  all.faulty = read.faulty;
  all.issues = std::move(read.issues);
  return all;
}

}  // namespace plylab::suites::play::book
