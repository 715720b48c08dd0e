#include "perft/cluster/crew.h"

#include <fmt/format.h>

#include "gen/text.h"

namespace plylab::perft::cluster {
namespace {

// A question of a helper is this word, or a finished unit in lines. The answer to the word is a
// unit to be counted: its number, a line's end, and its records; or nothing.
constexpr const char* next_question = "next";

std::string to_text(const UnitWork& work) {
  std::string text = fmt::format("{}\n", work.number);
  return text.append(work.records.begin(), work.records.end());
}

}  // namespace

Crew::~Crew() {
  if (ranks_ && !started_) ranks_->broadcast("");
}

void Crew::start(const Plan& plan) {
  started_ = true;
  if (ranks_) ranks_->broadcast(to_lines(fields_of(plan)));
}

std::size_t Crew::size() const {
  return ranks_ ? static_cast<std::size_t>(ranks_->size()) : std::size_t{1};
}

void Crew::serve(const std::function<std::optional<UnitWork>(std::size_t)>& next,
                 const Take& take) {
  if (!ranks_) return;
  ranks_->serve([&](int rank, const std::string& question) -> std::string {
    if (question == Ranks::last_question) return {};
    if (question == next_question) {
      const auto work = next(static_cast<std::size_t>(rank));
      return work ? to_text(*work) : std::string();
    }
    const auto [unit, worker] = unit_of(parse_lines(question));
    take(unit, worker);
    return {};
  });
}

Helper::Helper(Ranks& ranks) : ranks_(ranks) {
  const std::string text = ranks.broadcast({});
  if (!text.empty()) plan_ = plan_of(parse_lines(text));
}

Helper::~Helper() {
  if (plan_) ranks_.ask(Ranks::last_question);
}

std::optional<UnitWork> Helper::next() {
  const std::string text = ranks_.ask(next_question);
  if (text.empty()) return std::nullopt;
  std::string_view rest = text;
  const std::string_view number = take_line(rest);
  return UnitWork{parse_number<std::size_t>(number).value(), Bytes(rest.begin(), rest.end())};
}

void Helper::take(const Unit& unit, const Worker& worker) {
  ranks_.ask(to_lines(fields_of(unit, worker)));
}

}  // namespace plylab::perft::cluster
