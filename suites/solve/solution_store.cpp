#include "suites/solve/solution_store.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/base/text.h"
#include "gen/chess/board/setup.h"
#include "reports/formats/stored_json.h"
#include "suites/solve/goal.h"

namespace plylab::suites::solve {
namespace {

using reports::Json;

constexpr reports::JournalKind solutions_kind{"plylab-solutions", 3, "solutions"};

template <class T>
Json json_of(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

template <class T>
std::optional<T> optional_in(const Json& json, const char* name) {
  const Json& value = json.at(name);
  return value.is_null() ? std::nullopt : std::optional(value.get<T>());
}

Json json_of(const engines::EngineLine& line) {
  return {
      {"depth", line.depth},        {"move", line.move}, {"centipawns", json_of(line.centipawns)},
      {"mate", json_of(line.mate)}, {"pv", line.pv},     {"nodes", line.nodes},
      {"seconds", line.seconds}};
}

engines::EngineLine line_in(const Json& json) {
  return {json.at("depth"),
          json.at("move"),
          optional_in<int>(json, "centipawns"),
          optional_in<int>(json, "mate"),
          json.at("pv"),
          json.at("nodes"),
          json.at("seconds")};
}

Json json_of(const engines::Reply& reply) {
  Json json = {{"move", json_of(reply.move)}, {"depth", json_of(reply.depth)}};
  json["nodes"] = reply.nodes;
  json["seconds"] = reply.seconds;
  if (!reply.obstacle.empty()) json["obstacle"] = reply.obstacle;
  if (reply.ended_by_mate) json["ended_by_mate"] = true;
  if (reply.fault)
    json["fault"] = {{"kind", engines::name_of(reply.fault->kind())},
                     {"what", reply.fault->what()},
                     {"output", reply.fault->output()}};
  json["lines"] = Json::array();
  for (const engines::EngineLine& line : reply.lines) json["lines"].push_back(json_of(line));
  return json;
}

engines::EngineFault fault_in(const Json& json) {
  using engines::FaultKind;
  const std::string name = json.at("kind");
  for (int kind = 0; kind < static_cast<int>(FaultKind::stopped); ++kind)
    if (engines::name_of(static_cast<FaultKind>(kind)) == name)
      return {static_cast<FaultKind>(kind), json.at("what"), json.at("output")};
  throw Json::other_error::create(0, "no such fault", nullptr);
}

engines::Reply reply_in(const Json& json) {
  engines::Reply reply{.move = optional_in<std::string>(json, "move"),
                       .depth = optional_in<int>(json, "depth"),
                       .nodes = json.at("nodes"),
                       .seconds = json.at("seconds"),
                       .obstacle = json.value("obstacle", ""),
                       .ended_by_mate = json.value("ended_by_mate", false)};
  if (json.contains("fault")) reply.fault = fault_in(json["fault"]);
  for (const Json& line : json.at("lines")) reply.lines.push_back(line_in(line));
  return reply;
}

/// A limit as text. Without --depth it is the largest depth.
std::string shown(const std::string& name, const Json& limit) {
  if (name == "depth" && limit == search::Limits{}.depth) return "unlimited";
  return limit.is_string() ? limit.get<std::string>() : limit.dump();
}

/// The limits as JSON: what a reply depends on besides the contestant and the position.
Json json_of(const search::Limits& limits) {
  constexpr const char* none = "unlimited";
  const bool by_nodes = limits.nodes < std::numeric_limits<std::uint64_t>::max();
  return {{"depth", limits.depth},
          {"nodes", by_nodes ? Json(limits.nodes) : Json(none)},
          {"seconds", std::isfinite(limits.seconds) ? Json(limits.seconds) : Json(none)}};
}

/// Throws InputError if a header has other limits than ours.
void check_limits(const std::string& header, const Json& ours, const std::string& path) {
  const Json theirs = reports::parse_json(header).value("limits", Json::object());
  for (const auto& [name, here] : ours.items()) {
    const Json there = theirs.is_object() ? theirs.value(name, Json("unknown")) : Json("unknown");
    if (there != here)
      throw InputError(
          fmt::format("'{}' holds solutions within other limits: {} is {} there and {} here", path,
                      name, shown(name, there), shown(name, here)));
  }
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
  std::string search, definition, fen, position;
  engines::Reply reply;
};

/// The replies in the lines of a journal. Throws InputError, whose message begins with `where`, for
/// a line that is not a reply, and for two replies with the same key.
std::vector<StoredReply> replies_in(const std::vector<reports::JournalContent::Line>& lines,
                                    const std::string& where) {
  std::vector<StoredReply> replies;
  std::set<std::string> seen;
  for (const auto& [number, line] : lines) {
    try {
      const Json json = reports::parse_json(line);
      const StoredReply& one =
          replies.emplace_back(StoredReply{json.at("search"), json.at("definition"), json.at("fen"),
                                           json.at("position"), reply_in(json.at("reply"))});
      if (!seen.insert(key_of(one.search, one.definition, one.fen)).second)
        throw InputError(
            fmt::format("{}:{}: a second result for an earlier solution", where, number));
    } catch (const Json::exception& error) {
      throw InputError(
          fmt::format("{}:{}: not a solution: {}", where, number, reports::what_is_wrong(error)));
    }
  }
  return replies;
}

}  // namespace

SolutionStore::SolutionStore(std::string path, const search::Limits& limits,
                             const reports::Provenance& made_by)
    : file_(std::move(path), solutions_kind, made_by) {
  const Json ours = json_of(limits);
  if (!file_.header().empty()) check_limits(file_.header(), ours, file_.path());
  for (StoredReply& one : replies_in(file_.lines(), file_.path()))
    kept_.emplace(key_of(one.search, one.definition, one.fen), std::move(one.reply));
  const bool is_described = !file_.header().empty() && file_.is_of_this_machine();
  file_.go_on(is_described ? "" : "\"limits\":" + ours.dump());
}

const engines::Reply* SolutionStore::find(const Contestant& contestant,
                                          const epd::Record& record) const {
  const auto kept = kept_.find(key_of(contestant, record));
  return kept == kept_.end() ? nullptr : &kept->second;
}

void SolutionStore::add(const Contestant& contestant, const epd::Record& record,
                        const engines::Reply& reply) {
  {
    const std::scoped_lock lock(mutex_);
    if (!added_.insert(key_of(contestant, record)).second) return;
  }
  const Json json = {{"search", contestant.search},
                     {"definition", contestant.definition},
                     {"fen", chess::to_string(record.setup)},
                     {"position", name_of(record)},
                     {"reply", json_of(reply)}};
  file_.add(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace plylab::suites::solve
