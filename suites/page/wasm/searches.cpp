#include "suites/page/wasm/searches.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/base/text.h"
#include "gen/chess/mailbox/mailbox.h"
#include "gen/chess/registry.h"
#include "gen/chess/text.h"
#include "gen/tree/games.h"
#include "reports/figures/tree_figure.h"
#include "search/base/switches.h"
#include "search/lab/tree_figure.h"
#include "search/run/searchable_body.h"
#include "search/run/searches.h"

namespace plylab::suites::page {
namespace {

using Json = nlohmann::ordered_json;
using search::Counter;
using search::Job;
using search::TextResult;

/// The most positions that a search may visit, those of quiescence and of all iterations included.
constexpr std::uint64_t max_visited = 30'000'000;
constexpr std::size_t max_drawn = 2;

/// What the page shows of a search, with its definition.
constexpr std::array shown{&search::counter("nodes"),         &search::counter("interior"),
                           &search::counter("leaves"),        &search::counter("cutoffs"),
                           &search::counter("researches"),    &search::counter("research_nodes"),
                           &search::counter("table_cutoffs"), &search::counter("quiescence")};

/// The position of a request, in one of three games.
class Subject {
 public:
  explicit Subject(const Json& request) {
    if (!request.contains("tree")) {
      chess_.emplace(chess::read_position(request.at("position").get<std::string>()).end);
      name_ = to_string(chess_->setup());
      return;
    }
    const auto text = request.at("tree").get<std::string>();
    if (trimmed(text).starts_with("tree(")) {
      drawn_at_random_.emplace(tree::parse_spec(trimmed(text)));
      name_ = tree::to_string(*drawn_at_random_);
    } else {
      name_ = "tree";
      written_.emplace(tree::WrittenTree::Start{name_, tree::ExplicitTree::parse(text, name_)});
    }
  }

  const std::string& name() const { return name_; }

  TextResult search(const Job& job) const {
    if (chess_) return searched<chess::Chess, chess::Mailbox>(*chess_, job);
    if (written_) return searched<tree::WrittenTree, tree::ExplicitTree>(*written_, job);
    return searched<tree::SyntheticTree, tree::Tree>(*drawn_at_random_, job);
  }

 private:
  template <Game G, class Board>
  static TextResult searched(const typename G::Start& start, const Job& job) {
    const search::detail::Played<G> root{start};
    return search::detail::as_texts<G>(root, search::run_on_board<G, Board>(start, job, {}));
  }

  std::string name_;
  std::optional<chess::ValidSetup> chess_;
  std::optional<tree::WrittenTree::Start> written_;
  std::optional<tree::Spec> drawn_at_random_;
};

/// The factors that all searches of a request share.
struct Terms {
  explicit Terms(const Json& request)
      : depth(request.at("depth").get<int>()),
        evaluation(request.contains("tree") ? chosen : request.value("evaluation", chosen)),
        ordering(request.value("ordering", chosen)),
        switches(search::parse_switches("with", request.value("with", std::string("plain")))) {
    for (const auto& name : request.at("searches").get<std::vector<std::string>>())
      names.emplace_back(search::exact_name(name));
    const int mib = search::common_table(names, switches);
    note = search::table_note(names, switches, mib);
    switches = search::with_table(switches, mib);
    if (constexpr int most = 1024; switches["table"] > most)  // in bytes it may exceed 32 bits
      throw InputError(
          fmt::format("a table of {} MiB is too large here: at most {}", switches["table"], most));
  }

  Job job(const std::string& algorithm, std::uint64_t max) const {
    Job job{.algorithm = algorithm,
            .evaluation = evaluation,
            .ordering = ordering,
            .switches = switches};
    job.limits.depth = depth;
    job.limits.nodes = max;
    return job;
  }

