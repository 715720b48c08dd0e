// Mate in two moves, on bit planes: where exhaustive search spends its time.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "gen/chess/bitboard/checks.h"
#include "search/core/mate_in_one.h"
#include "search/mate/shared_refutation.h"
#include "search/mate/solver_base.h"

namespace plylab::search::mate {

/// Counts how often replies have refuted.
class RefutationCounts {
 public:
  void note(chess::Move reply) { counts_.note(reply); }

  /// The rank of a reply: those that have refuted more often come first, and among equals captures.
  std::uint16_t rank(chess::Move reply) const {
    return static_cast<std::uint16_t>(0xffff - 2 * counts_[reply] - (reply.is_capture() ? 1 : 0));
  }

 private:
  SuccessCounts counts_;
};

/// The replies that have refuted a mate in two, for all searches of one problem.
struct Refutations {
  struct Reply {
    chess::Piece piece = chess::no_piece;
    chess::Move move = {};
  };

  RefutationCounts counts;
  /// Those that refuted last, newest first: quiet moves, and checks.
  std::array<Reply, 2> latest, latest_evasions;
};

/// Looks for a mate in two by the side Us, which has none in one, and whose opponent is not in
/// check.
///
/// Nearly all first moves are refuted, and mostly by the same reply as the move before. That reply
/// is tried before any is listed, and, if the move gives no check, looked at for all moves
/// together.
template <class Kernel, chess::Color Us>
class MateInTwo {
  using Move = chess::Move;
  using Position = Placement<Kernel>;
  static constexpr chess::Color them = !Us;

 public:
  MateInTwo(Budget& budget, Refutations& refutations)
      : budget_(budget), refutations_(refutations) {}

  /// A move that mates in two, or Move(). Throws LimitReached.
  Move find(const Position& position) {
    chess::Moves checks, others;
    chess::CheckSink<Kernel, Us, chess::ListSink> sink(position.planes, checks, {others});
    chess::visit_moves<Kernel, Us>(position.planes, position.castling, position.en_passant, sink);
    refutations_.latest = refutations_.latest_evasions = {};
    for (const Move move : checks)
      if (mates(position.template after<Us>(move), true)) return move;
    return find_quiet(position, others);
  }

  /// Whether the opponent, who is to move, has replies, and each is answered by mate.
  bool mates(const Position& position, bool in_check) {
    budget_.spend();
    auto& latest = in_check ? refutations_.latest_evasions : refutations_.latest;
    for (std::size_t i = 0; i < latest.size(); ++i)
      if (can_reply(position.planes, latest[i]) && !answered(position, latest[i].move)) {
        refutations_.counts.note(latest[i].move);
        if (i != 0) std::swap(latest[0], latest[i]);
        return false;
      }
    chess::Moves replies;
    chess::ListSink sink{replies};
    chess::visit_moves<Kernel, them>(position.planes, position.castling, position.en_passant, sink);
    RankedMoves ranked;
    for (const Move reply : replies) ranked.add({reply, refutations_.counts.rank(reply)});
    for (std::size_t i = 0; i < ranked.size(); ++i) {
      const Move reply = next(ranked, i);
      if (answered(position, reply)) continue;
      refutations_.counts.note(reply);
      std::swap(latest[0], latest[1]);
      latest[0] = {position.planes.on(reply.from()), reply};
      return false;
    }
    return !ranked.empty();
  }

 private:
  /// Of the moves, which give no check, one that mates in two, or Move(). The two replies that have
  /// refuted last are looked at for all moves together.
  Move find_quiet(const Position& position, const chess::Moves& moves) {
    std::array<std::optional<Shared>, 2> shared;
    std::size_t newest = 0;
    for (const Move move : moves) {
      if (is_plain(move.kind())) {
        const chess::PieceType type = chess::type_of(position.planes.on(move.from()));
        const auto refutes = [&](const auto& one) {
          return one && one->refutation.refutes(move, type);
        };
        bool refuted = refutes(shared[newest]);
        if (!refuted && refutes(shared[1 - newest])) {
          newest = 1 - newest;
          refuted = true;
        }
        if (refuted) {
          budget_.spend();
          refutations_.counts.note(shared[newest]->reply);
          continue;
        }
      }
      if (mates(position.template after<Us>(move), false)) return move;
      if constexpr (!chess::is_fairy<Kernel>) {
        const Refutations::Reply& latest = refutations_.latest[0];
        const auto is_latest = [&](const auto& one) { return one && one->reply == latest.move; };
        if (is_latest(shared[0]) || is_latest(shared[1])) continue;
        if (can_reply(position.planes, latest)) {
          newest = 1 - newest;
          shared[newest].emplace(position, latest.move);
        }
      }
    }
    return {};
  }

  /// A reply, the position after it if Us passed, and what follows from it.
  struct Shared {
    Shared(const Position& position, Move move)
        : reply(move), after(position.template after<them>(move)), refutation(after, move) {}
    Move reply;
    Position after;
    SharedRefutation<Kernel, Us> refutation;
  };

  static bool is_plain(chess::MoveKind kind) {
    return kind == chess::MoveKind::quiet || kind == chess::MoveKind::capture ||
           kind == chess::MoveKind::double_push;
  }

  /// Whether the reply is answered by mate.
  bool answered(const Position& position, Move reply) {
    budget_.spend();
    const Position next = position.template after<them>(reply);
    return MateInOne<Kernel, Us>(next).find() != Move();
  }

  /// Whether a reply that was legal elsewhere is legal here. Says no to castling, captures e.p. and
  /// promotions.
  static bool can_reply(const chess::PlanesOf<Kernel>& planes, const Refutations::Reply& reply) {
    using chess::MoveKind;
    const auto [piece, move] = reply;
    const chess::Square from = move.from(), to = move.to();
    if (piece == chess::no_piece || planes.on(from) != piece) return false;
    const chess::Bits all = planes.occupied(), there = chess::bit(to);
    switch (move.kind()) {
      case MoveKind::quiet:
      case MoveKind::double_push:
        if (all & there) return false;
        break;
      case MoveKind::capture:
        if ((planes.of(Us) & ~planes.kings() & there) == 0) return false;
        break;
      default:
        return false;
    }
    if constexpr (chess::is_fairy<Kernel>) {
      if (chess::type_of(piece) == chess::knight &&
          (chess::knight_attacks<Kernel>(planes, from, all) & there) == 0)
        return false;
    }
    if (chess::type_of(piece) != chess::knight && (chess::lines.between[from][to] & all) != 0)
      return false;
    return chess::leaves_king_safe<Kernel, them>(planes, move);
  }

  Budget& budget_;
  Refutations& refutations_;
};

}  // namespace plylab::search::mate
