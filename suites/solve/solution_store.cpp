#include "suites/solve/solution_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/chess/board/setup.h"
#include "search/lab/run_store.h"
#include "suites/solve/goal.h"

namespace plylab::suites::solve {
namespace {

using reports::Json;

constexpr reports::JournalKind solutions_kind{"plylab-solutions", 5, "solutions"};

/// Throws InputError, whose message begins with `where`, if a header has other limits than ours.
void check_limits(const std::string& header, const search::Limits& ours, const std::string& where,
                  const std::string& path) {
  const auto theirs = reports::reading(where + ": no header of solutions of plylab", [&] {
    return reports::parse_json(header).at("limits").get<search::Limits>();
  });
  const Json none = search::Limits();
  const auto shown = [&](const std::string& field, const Json& limit) {
    return limit == none[field] ? "unlimited" : text_of(limit);
  };
  if (const auto found = reports::difference(theirs, ours))
    throw InputError(fmt::format(
        "'{}' holds solutions within other limits: {} is {} there and {} here", path, found->field,
        shown(found->field, found->first), shown(found->field, found->second)));
}

/// The key of a contestant and a position.
std::string key_of(const std::string& search, const std::string& definition,
                   const std::string& fen) {
  return fmt::format("{} | {} | {}", search, definition, fen);
}

std::string key_of(const Contestant& contestant, const epd::Record& record) {
  return key_of(contestant.search, contestant.definition, chess::to_string(record.setup));
}

/// A line of the file.
struct StoredReply {
  std::string search, definition, program, fen, position;
  engines::Reply reply;

  static constexpr Fields<&StoredReply::search, &StoredReply::definition, &StoredReply::program,
                          &StoredReply::fen, &StoredReply::position, &StoredReply::reply>
      fields = {};
};

/// The replies in the lines of a journal. Throws InputError, whose message begins with `where`, for
/// a line that is not a reply, and for a second reply with the same key unless another program gave
/// the one before.
std::vector<StoredReply> replies_in(const std::vector<reports::JournalContent::Line>& lines,
                                    const std::string& where) {
  std::vector<StoredReply> replies;
  std::map<std::string, std::string> programs;  // of the latest reply, by its key
  for (const auto& [number, line] : lines) {
    const std::string at = fmt::format("{}:{}", where, number);
    const StoredReply& one =
        replies.emplace_back(reports::reading(at + ": not a solution", [&text = line] {
          return reports::parse_json(text).get<StoredReply>();
        }));
    const std::string key = key_of(one.search, one.definition, one.fen);
    if (const auto [earlier, is_new] = programs.try_emplace(key, one.program); !is_new) {
      if (earlier->second == one.program)
        throw InputError(at + ": a second result for an earlier solution");
      earlier->second = one.program;
    }
  }
  return replies;
}

}  // namespace

SolutionStore::SolutionStore(std::string path, const search::Limits& limits,
                             const reports::Provenance& made_by)
    : file_(std::move(path), solutions_kind, made_by) {
  if (!file_.header().empty())
    check_limits(file_.header(), limits, file_.header_place(), file_.path());
  for (StoredReply& one : replies_in(file_.lines(), file_.path())) {
    std::string key = key_of(one.search, one.definition, one.fen);
    kept_.insert_or_assign(std::move(key), Kept{std::move(one.search), std::move(one.definition),
                                                std::move(one.program), std::move(one.reply)});
  }
  const bool is_described = !file_.header().empty() && file_.is_made_here();
  file_.go_on(is_described ? "" : "\"limits\":" + Json(limits).dump());
}

const engines::Reply* SolutionStore::find(const Contestant& contestant,
                                          const epd::Record& record) const {
  const auto kept = kept_.find(key_of(contestant, record));
  const bool counts = kept != kept_.end() && kept->second.program == contestant.program;
  return counts ? &kept->second.reply : nullptr;
}

std::vector<std::string> SolutionStore::notes(const std::vector<Contestant>& contestants) const {
  std::vector<std::string> notes;
  if (std::string note = reports::note_on_builds(file_.builds()); !note.empty())
    notes.push_back(std::move(note));
  for (const Contestant& one : contestants) {
    const auto number = std::ranges::count_if(kept_, [&](const auto& entry) {
      const Kept& kept = entry.second;
      return kept.search == one.search && kept.definition == one.definition &&
             kept.program != one.program;
    });
    if (number > 0)
      notes.push_back(search::lab::note_on_another_program(
          one.search, static_cast<std::size_t>(number), "answers"));
  }
  return notes;
}

void SolutionStore::add(const Contestant& contestant, const epd::Record& record,
                        const engines::Reply& reply) {
  {
    const std::scoped_lock lock(mutex_);
    if (!added_.insert(key_of(contestant, record)).second) return;
  }
  const Json json = StoredReply{contestant.search,  contestant.definition,
                                contestant.program, chess::to_string(record.setup),
                                record.name,        reply};
  file_.add(json.dump());
}

}  // namespace plylab::suites::solve

namespace plylab::reports {

void Stored<engines::EngineFault>::to_json(Json& json, const engines::EngineFault& fault) {
  json = {{"kind", name_of(fault.kind())},
          {"what", std::string(fault.what())},
          {"output", fault.output()}};
}

engines::EngineFault Stored<engines::EngineFault>::from_json(const Json& json) {
  const auto kind = find_place(engines::fault_names, json.at("kind").get<std::string>(), "kind");
  return {static_cast<engines::FaultKind>(kind), json.at("what"), json.at("output")};
}

}  // namespace plylab::reports
