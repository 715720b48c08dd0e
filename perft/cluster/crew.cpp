#include "perft/cluster/crew.h"

#include <fmt/format.h>

#include "gen/text.h"

namespace plylab::perft::cluster {
namespace {

// A question of a helper is one of these words, or a unit in lines.
constexpr const char* next_question = "next";
constexpr const char* no_more = "none";

std::string to_text(const Unit& unit, const Worker& worker) {
  return to_lines({{"unit", std::to_string(unit.number)},
                   {"counts", to_text(unit.branches)},
                   {"seconds", fmt::format("{}", unit.seconds)},
                   {"host", worker.host},
                   {"program", worker.program},
                   {"generator", worker.generator},
                   {"kernel", worker.kernel}});
}

}  // namespace

Crew::~Crew() {
  if (ranks_ && !started_) ranks_->broadcast("");
}

void Crew::start(const Plan& plan) {
  started_ = true;
  if (ranks_) ranks_->broadcast(to_lines(fields_of(plan)));
}

void Crew::serve(const std::function<std::optional<std::size_t>()>& next,
                 const std::function<void(const Unit&, const Worker&)>& take) {
  if (!ranks_) return;
  ranks_->serve([&](const std::string& question) -> std::string {
    if (question == Ranks::last_question) return {};
    if (question == next_question) {
      const auto number = next();
      return number ? std::to_string(*number) : no_more;
    }
    const Fields fields = parse_lines(question);
    take({parse_number<std::size_t>(fields.at("unit")).value(),
          parse_branches(fields.at("counts")).value(),
          parse_number<double>(fields.at("seconds")).value()},
         {fields.at("host"), fields.at("program"), fields.at("generator"), fields.at("kernel")});
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

std::optional<std::size_t> Helper::next() {
  return parse_number<std::size_t>(ranks_.ask(next_question));
}

void Helper::take(const Unit& unit, const Worker& worker) { ranks_.ask(to_text(unit, worker)); }

}  // namespace plylab::perft::cluster
