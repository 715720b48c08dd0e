#include "suites/lint/fix.h"

#include "gen/base/text.h"
#include "suites/lint/moves.h"
#include "suites/lint/opcodes.h"
#include "suites/lint/text.h"

namespace plylab::suites::lint {
namespace {

/// All operands as one text in quotes, as readers take them.
std::vector<epd::Operand> quoted(const epd::Operation& operation) {
  std::string text;
  for (const epd::Operand& operand : operation.operands)
    (text += &operand == &operation.operands.front() ? "" : " ") += operand.text;
  return {{std::move(text), true}};
}

std::string_view without_trailing_blanks(std::string_view line) {
  return line.substr(0, line.find_last_not_of(" \t") + 1);
}

/// The line as a fixed record, or as it is if it is none that can be written without loss.
std::string fixed_line(std::string_view line) {
  const std::string_view kept = without_trailing_blanks(line);
  const std::string_view content = trimmed(kept);
  if (content.empty() || content.starts_with('#')) return std::string(kept);
  try {
    const epd::Record record = fixed(epd::parse_record(kept));
    std::string text = to_string(record);
    return epd::parse_record(text) == record ? text : std::string(kept);
  } catch (const InputError&) {
    return std::string(kept);
  }
}

}  // namespace

epd::Record fixed(const epd::Record& record) {
  epd::Record result = record;
  result.setup.en_passant = chess::ValidSetup(record.setup).setup().en_passant;
  for (epd::Operation& operation : result.operations) {
    if (operands_of(operation.opcode) == Operands::text && !operation.operands.empty()) {
      operation.operands = quoted(operation);
    } else if (const auto words = exact_san(record, operation)) {
      operation.operands.clear();
      for (const std::string& word : *words) operation.operands.push_back({word, false});
    }
  }
  return result;
}

std::string fixed_text(std::string_view text) {
  skip_byte_order_mark(text);
  std::string result;
  for (const std::string_view line : lines_of(text)) (result += fixed_line(line)) += '\n';
  return result;
}

std::size_t corrected_lines(std::string_view text, std::string_view fixed) {
  const auto take_with_end = [](std::string_view& rest) {
    const std::string_view all = rest;
    take_line(rest);
    return all.substr(0, all.size() - rest.size());
  };
  std::size_t corrected = 0;
  while (!text.empty())
    if (take_with_end(text) != take_with_end(fixed)) ++corrected;
  return corrected;
}

}  // namespace plylab::suites::lint
