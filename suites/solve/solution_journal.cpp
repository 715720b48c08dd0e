#include "suites/solve/solution_journal.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "gen/input_error.h"
#include "suites/solve/goal.h"

namespace plylab::suites::solve {
namespace {

using Json = nlohmann::ordered_json;

constexpr reports::JournalFile::Kind solutions_kind{"plylab-solutions", 1, "solutions"};

template <class T>
Json json_of(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

template <class T>
std::optional<T> optional_in(const Json& json, const char* name) {
  const Json& value = json.at(name);
  return value.is_null() ? std::nullopt : std::optional(value.get<T>());
}

Json json_of(const play::EngineLine& line) {
  return {
      {"depth", line.depth},        {"move", line.move}, {"centipawns", json_of(line.centipawns)},
      {"mate", json_of(line.mate)}, {"pv", line.pv},     {"nodes", line.nodes},
      {"seconds", line.seconds}};
}

play::EngineLine line_in(const Json& json) {
  return {json.at("depth"),
          json.at("move"),
          optional_in<int>(json, "centipawns"),
          optional_in<int>(json, "mate"),
          json.at("pv"),
          json.at("nodes"),
          json.at("seconds")};
}

Json json_of(const play::Reply& reply) {
  Json json = {{"move", json_of(reply.move)}, {"depth", json_of(reply.depth)}};
  json["nodes"] = reply.nodes;
  json["seconds"] = reply.seconds;
  if (!reply.obstacle.empty()) json["obstacle"] = reply.obstacle;
  if (reply.fault)
    json["fault"] = {{"kind", engines::name_of(reply.fault->kind())},
                     {"what", reply.fault->what()},
                     {"output", reply.fault->output()}};
  json["lines"] = Json::array();
  for (const play::EngineLine& line : reply.lines) json["lines"].push_back(json_of(line));
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

play::Reply reply_in(const Json& json) {
  play::Reply reply{.move = optional_in<std::string>(json, "move"),
                    .depth = optional_in<int>(json, "depth"),
                    .nodes = json.at("nodes"),
                    .seconds = json.at("seconds"),
                    .obstacle = json.value("obstacle", "")};
  if (json.contains("fault")) reply.fault = fault_in(json["fault"]);
  for (const Json& line : json.at("lines")) reply.lines.push_back(line_in(line));
  return reply;
}

/// A limit for people.
std::string shown(const Json& limit) {
  return limit.is_string() ? limit.get<std::string>() : limit.dump();
}

/// What decides about a reply beside the contestant and the position.
Json json_of(const search::Limits& limits) {
  constexpr const char* none = "unlimited";
  const bool by_nodes = limits.nodes < std::numeric_limits<std::uint64_t>::max();
  return {{"depth", limits.depth},
          {"nodes", by_nodes ? Json(limits.nodes) : Json(none)},
          {"seconds", std::isfinite(limits.seconds) ? Json(limits.seconds) : Json(none)},
          {"until_mate", limits.until_mate}};
}

/// Throws InputError if a header has other limits than ours.
void check_limits(const std::string& header, const Json& ours, const std::string& path) {
  const Json theirs = Json::parse(header).value("limits", Json::object());
  for (const auto& [name, here] : ours.items()) {
    const Json there = theirs.is_object() ? theirs.value(name, Json("unknown")) : Json("unknown");
    if (there != here)
      throw InputError(
          fmt::format("'{}' holds solutions within other limits: {} is {} there and {} here", path,
                      name, shown(there), shown(here)));
  }
}

/// Contestant and position in one text.
std::string id_of(const Entrant& contestant, const epd::Record& record) {
  return fmt::format("{} | {} | {}", contestant.search, contestant.definition,
                     chess::to_string(record.setup));
}

}  // namespace

SolutionJournal::SolutionJournal(std::string path, const search::Limits& limits,
                                 const reports::Provenance& made_by)
    : file_(std::move(path), solutions_kind, made_by) {
  const Json ours = json_of(limits);
  if (!file_.header().empty()) check_limits(file_.header(), ours, file_.path());
  for (const auto& [number, line] : file_.lines()) {
    try {
      const Json json = Json::parse(line);
      kept_.emplace(json.at("id"), reply_in(json.at("reply")));
    } catch (const Json::exception&) {
      throw InputError(fmt::format("{}:{}: no line of a solution", file_.path(), number));
    }
  }
  file_.go_on(file_.header().empty() ? "\"limits\":" + ours.dump() : "");
}

const play::Reply* SolutionJournal::find(const Entrant& contestant,
                                         const epd::Record& record) const {
  const auto kept = kept_.find(id_of(contestant, record));
  return kept == kept_.end() ? nullptr : &kept->second;
}

void SolutionJournal::add(const Entrant& contestant, const epd::Record& record,
                          const play::Reply& reply) {
  const Json json = {
      {"id", id_of(contestant, record)}, {"position", name_of(record)}, {"reply", json_of(reply)}};
  file_.add(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace plylab::suites::solve
