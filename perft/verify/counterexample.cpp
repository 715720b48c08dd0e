#include "perft/verify/counterexample.h"

#include "gen/chess/notation.h"
#include "gen/chess/reference/reference_movegen.h"
#include "perft/verify/reference_divide.h"

namespace plylab::perft::verify {
namespace {

/// The first branch that is wrong on its own, one ply less deep.
std::optional<chess::Move> wrong_branch(engines::Subject& subject, const Place& place, int depth,
                                        const Comparison& comparison) {
  std::vector<chess::Move> suspects;
  for (const Miscount& miscount : comparison.miscounts) suspects.push_back(miscount.move);
  // One that only counts leaves no other way than to try them all.
  if (suspects.empty() && comparison.order.empty()) suspects = chess::legal_moves(place.position());
  for (const chess::Move move : suspects) {
    subject.restart();  // what its table of counts holds belongs to another question
    if (!ask(subject, place.after(move, subject), depth - 1).agrees()) return move;
  }
  return std::nullopt;
}

}  // namespace

chess::Setup Place::position() const { return play(start, path); }

Place Place::after(chess::Move move, const engines::Subject& subject) const {
  if (!subject.abilities().plays_moves) return {play(position(), {move}), {}};
  Place next = *this;
  next.path.push_back(move);
  return next;
}

std::string uci_line(const Place& place) {
  std::string text;
  chess::Setup fen = place.start;
  for (const chess::Move move : place.path) {
    if (!text.empty()) text += ' ';
    text += move_text(fen, move);
    fen = chess::after(fen, move);
  }
  return text;
}

Place way_to(const Witness& witness, const chess::Setup& start) {
  return witness.place.path.empty() ? Place{start, witness.path} : witness.place;
}

Comparison ask(engines::Subject& subject, const Place& place, int depth) {
  const chess::Setup position = place.position();
  const auto truth = true_divide(position, depth);
  const engines::PerftAnswer answer =
      subject.ask({place.start, place.path, depth, total_of(truth)});
  return compare(position, answer, truth);
}

Witness find_witness(engines::Subject& subject, const chess::Setup& start, int depth) {
  Place place{start, {}};
  std::vector<chess::Move> path;
  while (true) {
    subject.restart();
    Comparison comparison;
    int least = 1;
    while ((comparison = ask(subject, place, least)).agrees())
      if (++least > depth) return {Showing::unsteady, place, depth, comparison, path};
    if (least == 1) return {Showing::moves, place, 1, comparison, path};
    if (comparison.miscounts.empty() && comparison.contradicts_itself())
      return {Showing::sum, place, least, comparison, path};
    const auto branch = wrong_branch(subject, place, least, comparison);
    if (!branch) return {Showing::walk, place, least, comparison, path};
    place = place.after(*branch, subject);
    path.push_back(*branch);
    depth = least - 1;
  }
}

}  // namespace plylab::perft::verify
