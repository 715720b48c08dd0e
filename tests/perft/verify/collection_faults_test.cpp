// The collection proved on planted faults: each fault of tests/mutants, in each of its forms, makes
// the counts of at least three positions wrong. And what the default suite costs beside a small
// set that catches all.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gen/base/files.h"
#include "gen/base/parallel.h"
#include "gen/chess/board/notation.h"
#include "perft/verify/collection.h"
#include "tests/mutants/forms.h"
#include "tests/mutants/generator_under_test.h"
#include "tests/support/random_games.h"

namespace plylab::perft::verify {
namespace {

using chess::mutants::all_faults;
using chess::mutants::describe;
using chess::mutants::Family;
using chess::mutants::Fault;
using chess::mutants::FaultInfo;
using chess::mutants::Form;
using chess::mutants::forms_with_effect;
using chess::mutants::MutantUnderTest;

/// A position that an engine may be asked about, with its counts by depth.
struct Question {
  std::string id;
  chess::Setup setup;
  std::vector<epd::PerftCount> counts;
  std::vector<Tag> tags = {};

  Count leaves() const {
    Count sum = 0;
    for (const epd::PerftCount& count : counts) sum += count.paths;
    return sum;
  }
};

Question question(const epd::Record& record, std::vector<Tag> tags = {}) {
  return {*record.id(), record.setup, epd::perft_counts(record), std::move(tags)};
}

/// Whether an engine with the fault may be asked. Standard castling must do for what is no fault of
/// Chess960: many engines know no other.
bool fits(const FaultInfo& row, const Question& question) {
  return row.family == Family::chess960 || !needs_chess960(question.setup);
}

// ---- looking for three positions ----

constexpr std::size_t required = 3;

/// Tags of the positions in which the fault is most likely to show, or shows first. These are asked
/// about first: only the time depends on it.
std::vector<Tag> likely_tags(const FaultInfo& row) {
  switch (row.fault) {
    case Fault::castling_keeps_rights:
    case Fault::king_move_keeps_rights:
    case Fault::returned_king_castles:
    case Fault::rook_move_keeps_right:
    case Fault::returned_rook_castles:
    case Fault::returned_black_rook_castles:
      return {Tag::castling_few_moves};
    case Fault::rook_capture_keeps_right:
    case Fault::rook_capture_loses_both_rights:
    case Fault::promotion_capture_keeps_right:
      return {Tag::rights_by_capture};
    case Fault::other_rook_inherits_right:
      return {Tag::rights_recaptured};
    case Fault::rook_capture_toggles_right:
      return {Tag::rook_without_right};
    case Fault::four_queens_crash:
      return {Tag::four_queens};
    case Fault::branch_counter_has_16_bits:
    case Fault::second_repetition_ends:
    case Fault::third_repetition_ends:
      return {Tag::few_moves};
    case Fault::fifty_moves_end:
    case Fault::fifty_moves_count_once:
      return {Tag::clock_100};
    case Fault::insufficient_material_ends:
      return {Tag::insufficient_material};
    default:
      break;
  }
  switch (row.family) {
    case Family::pins:
      return {Tag::pin, Tag::promotion_pinned};
    case Family::checks:
      return {Tag::check,
              Tag::double_check,
              Tag::gives_discovered_check,
              Tag::gives_double_check,
              Tag::castling_gives_check,
              Tag::promotion_gives_check};
    case Family::en_passant:
      return {Tag::ep, Tag::ep_pinned, Tag::ep_bares_king, Tag::ep_no_answer,
              Tag::ep_square_by_piece};
    case Family::castling:
      return {Tag::castling, Tag::castling_few_moves};
    case Family::keys:
      return {Tag::ep_few_moves, Tag::castling_few_moves};
    case Family::promotion:
      return {Tag::promotion};
    case Family::chess960:
      return {Tag::castling};
    default:
      return {};
  }
}

/// Where a form of a fault has been found out.
struct FormCatches {
  Form form;
  std::map<std::size_t, int> depths = {};  ///< by the number of the position
};

/// Looks for positions that catch a fault in all its forms: at the smallest depth first, and there
/// at the positions with the fewest paths.
class Hunt {
 public:
  /// `by_paths[depth]`: the numbers of the questions counted to that depth, fewest paths first.
  Hunt(const FaultInfo& row, const std::vector<Question>& questions,
       const std::vector<std::vector<std::size_t>>& by_paths)
      : row_(row), questions_(questions), by_paths_(by_paths), is_caught_(questions.size()) {
    for (const Form& form : forms_with_effect(row)) forms_.push_back({form});
  }

