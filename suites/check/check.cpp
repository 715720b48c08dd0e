#include "suites/check/check.h"

#include <fmt/format.h>

#include <algorithm>

#include "gen/base/names.h"

namespace plylab::suites::check {

std::vector<CheckRule> all_checks(engines::Protocol protocol) {
  if (protocol == engines::Protocol::xboard) return xboard_checks();
  std::vector<CheckRule> all;
  for (const auto checks : {protocol_checks, line_checks, determinism_checks, evaluation_checks,
                            draw_checks, speed_checks})
    for (const CheckRule& one : checks()) all.push_back(one);
  return all;
}

std::vector<CheckRule> chosen_checks(engines::Protocol protocol,
                                     const std::vector<std::string>& only,
                                     const std::vector<std::string>& skip) {
  std::vector<CheckRule> checks = all_checks(protocol);
  std::vector<std::string> known;
  for (const std::string_view part : parts)
    if (std::ranges::find(checks, part, &CheckRule::part) != checks.end()) known.emplace_back(part);
  for (const CheckRule& one : checks) known.emplace_back(one.name);
  for (const std::string& name : only) find_entry(known, name, "--only");
  for (const std::string& name : skip) find_entry(known, name, "--skip");
  const auto has = [](const std::vector<std::string>& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
  };
  std::erase_if(checks, [&](const CheckRule& one) {
    const bool wanted =
        has(only, one.name) || (!one.by_name_only && (only.empty() || has(only, one.part)));
    return !wanted || has(skip, one.name) || has(skip, one.part);
  });
  return checks;
}

namespace {

/// Runs one check. Returns false if the user stopped plylab.
bool run_check(const CheckRule& check, Examination& exam, Verdict& verdict) {
  using reports::CheckResult;
  const std::string_view text = exam.client.speaks_xboard() ? xboard_text : uci_text;
  exam.remark.clear();
  exam.client.forget();
  const auto fail = [&](const std::string& came, const std::string& sent) {
    verdict.result = CheckResult::failed;
    verdict.came = came;
    verdict.sent = sent.empty() ? exam.client.sent() : sent;
    exam.client.end();
  };
  bool has_started = false;
  try {
    exam.client.start();
    has_started = true;
    check.run(exam);
    verdict.came = exam.remark;
    if (exam.client.has_other_options()) exam.client.end();  // the next check has the usual ones
  } catch (const Broken& broken) {
    fail(broken.what(), broken.sent);
    if (!broken.rule.empty()) {
      verdict.check.rule = broken.rule;
      verdict.check.source = text;
    }
  } catch (const NotApplicable& reason) {
    verdict.result = CheckResult::skipped;
    verdict.came = reason.what();
  } catch (const engines::EngineFault& fault) {
    if (fault.kind() == engines::FaultKind::stopped) return false;
    fail(fault.what(), "");
    verdict.check.rule = "the engine runs and answers until quit or the end of its input";
    verdict.check.source = text;
  }
  if (!has_started && verdict.result == CheckResult::failed) {
    verdict.check.rule = "the engine starts and answers the greeting of its protocol";
    verdict.check.source = text;
    exam.does_not_start = true;
  }
  return true;
}

}  // namespace

bool run_checks(const std::vector<CheckRule>& checks, Examination& exam,
                const std::function<void(const Verdict&)>& done) {
  for (const CheckRule& check : checks) {
    Verdict verdict{check};
    const auto start = std::chrono::steady_clock::now();
    if (exam.does_not_start) {
      verdict.result = reports::CheckResult::skipped;
      verdict.came = "the engine does not start";
    } else if (!run_check(check, exam, verdict)) {
      return false;
    }
    verdict.seconds = Seconds(std::chrono::steady_clock::now() - start).count();
    done(verdict);
  }
  return true;
}

}  // namespace plylab::suites::check
