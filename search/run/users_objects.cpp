#include "search/run/users_objects.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "gen/base/input_error.h"
#include "search/run/searches.h"

namespace plylab::search {
namespace {

/// The fingerprints of all objects.
std::map<std::pair<ObjectRole, std::string>, std::string>& objects() {
  static std::map<std::pair<ObjectRole, std::string>, std::string> all;
  return all;
}

/// Calls visit(name, fingerprint) for the objects that the job calls.
void for_each_object(const Job& job, auto&& visit) {
  for (const auto& [role, name] : {std::pair(ObjectRole::search, job.algorithm),
                                   std::pair(ObjectRole::evaluation, job.evaluation),
                                   std::pair(ObjectRole::ordering, job.ordering)})
    if (const auto known = objects().find({role, name}); known != objects().end())
      visit(name, known->second);
}

}  // namespace

void note_object(ObjectRole role, std::string_view name, std::string_view fingerprint) {
  objects()[{role, std::string(name)}] = fingerprint;
}

std::string objects_of(const Job& job) {
  std::string text;
  for_each_object(job, [&](const std::string& name, const std::string& fingerprint) {
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, fingerprint);
  });
  return text;
}

void require_at_once(const Job& job, int at_once) {
  require_memory(job.algorithm, job.switches, at_once);
  const int threads = at_once * effective_switches(job.algorithm, job.switches)["threads"];
  if (threads <= 1) return;
  for_each_object(job, [&](const std::string& name, const std::string&) {
    throw InputError(fmt::format(
        "{}: it is one object, which {} threads would call at the same time: use one job and one "
        "thread",
        name, threads));
  });
}

}  // namespace plylab::search