  std::vector<FormCatches> find() {
    const std::vector<Tag> tags = likely_tags(row_);
    const auto is_likely = [&](const Question& asked) {
      return std::ranges::find_first_of(asked.tags, tags) != asked.tags.end();
    };
    constexpr int quick = 2;  // depths at which all positions are counted in a second
    look_at_all(1, quick, [](const Question&) { return true; });
    look_at_all(quick + 1, greatest_depth, is_likely);
    look_at_all(quick + 1, greatest_depth, std::not_fn(is_likely));
    return std::move(forms_);
  }

 private:
  static bool is_done(const FormCatches& form) { return form.depths.size() >= required; }

  void look_at_all(int from, int to, const std::function<bool(const Question&)>& is_wanted) {
    for (int depth = from; depth <= to; ++depth)
      for (const std::size_t i : by_paths_[static_cast<std::size_t>(depth)]) {
        if (std::ranges::all_of(forms_, is_done)) return;
        if (is_wanted(questions_[i]) && fits(row_, questions_[i])) look(i, depth);
      }
  }

  /// A position that does not catch the whole fault is not tried on its forms.
  void look(std::size_t i, int depth) {
    is_caught_[i] = is_caught_[i] || is_wrong(i, depth, {});
    if (!is_caught_[i]) return;
    for (FormCatches& form : forms_)
      if (!is_done(form) && !form.depths.contains(i) && is_wrong(i, depth, form.form))
        form.depths.emplace(i, depth);
  }

  bool is_wrong(std::size_t i, int depth, const Form& form) const {
    MutantUnderTest mutant(row_.fault, {}, form);
    const auto miscounts = [&](std::size_t number, int plies) {
      return mutant.miscounts(questions_[number].setup,
                              questions_[number].counts[static_cast<std::size_t>(plies) - 1]);
    };
    // What an engine remembers is of the position before, or of a smaller depth.
    if (row_.family == Family::memory && i > 0) miscounts(i - 1, 1);
    if (row_.family == Family::keys)
      for (int plies = 1; plies < depth; ++plies)
        if (miscounts(i, plies)) return true;
    return miscounts(i, depth);
  }

