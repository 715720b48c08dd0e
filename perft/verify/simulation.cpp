#include "perft/verify/simulation.h"

#include <algorithm>

#include "gen/chess/board/keys.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/explain/explain.h"

namespace plylab::perft::verify {

using namespace chess;

namespace {

/// What a generator with the model's fault would set up after a move without the fault.
Setup as_intended(const FaultModel& model, const Setup& before, Move move, Setup made) {
  if (model.sets_every_passed_square && move.kind() == MoveKind::double_push)
    made.en_passant = forward(before.side, move.from());
  return made;
}

}  // namespace

Setup made_by(const FaultModel& model, const Setup& before, Move move, const Setup& right) {
  Setup made = as_intended(model, before, move, right);
  if (model.make && (!model.applies || model.applies(before, move))) model.make(before, move, made);
  return made;
}

std::optional<Setup> position_by(const FaultModel& model, const Setup& start,
                                 const std::vector<Move>& path) {
  Setup believed = start;
  if (model.reads) model.reads(believed);
  for (const Move move : path) {
    const Piece piece = believed.squares[move.from()];
    if (piece == no_piece || color_of(piece) != believed.side) return std::nullopt;
    believed = made_by(model, believed, move, chess::after(believed, move));
  }
  return believed;
}

std::vector<CountedMove> listed_by(Positions& positions, const FaultModel& model,
                                   const Setup& setup) {
  return Simulation(positions, model).divide(position_by(model, setup, {}).value(), 1);
}

TestedMoves test_moves(const FaultModel& model, const Setup& setup,
                       const std::vector<Move>& order) {
  TestedMoves tested{{}, setup, {}};
  for (const Move move : order) {
    const Setup before = tested.left;
    const Piece mover = before.squares[move.from()];
    if (mover == no_piece || color_of(mover) != setup.side) continue;
    const Setup made = chess::after(before, move);
    if (find_king(made.squares, setup.side) == no_square || !in_check(made.squares, setup.side))
      tested.legal.push_back(move);
    if (model.applies && !model.applies(before, move)) continue;
    model.unmake(before, move, made, tested.left);
    if (tested.sentence.empty() && tested.left != before)
      tested.sentence = unmake_sentence(model, before, move);
  }
  return tested;
}

Positions::Node& Positions::at(const Setup& setup) {
  const Key key = compute_key(setup);
  return nodes_.try_emplace(std::tuple(key, setup.en_passant), Node{setup, key}).first->second;
}

const std::vector<Move>& Positions::moves(Node& node) {
  if (!node.moves) node.moves = moves_of_(node.setup);
  return *node.moves;
}

const std::vector<Rule>& Positions::rules(Node& node) {
  if (node.rules.empty())
    for (const Move move : moves(node)) node.rules.push_back(why_legal(node.setup, move).rule);
  return node.rules;
}

const std::vector<JudgedMove>& Positions::nearly_legal(Node& node) {
  if (!node.nearly_legal) node.nearly_legal = nearly_legal_moves(node.setup);
  return *node.nearly_legal;
}

const AttackFacts& Positions::attack_facts(Node& node) {
  if (!node.attack_facts) node.attack_facts = attack_facts_of(node.setup);
  return *node.attack_facts;
}

Positions::Node& Positions::child(Node& node, Move move) {
  Node*& child = node.children[move];
  if (child == nullptr) child = &at(chess::after(node.setup, move));
  return *child;
}

void Simulation::play(const Setup& start, const std::vector<Move>& path) {
  Setup setup = start;
  for (const Move move : path) {
    before_.push_back(compute_key(setup));
    setup = chess::after(setup, move);
  }
  clock_ = setup.halfmove_clock;
}

std::vector<CountedMove> Simulation::divide(const Setup& root, int depth,
                                            const std::vector<Move>& order) {
  Node& node = positions_.at(root);
  begin(node, order);
  std::vector<CountedMove> branches;
  for (const Move move : moves(node, depth))
    branches.push_back(
        {move, depth == 1 && !model_.drawn ? Count(1) : count_below(node, move, depth, {})});
  return branches;
}

Count Simulation::count(const Setup& root, int depth, const std::vector<Move>& order) {
  Node& node = positions_.at(root);
  begin(node, order);
  return table_ && table_->holds_root ? visit(node, depth, {}) : expand(node, depth, {});
}

void Simulation::begin(const Node& root, const std::vector<Move>& order) {
  key_ = key_of(root);
  order_ = order;
  confusion_.reset();
}

/// At the root in the order asked for, if any.
const std::vector<Move>& Simulation::moves(Node& node, int depth) {
  if (path_.empty() && !order_.empty()) return order_;
  if (only_last_ply_ && depth > 1) return positions_.moves(node);
  if (model_.sees) {
    Setup seen = node.setup;
    model_.sees(seen);
    if (seen != node.setup) return positions_.moves(positions_.at(seen));
  }
  if (!model_.omits && !model_.moves && !model_.attacks && !model_.tests_by_making)
    return positions_.moves(node);
  const auto [place, is_new] = changed_moves_.try_emplace(&node);
  if (is_new) place->second = moves_with_fault(node);
  return place->second;
}

std::vector<Move> Simulation::moves_with_fault(Node& node) {
  if (model_.attacks) return listed_moves(*model_.attacks, positions_.attack_facts(node));
  const std::vector<Move>& right = positions_.moves(node);
  const bool is_lawful = !in_check(node.setup.squares, !node.setup.side);
  const MoveClass* wrong_moves = model_.moves && is_lawful ? &*model_.moves : nullptr;
  const auto is_wrong = [&](std::size_t i) {
    return wrong_moves != nullptr && model_.wrong != Wrong::extra &&
           wrong_moves->matches(node.setup, right[i]) &&
           (!wrong_moves->rule || positions_.rules(node)[i] == *wrong_moves->rule);
  };
  const auto is_tested = [&](Move move) {
    return model_.tests_by_making && (!model_.applies || model_.applies(node.setup, move));
  };
  const auto is_safe_in = [&](const Setup& made) {
    return !in_check(made.squares, node.setup.side);
  };
  const auto is_safe = [&](Move move) {
    return is_safe_in(made_by(model_, node.setup, move, chess::after(node.setup, move)));
  };
  std::vector<Move> changed;
  for (std::size_t i = 0; i < right.size(); ++i) {
    if (model_.omits && model_.omits(node.setup, right[i])) continue;
    if (is_tested(right[i]) && !is_safe(right[i])) continue;
    const bool wrong = is_wrong(i);
    if (!wrong || model_.wrong == Wrong::repeated) changed.push_back(right[i]);
    if (wrong && model_.wrong == Wrong::repeated) changed.push_back(right[i]);
  }
  const bool adds_moves = wrong_moves != nullptr && model_.wrong == Wrong::extra;
  if (adds_moves || model_.tests_by_making)
    for (const JudgedMove& judged : positions_.nearly_legal(node)) {
      // A move that leaves the king safe breaks another rule, such as castling through check, which
      // a test by making does not judge.
      const bool passes = is_tested(judged.move) &&
                          !is_safe_in(chess::after(node.setup, judged.move)) &&
                          is_safe(judged.move);
      if (passes || (adds_moves && wrong_moves->matches(node.setup, judged)))
        changed.push_back(judged.move);
    }
  return changed;
}

/// `passed` is the part of the key for the e.p. file of a double step that no pawn can answer.
Count Simulation::visit(Node& node, int depth, Key passed) {
  gave_up_ |=
      ++visits_ > max_visits_ || find_king(node.setup.squares, node.setup.side) == no_square;
  if (gave_up_) return 0;
  if (is_drawn(node, clock_) && (depth > 0 || model_.draws == DrawCount::nothing))
    return model_.draws == DrawCount::one_leaf ? 1 : 0;
  if (depth == 0) return 1;
  if (!table_ || depth < table_->min_depth) return expand(node, depth, passed);

  const std::pair place(key_, table_->entry_per_depth ? depth : 0);
  if (const auto found = entries_.find(place); found != entries_.end()) {
    const Entry& entry = found->second;
    if (entry.depth == depth || (model_.takes && model_.takes(entry.depth, depth))) {
      if (!confusion_ && (entry.node != &node || entry.depth != depth))
        confusion_ = {path_, entry.path, depth, entry.depth};
      return entry.count;
    }
  }
  const Count count = expand(node, depth, passed);
  entries_.insert_or_assign(place, Entry{depth, count, path_, &node});
  return count;
}

Count Simulation::expand(Node& node, int depth, Key passed) {
  if (model_.counts_end && depth >= model_.ends_from && moves(node, depth).empty())
    return model_.counts_end(in_check(node.setup.squares, node.setup.side)) ? 1 : 0;
  if (depth == 1 && !(model_.drawn && model_.draws == DrawCount::nothing))
    return moves(node, depth).size();
  Count total;
  for (const Move move : moves(node, depth)) {
    if (gave_up_) break;
    total += count_below(node, move, depth, passed);
  }
  return total;
}

Count Simulation::count_below(Node& node, Move move, int depth, Key passed) {
  Node& child = make(node, move);
  const Key key_before = key_;
  const unsigned clock_before = clock_;
  const bool is_progress = move.is_capture() || type_of(node.setup.squares[move.from()]) == pawn;
  clock_ = is_progress ? 0 : clock_ + 1;
  Key added;
  if (table_) {
    added = passed_by(child.setup, move);
    key_ ^= key_of(node) ^ key_of(child) ^ passed ^ added;
    if (model_.key_error) key_ ^= model_.key_error(node.setup, move);
  }
  before_.push_back(node.key);
  path_.push_back(move);
  const Count count = visit(child, depth - 1, added);
  path_.pop_back();
  before_.pop_back();
  clock_ = clock_before;
  if (model_.restores_key) key_ = key_before;
  return count;
}

bool Simulation::is_drawn(const Node& node, unsigned clock) const {
  if (!model_.drawn) return false;
  const auto occurred = std::count(before_.begin(), before_.end(), node.key);
  return model_.drawn(node.setup, clock, static_cast<std::size_t>(occurred));
}

Simulation::Node& Simulation::make(Node& node, Move move) {
  // What a program makes of castling without a rook is not known.
  gave_up_ |= model_.exchanges_rights && move.is_castle() &&
              node.setup.squares[move.to()] != make_piece(node.setup.side, rook);
  Node& right = positions_.child(node, move);
  if (!model_.make) return right;
  const Setup made = made_by(model_, node.setup, move, right.setup);
  if (!wrong_make_ && made != as_intended(model_, node.setup, move, right.setup))
    wrong_make_ = {node.setup, move};
  return made == right.setup ? right : positions_.at(made);
}

/// The key that the generator computes for a position that is set up.
Key Simulation::key_of(const Node& node) const {
  if (!model_.hide) return node.key;
  Setup setup = node.setup;
  model_.hide(setup);
  return setup == node.setup ? node.key : compute_key(setup);
}

Key Simulation::passed_by(const Setup& made, Move move) const {
  const bool is_noted = table_->every_double_step && move.kind() == MoveKind::double_push &&
                        made.en_passant == no_square;
  return is_noted ? keys.en_passant[static_cast<unsigned>(file_of(move.from()))] : Key{};
}

}  // namespace plylab::perft::verify