  std::string chosen{search::default_choice};
  int depth;
  std::string evaluation, ordering;
  search::Switches switches;
  std::vector<std::string> names;
  std::string note;  ///< on their tables
};

std::string value_of(const search::Iteration<std::string>& last, const search::Switches& on) {
  if (!search::is_mate(last.value)) return search::value_text(last.value);
  const int plies = search::mate_value - std::abs(last.value);
  const bool selective = !search::selective_switches(on).empty();
  return search::decision_text(last.value, search::is_shortest_mate(plies, last.depth, selective));
}

bool is_whole(const TextResult& result) {
  return !result.unfinished && result.last_finished() != nullptr;
}

Json json_of(const std::string& name, const TextResult& result) {
  const auto* last = result.last_finished();
  Json json{{"name", name},
            {"value", value_of(*last, result.switches)},
            {"line", last->line},
            {"counts", Json::array()}};
  for (const Counter* counter : shown)
    json["counts"].push_back(std::to_string(counter->of(last->counts)));
  if (last->counts.cutoffs > 0)
    json["first"] = fmt::format("{:.1f}", 100 * last->counts.first_move_cutoff_rate());
  return json;
}

/// The trees of the searches, with as many plies as fit.
void draw(const Subject& subject, const Terms& terms, const std::vector<std::string>& names,
          int plies, Json& json) {
  if (plies > terms.depth) plies = 0;
  if (names.size() > max_drawn)
    throw InputError(fmt::format("at most {} trees are drawn", max_drawn));
  std::vector<search::lab::VisitedTree> trees;
  for (const std::string& name : names) {
    Job job = terms.job(name, search::lab::max_recorded_visits);
    job.visits = true;
    trees.push_back(search::lab::last_tree(name, subject.name(), subject.search(job)));
  }
  for (;; plies = plies == 0 ? terms.depth : plies - 1) try {
      json["svg"] = reports::svg_tree(search::lab::tree_figure(trees, plies));
      json["plies"] = plies;
      return;
    } catch (const InputError&) {
      if (plies == 1) throw;
    }
}

}  // namespace

Json list_searches(const Json&) {
  Json json{{"searches", Json::array()}, {"evaluations", Json::array()}};
  for (const search::SearchEntry& entry : search::every_search())
    json["searches"].push_back(
        {{"name", entry.name}, {"source", entry.source}, {"exact", entry.exact}});
  for (const search::NamedEntry& entry : search::named_evaluations(search::Scope::chess))
    json["evaluations"].push_back({{"name", entry.name}, {"summary", entry.summary}});
  return json;
}

Json search_small(const Json& request) {
  const Subject subject(request);
  const Terms terms(request);
  Json json{{"position", subject.name()},
            {"note", terms.note},
            {"counters", Json::array()},
            {"searches", Json::array()},
            {"left_out", Json::array()}};
  for (const Counter* counter : shown)
    json["counters"].push_back({{"name", counter->name}, {"definition", counter->definition}});
  for (const std::string& name : terms.names) {
    Job job = terms.job(name, max_visited);
    job.minimal = json["searches"].empty();
    const TextResult result = subject.search(job);
    if (!is_whole(result)) {
      json["left_out"].push_back(
          fmt::format("{} visits more than {} positions, those of quiescence and of all iterations "
                      "included: use a smaller depth",
                      name, max_visited));
      continue;
    }
    json["searches"].push_back(json_of(name, result));
    if (result.minimal)
      json["minimal"] = {{"nodes", std::to_string(result.minimal->tree)},
                         {"leaves", std::to_string(result.minimal->tree_leaves)}};
  }
  if (json["searches"].empty() && !json["left_out"].empty())
    throw InputError(json["left_out"][0].get<std::string>());
  const auto drawn = request.value("drawn", std::vector<std::string>());
  if (!drawn.empty()) try {
      draw(subject, terms, drawn, std::max(0, request.value("plies", 0)), json);
    } catch (const InputError& error) {
      json["not_drawn"] = error.what();
    }
  return json;
}

}  // namespace plylab::suites::page
