#include "suites/play/gui/settings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/base/text.h"
#include "gen/chess/registry.h"
#include "gen/engines/uci.h"
#include "search/core/settings.h"
#include "search/evaluation/chess_evaluation.h"
#include "search/run/options.h"
#include "search/run/searchable_game.h"
#include "search/run/searches.h"
#include "suites/players/environment.h"

namespace plylab::suites::play::gui {
namespace {

[[noreturn]] void refuse(const std::string& wanted, const std::string& value) {
  throw InputError(fmt::format("needs {}, not '{}'", wanted, printable(value)));
}

std::string own_evaluation(const std::string& search) {
  return search::searchable_chess().default_evaluation(search);
}
std::string own_ordering(const std::string& search) {
  return search::Options().ordering_for(search::searchable_chess(), search);
}

}  // namespace

Settings::Settings(search::Job job, bool keeps_table)
    : job_(std::move(job)),
      wished_(job_.switches.named),
      wishes_evaluation_(job_.evaluation != search::default_choice),
      wishes_ordering_(job_.ordering != search::default_choice),
      keeps_table_(keeps_table) {
  if (!wishes_evaluation_) job_.evaluation = own_evaluation(job_.algorithm);
  if (!wishes_ordering_) job_.ordering = own_ordering(job_.algorithm);
  job_.switches = overlay(job_.switches, search::preset_of(job_.algorithm).switches);
  for (const search::Switch one : search::Switch::all()) job_.switches.named[one] = true;
  add_combo("Algorithm", job_.algorithm, search::search_names());
  add_combo("Generator", job_.generator, generator_names<chess::Chess>());
  add_combo("Evaluation", job_.evaluation, names_in(search::searchable_chess().evaluations));
  then([this] { wishes_evaluation_ = true; });
  add_combo("Ordering", job_.ordering, names_in(search::searchable_chess().orderings));
  then([this] { wishes_ordering_ = true; });
  for (const search::Switch one : search::Switch::all()) add_switch(one);
  add_check("Keep Table", keeps_table_);
}

const Option* Settings::find(std::string_view name) const {
  const auto option = std::find_if(options_.begin(), options_.end(), [&](const Option& one) {
    return engines::same_name(one.name, name);
  });
  return option == options_.end() ? nullptr : &*option;
}

void Settings::set(std::string_view name, const std::string& value) {
  const Option* const option = find(name);
  if (option == nullptr) throw InputError(fmt::format("no option '{}'", printable(name)));
  const auto before = std::tuple(job_, wished_, wishes_evaluation_, wishes_ordering_);
  try {
    option->set(value);
    const search::Job changed = job();
    search::require_search(changed.algorithm, changed.switches);
    search::require_memory(changed.algorithm, changed.switches, 1);
  } catch (const InputError& error) {
    std::tie(job_, wished_, wishes_evaluation_, wishes_ordering_) = before;
    throw InputError(fmt::format("{}: {}", option->name, error.what()));
  }
}

search::Job Settings::job() const {
  search::Job job = job_;
  const search::Switches& own = search::preset_of(job.algorithm).switches;
  for (const search::Switch one : search::Switch::all())
    if (!wished_[one]) job.switches[one] = own[one];
  if (!wishes_evaluation_) job.evaluation = own_evaluation(job.algorithm);
  if (!wishes_ordering_) job.ordering = own_ordering(job.algorithm);
  players::give_known_values(job);
  return job;
}

void Settings::add_switch(search::Switch one) {
  int& value = job_.switches[one];
  if (one == search::Switch("table"))
    add_spin(table_option, value, 0, one->kind.max);
  else if (one == search::Switch("threads"))
    add_spin("Threads", value, 1, one->kind.max);  // the name that GUIs know
  else if (one->kind.max == 1)
    add_check(std::string(one->name), value);
  else
    add_spin(std::string(one->name), value, 0, one->kind.max);
  then([this, one] { wished_[one] = true; });
}

void Settings::then(std::function<void()> wish) {
  auto& set = options_.back().set;
  set = [set, wish = std::move(wish)](const std::string& text) {
    set(text);
    wish();
  };
}

void Settings::add_spin(std::string name, int& number, int min, int max) {
  options_.push_back({.name = std::move(name),
                      .type = Option::Type::spin,
                      .usual = fmt::to_string(number),
                      .min = min,
                      .max = max,
                      .set = [&number, min, max](const std::string& text) {
                        const auto value = parse_number<int>(text);
                        if (!value || *value < min || *value > max)
                          refuse(fmt::format("a number from {} to {}", min, max), text);
                        number = *value;
                      }});
}

void Settings::add_check(std::string name, int& flag) {
  options_.push_back({.name = std::move(name),
                      .type = Option::Type::check,
                      .usual = flag != 0 ? "true" : "false",
                      .set = [&flag](const std::string& text) {
                        if (text != "true" && text != "false") refuse("true or false", text);
                        flag = text == "true";
                      }});
}

void Settings::add_combo(std::string name, std::string& chosen, std::vector<std::string> values) {
  if (std::find(values.begin(), values.end(), chosen) == values.end())
    values.push_back(chosen);  // such as an evaluation with a seed
  options_.push_back({.name = std::move(name),
                      .type = Option::Type::combo,
                      .usual = chosen,
                      .values = values,
                      .set = [&chosen, values](const std::string& text) {
                        if (std::find(values.begin(), values.end(), text) == values.end())
                          refuse(fmt::format("one of {}", fmt::join(values, ", ")), text);
                        chosen = text;
                      }});
}

}  // namespace plylab::suites::play::gui
