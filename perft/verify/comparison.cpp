#include "perft/verify/comparison.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>
#include <cctype>
#include <numeric>

#include "gen/base/text.h"
#include "gen/chess/board/notation.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/registry.h"
#include "gen/engines/answer_tokens.h"
#include "gen/engines/perft_protocol.h"
#include "perft/walk/walk.h"

namespace plylab::perft::verify {
namespace {

using namespace chess;

/// "E7e8=Q" as "e7e8q"; castling and SAN stay recognisable.
std::string plain(std::string_view text) {
  std::string kept;
  for (const char c : text)
    if (c != '=' && c != '-' && c != '+' && c != '#')
      kept += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return kept;
}

Moves moves_of(const std::vector<CountedMove>& reference) {
  Moves legal;
  for (const CountedMove& counted : reference) legal.add(counted.move);
  return legal;
}

/// The index among the legal moves of the one that a text names, if any. Prefers moves not matched
/// yet. Tries castling by the king's destination last, because in Chess960 a step of the king may
/// have the same text.
std::optional<std::size_t> find(const std::string& text, const Setup& position,
                                const std::vector<CountedMove>& reference,
                                const std::vector<int>& used) {
  const std::string uci = plain(text);
  std::optional<std::size_t> found;
  for (const CastlingText castling : {CastlingText::takes_rook, CastlingText::destination})
    for (std::size_t i = 0; i < reference.size(); ++i)
      if (to_uci(reference[i].move, castling) == uci && (!found || used[i] < used[*found]))
        found = i;
  if (found) return found;
  if (uci.size() == 5 && uci.back() == 'e')  // e5f6e: some programs mark captures e.p.
    for (std::size_t i = 0; i < reference.size(); ++i)
      if (reference[i].move.is_en_passant() && to_uci(reference[i].move) == uci.substr(0, 4))
        return i;
  try {
    const Move move = find_move(position.squares, moves_of(reference), text);
    for (std::size_t i = 0; i < reference.size(); ++i)
      if (reference[i].move == move) return i;
  } catch (const MoveError&) {
  }
  return std::nullopt;
}

/// Whether a line has a text that does not go on as a word before or behind.
bool has_word(std::string_view line, std::string_view text) {
  for (std::size_t at = line.find(text); at != line.npos; at = line.find(text, at + 1)) {
    const std::size_t end = at + text.size();
    if ((at == 0 || !engines::is_letter_or_digit(line[at - 1])) &&
        (end == line.size() || !engines::is_letter_or_digit(line[end])))
      return true;
  }
  return false;
}

/// Whether a line names a move by squares, first `from`: "pawn b7 to b8".
bool has_squares(std::string_view line, Square from, Square to) {
  const std::size_t first = line.find(to_string(from));
  return first != line.npos && line.find(to_string(to), first + 2) != line.npos;
}

/// Whether a line names the move by its squares, or as castling or a capture e.p. in words.
bool names_by_squares(const std::string& line, Color side, Move move) {
  const std::string words = lower_case(line);
  const auto has_one_of = [&](std::initializer_list<std::string_view> texts) {
    return std::ranges::any_of(
        texts, [&](std::string_view text) { return words.find(text) != words.npos; });
  };
  if (move.is_castle()) {
    const CastlingSide wing = move.castling_side();
    const bool is_short = wing == CastlingSide::kingside;
    return has_squares(words, move.from(), castled_king(side, wing)) ||
           has_squares(words, move.from(), move.to()) ||
           (has_one_of({"castl"}) &&
            (is_short ? has_one_of({"king", "short"}) : has_one_of({"queen", "long"})));
  }
  if (move.is_en_passant() && has_one_of({"passant", "e.p."}) && has_one_of({to_string(move.to())}))
    return true;
  if (!has_squares(words, move.from(), move.to())) return false;
  if (!move.is_promotion()) return true;
  const std::string_view behind =
      std::string_view(words).substr(words.rfind(to_string(move.to())) + 2);
  const auto letter = std::ranges::find_if(behind, engines::is_letter_or_digit);
  return behind.find(name(move.promoted())) != behind.npos ||
         (letter != behind.end() && *letter == to_uci(move).back());
}

/// Whether a line may be a root move in a form of its own: it has a square or castling, and ends
/// with a number.
bool looks_like_root_move(const std::string& line) {
  if (line.empty() || !engines::is_digit(line.back())) return false;
  const std::string words = lower_case(line);
  for (std::size_t i = 0; i + 1 < words.size(); ++i)
    if (words[i] >= 'a' && words[i] <= 'h' && words[i + 1] >= '1' && words[i + 1] <= '8' &&
        (i == 0 || !engines::is_letter_or_digit(line[i - 1]) || engines::is_digit(line[i - 1]) ||
         std::isupper(static_cast<unsigned char>(line[i - 1]))))
      return true;
  return words.find("castl") != words.npos || words.find("o-o") != words.npos ||
         words.find("0-0") != words.npos;
}

/// A move that the generator should not have listed, in UCI if the text can be read as a move.
std::string as_uci(const Setup& position, const std::string& text) {
  Moves pseudo_legal;
  for (const Move move : pseudo_legal_moves(position)) pseudo_legal.add(move);
  try {
    return to_uci(find_move(position.squares, pseudo_legal, text));
  } catch (const MoveError&) {
    return text;
  }
}

}  // namespace

std::vector<CountedMove> divide_by(const std::string& generator, const ValidSetup& start,
                                   int depth) {
  return with_generator<Chess>(generator, "", [&]<class Entry>(const Entry&) {
    typename Entry::Board board(start);
    std::vector<CountedMove> moves;
    for (const Move move : board.generate()) {
      const auto undo = board.make(move);
      moves.push_back({move, perft::perft(board, depth - 1)});
      board.unmake(move, undo);
    }
    std::sort(moves.begin(), moves.end(), [](auto& a, auto& b) { return a.move < b.move; });
    return moves;
  });
}

std::vector<CountedMove> reference_divide(const Setup& position, int depth) {
  assert(depth >= 1);
  const ValidSetup start(position);
  std::vector<std::vector<CountedMove>> votes;
  std::vector<std::string> generators = generator_names<Chess>();
  std::ranges::reverse(generators);  // the fastest is the last, and two mostly suffice
  for (const std::string& generator : generators) {
    votes.push_back(divide_by(generator, start, depth));
    if (std::count(votes.begin(), votes.end(), votes.back()) == 2) return votes.back();
  }
  throw std::logic_error(fmt::format("plylab's own generators disagree on depth {} of {}", depth,
                                     to_string(position)));
}

Count total_of(const std::vector<CountedMove>& moves) {
  Count total;
  for (const CountedMove& counted : moves) total += counted.leaves;
  return total;
}

std::optional<Count> sum_of_branches(const engines::PerftAnswer& answer) {
  if (answer.branches.empty()) return std::nullopt;
  Count sum;
  for (const engines::ReportedBranch& branch : answer.branches) {
    if (!branch.leaves) return std::nullopt;
    sum += *branch.leaves;
  }
  return sum;
}

engines::PerftAnswer without_strays(const engines::PerftAnswer& answer,
                                    const std::vector<Count>& leaves, const PlaceOf& place_of) {
  const std::optional<Count> sum = sum_of_branches(answer);
  const Count right = std::accumulate(leaves.begin(), leaves.end(), Count());
  if (answer.total != right || sum == right) return answer;
  const bool are_few = 2 * answer.branches.size() < leaves.size();
  engines::PerftAnswer kept = answer;
  kept.branches.clear();
  if (!sum) {  // moves without counts: some are no list
    if (!are_few) return answer;
    for (const engines::ReportedBranch& branch : answer.branches)
      kept.unread.push_back(branch.move);
    return kept;
  }
  std::vector<int> used(leaves.size());
  for (const engines::ReportedBranch& branch : answer.branches) {
    const auto place = place_of(branch.move, used);
    if (place && used[*place] == 0 && *branch.leaves == leaves[*place]) {
      used[*place] = 1;
      kept.branches.push_back(branch);
    } else {
      kept.unread.push_back(fmt::format("{} {}", branch.move, *branch.leaves));
    }
  }
  const bool has_strays = kept.branches.size() < answer.branches.size();
  if (has_strays && are_few) {  // these lines are no divide
    for (const engines::ReportedBranch& branch : kept.branches)
      kept.unread.push_back(fmt::format("{} {}", branch.move, *branch.leaves));
    kept.branches.clear();
    return kept;
  }
  for (std::size_t i = 0; i < leaves.size(); ++i)
    if (used[i] == 0 && leaves[i] != 0) return answer;
  return kept;
}

Comparison compare(const Setup& position, const engines::PerftAnswer& answer,
                   const std::vector<CountedMove>& reference) {
  std::vector<Count> right;
  for (const CountedMove& counted : reference) right.push_back(counted.leaves);
  Comparison result;
  result.answer =
      without_strays(answer, right, [&](const std::string& text, const std::vector<int>& used) {
        return find(text, position, reference, used);
      });
  result.right = total_of(reference);
  if (result.answer.branches.empty()) return result;

  result.branches_sum = sum_of_branches(result.answer);
  std::vector<int> used(reference.size());
  for (const engines::ReportedBranch& branch : result.answer.branches) {
    const auto place = find(branch.move, position, reference, used);
    if (!place) {
      result.extra.push_back(branch.move);
      continue;
    }
    const auto& [move, leaves] = reference[*place];
    result.order.push_back(move);
    if (++used[*place] == 2) result.repeated.push_back(move);
    if (branch.leaves && *branch.leaves != leaves)
      result.miscounts.push_back({move, branch.leaves, leaves});
  }
  for (std::size_t i = 0; i < reference.size(); ++i)
    if (used[i] == 0 && reference[i].leaves != 0) {
      result.missing.push_back(reference[i].move);
      result.miscounts.push_back({reference[i].move, std::nullopt, reference[i].leaves});
    }
  for (const std::string& line : result.answer.unread)
    if (looks_like_root_move(line)) result.like_branches.push_back(line);
  const Moves legal = moves_of(reference);
  result.unread = lines_naming(result.missing.size(), result.answer.unread,
                               {[&](const std::string& line, std::size_t i) {
                                  return names_by_squares(line, position.side, result.missing[i]);
                                },
                                [&](const std::string& line, std::size_t i) {
                                  const std::string san =
                                      san_stem(position.squares, legal, result.missing[i]);
                                  return has_word(line, san) || has_word(line, san + "ep");
                                }});
  return result;
}

engines::PerftAnswer as_move_list(const chess::Setup& position, const engines::PerftAnswer& answer,
                                  const std::vector<CountedMove>& reference) {
  const Comparison comparison = compare(position, answer, reference);
  engines::PerftAnswer list;
  for (const engines::ReportedBranch& branch : comparison.answer.branches)
    list.branches.push_back({branch.move, 1});
  for (const auto& [move, leaves] : reference)
    if (leaves == Count() && std::ranges::find(comparison.order, move) == comparison.order.end())
      list.branches.push_back({move_text(position, move), 1});
  list.total = list.branches.size();
  return list;
}

std::vector<std::string> lines_naming(std::size_t moves, std::vector<std::string> lines,
                                      const std::vector<LineNames>& ways) {
  std::vector<std::string> found(moves);
  for (const LineNames& names : ways)
    for (std::size_t move = 0; move < moves; ++move) {
      if (!found[move].empty()) continue;
      const auto line =
          std::ranges::find_if(lines, [&](const std::string& one) { return names(one, move); });
      if (line == lines.end()) continue;
      found[move] = std::move(*line);
      lines.erase(line);
    }
  std::erase(found, "");
  return found;
}

std::string remark_on_half_read(const std::vector<std::string>& missing,
                                const std::vector<std::string>& lines,
                                std::optional<Count> wrong_total, Count right) {
  std::string text = "what plylab can read of its answer is right";
  if (!missing.empty()) text += fmt::format(", but lacks {}", fmt::join(missing, ", "));
  if (wrong_total) text += fmt::format("; its total {} is wrong, right is {}", *wrong_total, right);
  if (!lines.empty())
    text += fmt::format(
        "; a line that it cannot read is '{}'{}", printable(lines.front()),
        missing.empty() && wrong_total ? ", perhaps a move to a square that does not exist" : "");
  return fmt::format("{}. {}", text, engines::describe_other_answers);
}

std::string_view name_of(Wrong wrong) {
  constexpr std::string_view names[] = {"missing", "extra", "repeated"};
  return names[static_cast<std::size_t>(wrong)];
}

std::vector<WrongMove> wrong_moves(const Setup& position, const Comparison& comparison) {
  std::vector<WrongMove> moves;
  for (const std::string& text : comparison.extra)
    moves.push_back({Wrong::extra, text, why_illegal(position, as_uci(position, text))});
  for (const Move move : comparison.missing)
    moves.push_back({Wrong::missing, move_text(position, move), why_legal(position, move)});
  for (const Move move : comparison.repeated)
    moves.push_back({Wrong::repeated, move_text(position, move), why_legal(position, move)});
  return moves;
}

std::vector<WrongMove> differences(const Setup& position, const std::vector<CountedMove>& listed) {
  std::set<Move> moves;
  for (const CountedMove& counted : listed) moves.insert(counted.move);
  std::vector<WrongMove> wrong;
  for (const Move move : legal_moves(position))
    if (moves.erase(move) == 0)
      wrong.push_back({Wrong::missing, move_text(position, move), why_legal(position, move)});
  for (const Move move : moves) {
    const std::string text = move_text(position, move);
    wrong.push_back({Wrong::extra, text, why_illegal(position, text)});
  }
  return wrong;
}

}  // namespace plylab::perft::verify
