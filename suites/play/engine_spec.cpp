#include "suites/play/engine_spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "gen/base/names.h"
#include "gen/engines/engine_command.h"

namespace plylab::suites::play {
namespace {

constexpr std::array<std::string_view, 3> protocol_names{"auto", "uci", "xboard"};

std::string_view name_of(Protocol protocol) {
  return protocol_names[static_cast<std::size_t>(protocol)];
}

/// What an engine is called before it has said its own name.
const std::string& label(const EngineSpec& engine) {
  return engine.name.empty() ? engine.command : engine.name;
}

/// Calls visit(engine, rest) for the engine that "ENGINE:" names, or with the whole text for all.
template <class Visit>
void visit_addressed(std::vector<EngineSpec>& engines, std::string_view text, Visit visit) {
  for (EngineSpec& engine : engines)
    if (text.starts_with(label(engine) + ':'))
      return visit(engine, text.substr(label(engine).size() + 1));
  for (EngineSpec& engine : engines) visit(engine, text);
}

}  // namespace

std::string definition(const EngineSpec& engine, std::string_view own_name) {
  std::string text = fmt::format("{} by '{}' in {}", own_name.empty() ? "an engine" : own_name,
                                 engine.command, name_of(engine.protocol));
  if (engine.hash) text += fmt::format(", hash {}", *engine.hash);
  for (const EngineOption& option : engine.options)
    text += fmt::format(", {}={}", option.name, option.value);
  if (engine.restart) text += ", restarted";
  return text;
}

void refuse_option(const EngineSpec& engine, const std::string& option,
                   const std::vector<std::string>& names) {
  refuse_name(fmt::format("--engine '{}'", engine.command), option, names);
}

Protocol find_protocol(std::string_view name) {
  const auto place = std::find(protocol_names.begin(), protocol_names.end(), name);
  if (place == protocol_names.end())
    refuse_name("--protocol", name, {protocol_names.begin(), protocol_names.end()});
  return static_cast<Protocol>(place - protocol_names.begin());
}

EngineSpec parse_engine(std::string_view text) {
  EngineSpec engine;
  const std::size_t sign = text.find('=');
  const std::string_view before = text.substr(0, sign);
  const bool named = sign != text.npos && sign > 0 && !before.starts_with('-') &&
                     before.find_first_of("\t/\"") == before.npos &&
                     before.find(" -") == before.npos;
  if (named) engine.name = text.substr(0, sign);
  engine.command = named ? text.substr(sign + 1) : text;
  if (engines::command_words(engine.command).empty())
    throw InputError(fmt::format("--engine '{}': no program named", text));
  return engine;
}

void give_option(std::vector<EngineSpec>& engines, std::string_view text) {
  if (engines.empty()) throw InputError("--option: there is no --engine to give it to");
  visit_addressed(engines, text, [&](EngineSpec& engine, std::string_view rest) {
    const std::size_t sign = rest.find('=');
    EngineOption option{std::string(rest.substr(0, sign))};
    if (sign != rest.npos) option.value = rest.substr(sign + 1);
    if (option.name.empty()) throw InputError(fmt::format("--option '{}': no name", text));
    engine.options.push_back(std::move(option));
  });
}

void give_protocol(std::vector<EngineSpec>& engines, std::string_view text) {
  visit_addressed(engines, text, [&](EngineSpec& engine, std::string_view rest) {
    engine.protocol = find_protocol(rest);
  });
}

}  // namespace plylab::suites::play
