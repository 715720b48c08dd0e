#include "suites/play/talk.h"

#include <fmt/format.h>

#include <algorithm>

#include "suites/play/uci.h"
#include "suites/play/xboard.h"

namespace plylab::suites::play {
namespace {

using engines::Failure;
using engines::SubjectError;

std::unique_ptr<Talk> find_out(const EngineSpec& spec, const std::atomic<bool>& stop) {
  constexpr engines::Seconds ample(5);  // for "uci", which engines answer before they load anything
  try {
    return std::make_unique<Uci>(spec, std::min(ample, spec.patience), stop);
  } catch (const SubjectError& not_uci) {
    if (not_uci.failure() == Failure::stopped) throw;
    try {
      return std::make_unique<Xboard>(spec, true, stop);
    } catch (const SubjectError& not_xboard) {
      if (not_xboard.failure() == Failure::stopped) throw;
      if (std::string(not_uci.what()) == not_xboard.what()) throw;
      throw SubjectError(
          Failure::cannot_start,
          fmt::format("speaks neither UCI ({}) nor xboard ({})", not_uci.what(), not_xboard.what()),
          not_xboard.output());
    }
  }
}

}  // namespace

std::unique_ptr<Talk> start_talk(const EngineSpec& spec, const std::atomic<bool>& stop) {
  switch (spec.language) {
    case Language::uci:
      return std::make_unique<Uci>(spec, spec.patience, stop);
    case Language::xboard:
      return std::make_unique<Xboard>(spec, false, stop);
    default:
      return find_out(spec, stop);
  }
}

}  // namespace plylab::suites::play
