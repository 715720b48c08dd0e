#include "suites/lint/opcodes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/base/text.h"
#include "search/mate/stipulation.h"

namespace plylab::suites::lint {
namespace {

using enum Operands;

constexpr std::pair<std::string_view, Operands> opcodes[] = {{"acd", whole},
                                                             {"acn", whole},
                                                             {"acs", whole},
                                                             {"am", moves},
                                                             {"bm", moves},
                                                             {"ce", number},
                                                             {"dm", whole},
                                                             {"draw_accept", none},
                                                             {"draw_claim", none},
                                                             {"draw_offer", none},
                                                             {"draw_reject", none},
                                                             {"eco", text},
                                                             {"fmvn", whole},
                                                             {"hmvc", whole},
                                                             {"id", text},
                                                             {"nic", text},
                                                             {"noop", any},
                                                             {"pm", move},
                                                             {"pv", line},
                                                             {"rc", whole},
                                                             {"resign", none},
                                                             {"sm", move},
                                                             {"stipulation", demand},
                                                             {"tcgs", whole},
                                                             {"tcri", any},
                                                             {"tcsi", any}};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// c0 … c9 and v0 … v9.
bool is_numbered_text(std::string_view opcode) {
  return opcode.size() == 2 && (opcode[0] == 'c' || opcode[0] == 'v') && is_digit(opcode[1]);
}

bool is_number(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return parse_number<std::uint64_t>(text).has_value();
}

/// What parse_stipulation() says of the text; empty if nothing.
std::string stipulation_problem(std::string_view text) {
  try {
    search::mate::parse_stipulation(text);
    return "";
  } catch (const InputError& error) {
    return error.what();
  }
}

/// What is wrong with the operands; empty if nothing.
std::string problem_of(const epd::Operation& operation, Operands wanted) {
  const std::size_t size = operation.operands.size();
  const auto only = [&](bool right, const char* what) {
    if (size != 1) return fmt::format("{} has {} values, not one", operation.opcode, size);
    if (right) return std::string();
    return fmt::format("{}: '{}' is no {}", operation.opcode, operation.operands[0].text, what);
  };
  switch (wanted) {
    case moves:
    case line:
      return size > 0 ? "" : operation.opcode + " names no move";
    case move: {
      const auto words = epd::move_words(operation).size();
      return words == 1 ? "" : fmt::format("{} has {} moves, not one", operation.opcode, words);
    }
    case whole: {
      const auto value =
          size == 1 ? parse_number<std::uint64_t>(operation.operands[0].text) : std::nullopt;
      const bool positive = operation.opcode != "dm" || value != std::uint64_t{0};
      return only(value && positive, "whole number of use here");
    }
    case number:
      return only(size == 1 && is_number(operation.operands[0].text), "whole number");
    case text:
      return size > 0 ? "" : operation.opcode + " has no text";
    case demand:
      return size == 1 ? stipulation_problem(operation.operands[0].text) : only(false, "");
    case none:
      return size == 0 ? "" : operation.opcode + " takes no value";
    case any:
      return "";
  }
  return "";
}

std::string in_small_letters(std::string_view text) {
  std::string small;
  for (char c : text) small += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return small;
}

}  // namespace

std::optional<Operands> operands_of(std::string_view opcode) {
  if (is_numbered_text(opcode)) return text;
  if (epd::perft_depth(opcode)) return whole;
  for (const auto& [name, operands] : opcodes)
    if (name == opcode) return operands;
  return {};
}

void check_operations(const epd::Record& record, Findings& findings) {
  std::set<std::string_view> seen;
  for (const epd::Operation& operation : record.operations) {
    if (!seen.insert(operation.opcode).second)
      findings.push_back({Level::warning, record.line, "repeated_opcode",
                          operation.opcode + " is given more than once"});
    const auto wanted = operands_of(operation.opcode);
    if (!wanted) {
      if (const auto small = in_small_letters(operation.opcode);
          small != operation.opcode && operands_of(small))
        findings.push_back({Level::warning, record.line, "opcode_case",
                            fmt::format("{} is not known, {} is", operation.opcode, small)});
      continue;
    }
    if (auto problem = problem_of(operation, *wanted); !problem.empty())
      findings.push_back({Level::error, record.line, "operand", std::move(problem)});
    else if (*wanted == text && !(operation.operands.size() == 1 && operation.operands[0].quoted))
      findings.push_back({Level::warning, record.line, "quotes",
                          operation.opcode + " wants one text in quotes", true});
  }
}

}  // namespace plylab::suites::lint
