// Whether an engine gives the same answer to the same question: with one thread and to a fixed
// depth its nodes and its move depend on nothing but the position.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "suites/check/check.h"

namespace plylab::suites::check {
namespace {

/// Changing them changes everybody's signature.
constexpr std::array<const char*, 8> positions_of_signature{
    "startpos",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
    "r2q1rk1/1b2bppp/p1n1pn2/1p6/3P4/1BN2N2/PP2QPPP/R1BR2K1 b - - 0 13",
    "2r3k1/5pp1/p3p2p/1p2P3/3R1P2/P5P1/1P3K1P/8 w - - 0 30",
    "8/5pk1/6p1/3p4/1P1P1P2/6P1/6K1/8 b - - 0 40",
    "6k1/5p1p/4b1p1/2B5/8/1P4P1/5P1P/6K1 w - - 0 35"};

using Answers = std::vector<Repeatable>;

Answers answers(Examination& exam) {
  Answers all;
  for (const char* fen : positions_of_signature) {
    exam.client.send("ucinewgame");
    const Search search = exam.client.search(question(fen, fmt::format("go depth {}", exam.depth)));
    all.push_back({"ucinewgame; " + search.sent(), search.best, search.nodes()});
  }
  return all;
}

const Answers& first_answers(Examination& exam) {
  if (exam.client.threads() > 1) throw NotApplicable("Threads is more than 1");
  if (!exam.first_answers) exam.first_answers = answers(exam);
  return *exam.first_answers;
}

void expect_same(Examination& exam, const Answers& first, const Answers& second, const char* when) {
  for (std::size_t i = 0; i < first.size(); ++i) {
    const Repeatable &a = first[i], &b = second[i];
    if (a.nodes != b.nodes)
      throw Broken(fmt::format("{} nodes, and {} {}", a.nodes, b.nodes, when), a.sent);
    if (a.best != b.best)
      throw Broken(fmt::format("bestmove {}, and {} {}", a.best, b.best, when), a.sent);
  }
  if (std::ranges::all_of(first, [](const Repeatable& one) { return one.nodes == 0; }))
    exam.remark = "the same moves; the engine tells no nodes";
}

void check_new_game(Examination& exam) {
  const Answers& first = first_answers(exam);
  expect_same(exam, first, answers(exam), "after ucinewgame");
}

void check_restart(Examination& exam) {
  const Answers& first = first_answers(exam);
  exam.client.restart();
  expect_same(exam, first, answers(exam), "after a restart");
}

void check_signature(Examination& exam) {
  std::uint64_t sum = 0;
  for (const Repeatable& one : first_answers(exam)) sum += one.nodes;
  if (sum == 0 && !exam.signature) throw NotApplicable("the engine tells no nodes");
  const std::size_t number = positions_of_signature.size();
  if (exam.signature && *exam.signature != sum)
    throw Broken(
        fmt::format("signature {}, not {}", sum, *exam.signature),
        fmt::format("{} positions, each with ucinewgame and go depth {}", number, exam.depth));
  exam.remark = fmt::format("signature {} ({} positions, depth {})", sum, number, exam.depth);
}

constexpr std::array determinism_rules{
    CheckRule{"determinism", "new-game",
              "with one thread a search to a fixed depth visits the same nodes after ucinewgame",
              practice, check_new_game},
    CheckRule{"determinism", "restart",
              "with one thread a search to a fixed depth visits the same nodes after a restart",
              practice, check_restart},
    CheckRule{"determinism", "signature",
              "the sum of the nodes of fixed searches is that of the last release, unless the "
              "search has changed (--signature)",
              practice, check_signature},
};

}  // namespace

std::span<const char* const> signature_positions() { return positions_of_signature; }

std::vector<CheckRule> determinism_checks() {
  return {determinism_rules.begin(), determinism_rules.end()};
}

}  // namespace plylab::suites::check
