#include "suites/play/move_session.h"

#include <fmt/format.h>

#include <algorithm>

#include "suites/play/uci_session.h"
#include "suites/play/xboard_session.h"

namespace plylab::suites::play {
namespace {

using engines::EngineFault;
using engines::FaultKind;

std::unique_ptr<MoveSession> auto_detect(const EngineSpec& spec, const std::atomic<bool>& stop) {
  constexpr engines::Seconds ample(5);  // for "uci", which engines answer before they load anything
  try {
    return std::make_unique<UciSession>(spec, std::min(ample, spec.timeout), stop);
  } catch (const EngineFault& not_uci) {
    if (not_uci.kind() == FaultKind::stopped) throw;
    try {
      return std::make_unique<XboardSession>(spec, true, stop);
    } catch (const EngineFault& not_xboard) {
      if (not_xboard.kind() == FaultKind::stopped) throw;
      if (std::string(not_uci.what()) == not_xboard.what()) throw;
      throw EngineFault(
          FaultKind::cannot_start,
          fmt::format("speaks neither UCI ({}) nor xboard ({})", not_uci.what(), not_xboard.what()),
          not_xboard.output());
    }
  }
}

}  // namespace

std::unique_ptr<MoveSession> start_session(const EngineSpec& spec, const std::atomic<bool>& stop) {
  switch (spec.protocol) {
    case Protocol::uci:
      return std::make_unique<UciSession>(spec, spec.timeout, stop);
    case Protocol::xboard:
      return std::make_unique<XboardSession>(spec, false, stop);
    default:
      return auto_detect(spec, stop);
  }
}

}  // namespace plylab::suites::play