  const FaultInfo& row_;
  const std::vector<Question>& questions_;
  const std::vector<std::vector<std::size_t>>& by_paths_;
  std::vector<FormCatches> forms_;
  std::vector<bool> is_caught_;  ///< whether the position has caught the whole fault
};

TEST(Collection, CatchesEveryFaultInEachFormThreeTimes) {
  std::vector<Question> questions;
  for (const CollectedPosition& position : make_collection({.threads = available_processors()}))
    questions.push_back(question(position.record, position.tags));
  std::vector<std::vector<std::size_t>> by_paths(greatest_depth + 1);
  for (std::size_t depth = 1; depth < by_paths.size(); ++depth) {
    for (std::size_t i = 0; i < questions.size(); ++i)
      if (questions[i].counts.size() >= depth) by_paths[depth].push_back(i);
    std::ranges::stable_sort(by_paths[depth], {},
                             [&](std::size_t i) { return questions[i].counts[depth - 1].paths; });
  }

  const auto& faults = all_faults();
  std::vector<std::vector<FormCatches>> found(faults.size());
  const auto hunt = [&](std::size_t i) {
    if (faults[i].fault != Fault::none) found[i] = Hunt(faults[i], questions, by_paths).find();
  };
  in_parallel(faults.size(), available_processors(), nullptr, [&](std::size_t i, std::size_t) {
    if (faults[i].family != Family::chance) hunt(i);
  });
  for (std::size_t i = 0; i < faults.size(); ++i)  // chance is the same for all, one at a time
    if (faults[i].family == Family::chance) hunt(i);

  std::size_t forms = 0;
  std::set<std::pair<std::size_t, int>> used;
  for (std::size_t i = 0; i < faults.size(); ++i)
    for (const auto& [form, depths] : found[i]) {
      ++forms;
      std::string where;
      for (const auto& [number, depth] : depths) {
        used.insert({number, depth});
        where += fmt::format(" [{}, depth {}]", questions[number].id, depth);
      }
      // On one wing alone White's captures e.p. along a pin are in two positions only.
      const bool is_rare = faults[i].name == "ep-by-pinned-pawn-forgotten";
      EXPECT_GE(depths.size(), is_rare ? required - 1 : required)
          << describe(faults[i], form) << ":" << where;
    }
  EXPECT_GT(forms, 1'400U);
  MutantUnderTest right(Fault::none);
  for (const auto& [number, depth] : used) {
    const Question& asked = questions[number];
    EXPECT_FALSE(right.miscounts(asked.setup, asked.counts[static_cast<std::size_t>(depth) - 1]))
        << asked.id;
  }
}

// ---- the smallest set ----

/// Which forms of all faults each question catches, as numbers from 0.
class Matrix {
 public:
  explicit Matrix(std::vector<Question> questions) : questions_(std::move(questions)) {
    const auto& faults = all_faults();
    std::vector<std::vector<std::vector<bool>>> by_fault(faults.size());  // of forms, of questions
    in_parallel(faults.size(), available_processors(), nullptr,
                [&](std::size_t i, std::size_t) { by_fault[i] = catches_of(faults[i]); });
    caught_.resize(questions_.size());
    for (std::size_t i = 0; i < faults.size(); ++i)
      for (std::size_t form = 0; form < by_fault[i].size(); ++form, ++forms_)
        for (std::size_t q = 0; q < questions_.size(); ++q)
          if (by_fault[i][form][q]) caught_[q].insert(forms_);
  }

  std::size_t forms() const { return forms_; }

  /// How many forms at least that many of the questions catch.
  std::size_t caught_by(const std::vector<std::size_t>& some, std::size_t times) const {
    std::vector<std::size_t> catches(forms_);
    for (const std::size_t q : some)
      for (const std::size_t form : caught_[q]) ++catches[form];
    return static_cast<std::size_t>(
        std::ranges::count_if(catches, [&](std::size_t number) { return number >= times; }));
  }

  Count leaves_of(const std::vector<std::size_t>& some) const {
    Count sum = 0;
    for (const std::size_t q : some) sum += questions_[q].leaves();
    return sum;
  }

  /// Takes again and again the question that catches the most forms not yet caught, of several the
  /// one with the fewest leaves; then leaves out those that the later ones have made superfluous.
  std::vector<std::size_t> greedy_cover(std::vector<std::size_t> some) const {
    std::ranges::stable_sort(some, {}, [&](std::size_t q) { return questions_[q].leaves(); });
    const std::size_t all = caught_by(some, 1);
    std::vector<std::size_t> cover;
    std::set<std::size_t> left;
    for (const std::size_t q : some) left.insert(caught_[q].begin(), caught_[q].end());
    const auto gain = [&](std::size_t q) {
      return std::ranges::count_if(caught_[q],
                                   [&](std::size_t form) { return left.contains(form); });
    };
    while (!left.empty()) {
      cover.push_back(*std::ranges::max_element(some, {}, gain));
      for (const std::size_t form : caught_[cover.back()]) left.erase(form);
    }
    for (std::size_t i = cover.size(); i-- > 0;) {
      std::vector<std::size_t> without = cover;
      without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
      if (caught_by(without, 1) == all) cover = std::move(without);
    }
    return cover;
  }

 private:
  std::vector<std::vector<bool>> catches_of(const FaultInfo& row) const {
    // Memory and chance need more than one question.
    if (row.fault == Fault::none || row.family >= Family::memory) return {};
    const auto catches = [&](const Question& asked, const Form& form) {
      MutantUnderTest mutant(row.fault, {}, form);
      return std::ranges::any_of(asked.counts, [&](const epd::PerftCount& count) {
        return mutant.miscounts(asked.setup, count);
      });
    };
    std::vector<std::vector<bool>> result;
    for (const Form& form : forms_with_effect(row)) {
      std::vector<bool> of_form;
      for (std::size_t q = 0; q < questions_.size(); ++q)
        of_form.push_back(fits(row, questions_[q]) && (result.empty() || result.front()[q]) &&
                          catches(questions_[q], form));
      result.push_back(std::move(of_form));
    }
    return result;
  }

  std::vector<Question> questions_;
  std::vector<std::set<std::size_t>> caught_;  ///< forms, by question
  std::size_t forms_ = 0;
};

/// Of each kind and side to move the positions of the collection with the fewest leaves.
std::vector<Question> cheapest_of_each_kind(std::size_t of_each) {
  const Count max_leaves = 2'000;  // so that all forms can be tried on them in a minute or two
  std::map<std::pair<Tag, chess::Color>, std::vector<Question>> kinds;
  for (const CollectedPosition& position : make_collection({.threads = available_processors()})) {
    Question asked = question(position.record, position.tags);
    if (asked.leaves() > max_leaves) continue;
    for (const Tag tag : position.tags) kinds[{tag, asked.setup.side}].push_back(asked);
  }
  std::map<std::string, Question> chosen;
  for (auto& [kind, questions] : kinds) {
    std::ranges::stable_sort(questions, {}, &Question::leaves);
    for (std::size_t i = 0; i < std::min(of_each, questions.size()); ++i)
      chosen.emplace(questions[i].id, questions[i]);
  }
  std::vector<Question> list;
  for (auto& [id, one] : chosen) list.push_back(std::move(one));
  return list;
}

/// "440,828"
std::string with_commas(Count number) {
  std::string text = to_string(number);
  for (std::size_t i = text.size(); i > 3; i -= 3) text.insert(i - 3, ",");
  return text;
}

/// Most of its leaves are those of a few deep counts that no other position saves. More positions
/// than the fewest catch the forms more than once, and have few pieces.
TEST(VerificationSuite, CostsLittleMoreThanASetChosenGreedily) {
  std::vector<Question> questions;
  for (const epd::Record& record : testing::shipped_suite("verify"))
    questions.push_back(question(record));
  const std::size_t of_suite = questions.size();
  std::ranges::move(cheapest_of_each_kind(2), std::back_inserter(questions));
  const Matrix matrix(questions);
  std::vector<std::size_t> suite, all;
  for (std::size_t q = 0; q < questions.size(); ++q) {
    if (q < of_suite) suite.push_back(q);
    all.push_back(q);
  }
  const auto cover_of_suite = matrix.greedy_cover(suite), cover = matrix.greedy_cover(all);
  const std::string guide = read_file(PLYLAB_SOURCE_DIR "/perft/verify/VERIFY.md");
  for (const auto& set : {suite, cover_of_suite, cover}) {
    EXPECT_EQ(matrix.caught_by(set, 1), matrix.forms());
    EXPECT_THAT(guide,
                ::testing::HasSubstr(fmt::format(
                    "| {} | {} | {} | {} | {} |", set.size(), with_commas(matrix.leaves_of(set)),
                    with_commas(matrix.caught_by(set, 1)), with_commas(matrix.caught_by(set, 2)),
                    with_commas(matrix.caught_by(set, 3)))));
  }
  EXPECT_LT(suite.size(), 3 * cover.size());
  EXPECT_LT(Count(4) * matrix.leaves_of(suite), Count(5) * matrix.leaves_of(cover));
}

}  // namespace
}  // namespace plylab::perft::verify
