#include "suites/play/search_spec.h"

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/base/text.h"
#include "search/run/registry.h"
#include "search/run/table_size.h"

namespace plylab::suites::play {

SearchSpec parse_search(const std::string& where, std::string_view text,
                        const search::SearchableGame& game) {
  SearchSpec spec{std::string(text), {}};
  const auto equals = text.find('=');
  if (equals < text.find(' ')) {  // otherwise it belongs to a switch
    if (equals == 0) throw InputError(fmt::format("{} '{}': no name before '='", where, text));
    spec.name = text.substr(0, equals);
    text.remove_prefix(equals + 1);
  }
  const auto one_of = [&](std::string_view name, const std::vector<std::string>& known) {
    return find_entry(known, name, where);
  };
  search::Job& job = spec.job;
  job.algorithm = one_of(search::exact_name(take_word(text)), names_in(search::every_algorithm));
  if (!search::preset_of(job.algorithm).particular) job.ordering = "hash";
  for (auto name = take_word(text); !name.empty(); name = take_word(text)) {
    const std::string value(take_word(text));
    if (name == "with")
      game.check_switches(where, job.switches = search::parse_switches(where, value));
    else if (name == "eval")
      game.check_evaluation(where, job.evaluation = value);
    else if (name == "order")
      game.check_ordering(where, job.ordering = value);
    else if (name == "gen")
      job.generator = one_of(value, game.info.generator_names());
    else
      refuse_name(where, name, {"with", "eval", "order", "gen"});
  }
  search::require_search(job.algorithm, job.switches);
  search::require_memory(job.algorithm, job.switches, 1);
  return spec;
}

std::string definition(const SearchSpec& search, const search::SearchableGame& game) {
  const search::Job& job = search.job;
  const auto chosen = [](const std::string& name, const auto& otherwise) {
    return name == search::default_choice ? otherwise() : name;
  };
  return fmt::format("{} with {} eval {} order {} gen {}", job.algorithm,
                     search::to_string(search::effective_switches(job.algorithm, job.switches)),
                     chosen(job.evaluation, [&] { return game.default_evaluation(job.algorithm); }),
                     chosen(job.ordering, [&] { return game.default_ordering(job.algorithm); }),
                     job.generator.empty() ? game.info.default_generator : job.generator);
}

}  // namespace plylab::suites::play
