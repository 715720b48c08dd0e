#include "suites/solve/solution_store.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/base/text.h"
#include "gen/chess/board/notation.h"
#include "gen/chess/mailbox/mailbox.h"
#include "reports/formats/stored_json.h"
#include "reports/tables/columns.h"
#include "suites/solve/goal.h"

namespace plylab::suites::solve {
namespace {

using reports::Json;

constexpr reports::JournalKind solutions_kind{"plylab-solutions", 1, "solutions"};

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

/// The member, which must be a count.
std::uint64_t count_in(const Json& json, const char* name) {
  const Json& count = json.at(name);
  if (!count.is_number_unsigned()) throw Json::other_error::create(0, "no count", nullptr);
  return count;
}

/// The member, which must be a time.
double seconds_in(const Json& json) {
  const double seconds = json.at("seconds");
  if (!(seconds >= 0)) throw Json::other_error::create(0, "no time", nullptr);
  return seconds;
}

engines::EngineLine line_in(const Json& json) {
  return {json.at("depth"),
          json.at("move"),
          optional_in<int>(json, "centipawns"),
          optional_in<int>(json, "mate"),
          json.at("pv"),
          count_in(json, "nodes"),
          seconds_in(json)};
}

Json json_of(const engines::Reply& reply) {
  Json json = {{"move", json_of(reply.move)}, {"depth", json_of(reply.depth)}};
  json["nodes"] = reply.nodes;
  json["seconds"] = reply.seconds;
  if (!reply.obstacle.empty()) json["obstacle"] = reply.obstacle;
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

/// The member, which must be the depth of an iteration, if there is one.
std::optional<int> depth_in(const Json& json) {
  const auto depth = optional_in<int>(json, "depth");
  if (depth && *depth < 0) throw Json::other_error::create(0, "no depth", nullptr);
  return depth;
}

engines::Reply reply_in(const Json& json) {
  engines::Reply reply{.move = optional_in<std::string>(json, "move"),
                       .depth = depth_in(json),
                       .nodes = count_in(json, "nodes"),
                       .seconds = seconds_in(json),
                       .obstacle = json.value("obstacle", "")};
  if (json.contains("fault")) reply.fault = fault_in(json["fault"]);
  for (const Json& line : json.at("lines")) reply.lines.push_back(line_in(line));
  return reply;
}

/// A limit for people. Without --depth it is the greatest one.
std::string shown(const std::string& name, const Json& limit) {
  if (name == "depth" && limit == search::Limits{}.depth) return "unlimited";
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
  const Json theirs = reports::parse_json(header).value("limits", Json::object());
  for (const auto& [name, here] : ours.items()) {
    const Json there = theirs.is_object() ? theirs.value(name, Json("unknown")) : Json("unknown");
    if (there != here)
      throw InputError(
          fmt::format("'{}' holds solutions within other limits: {} is {} there and {} here", path,
                      name, shown(name, there), shown(name, here)));
  }
}

/// Contestant and position in one text.
std::string id_of(const Contestant& contestant, const epd::Record& record) {
  return fmt::format("{} | {} | {}", contestant.search, contestant.definition,
                     chess::to_string(record.setup));
}

/// A line of the file.
struct StoredReply {
  std::string id, position;
  engines::Reply reply;
};

/// The replies in the lines of a journal, each id once. Throws InputError, which `where` begins,
/// for a line that is not a reply, and for two that differ.
std::vector<StoredReply> replies_in(const std::vector<reports::JournalContent::Line>& lines,
                                    const std::string& where) {
  std::vector<StoredReply> replies;
  std::map<std::string, Json> seen;
  for (const auto& [number, line] : lines) {
    try {
      const Json json = reports::parse_json(line);
      const Json& reply = json.at("reply");
      const auto [earlier, is_new] = seen.emplace(json.at("id"), reply);
      if (!is_new && earlier->second != reply)
        throw InputError(fmt::format("{}:{}: a solution that is there already, with another result",
                                     where, number));
      if (is_new) replies.push_back({earlier->first, json.at("position"), reply_in(reply)});
    } catch (const Json::exception& error) {
      throw InputError(fmt::format("{}:{}: no line of a solution: {}", where, number,
                                   reports::what_is_wrong(error)));
    }
  }
  return replies;
}

/// Throws InputError if a move of the reply is not legal in the position.
void check_moves(const engines::Reply& reply, const epd::Record& record, const std::string& path) {
  const chess::Mailbox board{chess::ValidSetup(record.setup)};
  const auto check = [&](const std::string& move) {
    if (!chess::move_from_text(board, move))
      throw InputError(fmt::format("'{}': the solution of {} has the move '{}', which is not legal",
                                   path, name_of(record), move));
  };
  if (reply.move) check(*reply.move);
  for (const engines::EngineLine& line : reply.lines) check(line.move);
}

}  // namespace

SolutionStore::SolutionStore(std::string path, const search::Limits& limits,
                             const reports::Provenance& made_by)
    : file_(std::move(path), solutions_kind, made_by) {
  const Json ours = json_of(limits);
  if (!file_.header().empty()) check_limits(file_.header(), ours, file_.path());
  for (StoredReply& one : replies_in(file_.lines(), file_.path()))
    kept_.emplace(std::move(one.id), std::move(one.reply));
  const bool is_described = !file_.header().empty() && file_.is_of_this_machine();
  file_.go_on(is_described ? "" : "\"limits\":" + ours.dump());
}

const engines::Reply* SolutionStore::find(const Contestant& contestant,
                                          const epd::Record& record) const {
  const auto kept = kept_.find(id_of(contestant, record));
  return kept == kept_.end() ? nullptr : &kept->second;
}

void SolutionStore::check(const Contestant& contestant, const epd::Record& record) const {
  if (const engines::Reply* reply = find(contestant, record))
    check_moves(*reply, record, file_.path());
}

void SolutionStore::add(const Contestant& contestant, const epd::Record& record,
                        const engines::Reply& reply) {
  const std::string id = id_of(contestant, record);
  {
    const std::scoped_lock lock(mutex_);
    if (!added_.insert(id).second) return;
  }
  const Json json = {{"id", id}, {"position", name_of(record)}, {"reply", json_of(reply)}};
  file_.add(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

bool holds_solutions(std::string_view text) { return reports::holds_journal(text, solutions_kind); }

reports::Report report_of_solutions(std::string_view text, const std::string& where) {
  using reports::Cell;
  const auto content = reports::read_journal(text, solutions_kind, where);
  /// What there is to say of a reply.
  struct Row {
    StoredReply stored;
    std::string contestant, definition, fen;  // of the id
    engines::EngineLine end;                  // the last line
  };
  std::vector<Row> rows;
  for (StoredReply& one : replies_in(content.lines, where)) {
    const std::string id = one.id;
    const std::size_t first = id.find(" | "), last = id.rfind(" | ");
    if (first == id.npos || first == last)
      throw InputError(fmt::format("{}: no line of a solution: the id '{}'", where, id));
    const engines::EngineLine end =
        one.reply.lines.empty() ? engines::EngineLine{} : one.reply.lines.back();
    rows.push_back({std::move(one), id.substr(0, first), id.substr(first + 3, last - first - 3),
                    id.substr(last + 3), end});
  }
  reports::Report report;
  report.tables.push_back(reports::table_of<Row>(
      "replies", "What was found",
      {{reports::columns::record, [](const Row& row) { return row.stored.position; }},
       {reports::columns::search_or_engine, [](const Row& row) { return row.contestant; }},
       {{"fen", "", "the position", 0}, [](const Row& row) { return row.fen; }},
       {{"definition", "", "what the search or engine is", 0},
        [](const Row& row) { return row.definition; }},
       {{"move", "", "that was played at the end", 0},
        [](const Row& row) { return row.stored.reply.move; }},
       {{"depth", "", "the last completed iteration", 0},
        [](const Row& row) { return row.stored.reply.depth; }},
       {reports::columns::value, [](const Row& row) { return row.end.centipawns; }},
       {{"mate", "moves", "announced; below 0 the side to move is mated", 0},
        [](const Row& row) { return row.end.mate; }},
       {{"visited", "", "nodes in all, quiescence included", 0},
        [](const Row& row) { return row.stored.reply.nodes; }},
       {reports::columns::time, [](const Row& row) { return row.stored.reply.seconds; }}},
      rows));
  auto& notes = report.tables.front().notes;
  notes.emplace_back("solve with the same --runs says how they are judged");
  if (std::string note = reports::note_on_machines(content.cpus()); !note.empty())
    notes.push_back(std::move(note));
  if (!content.made_by.empty()) report.provenance = content.made_by.back();
  report.complete = content.whole == text.size();  // else the last line is torn
  return report;
}

}  // namespace plylab::suites::solve
