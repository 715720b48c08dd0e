// The values and tables of a TOML file, which tell where they stand in it.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "search/lab/ascii_toml.h"

// An assertion of toml++ 3.3 does not hold of "[/x]", which it then refuses as it should:
// parse_key().
#define TOML_ASSERT(expression) static_assert(true)
#pragma push_macro("NDEBUG")  // by which it would tell clang to rely on it
#undef NDEBUG
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")

namespace plylab::search::lab {

/// The text of a file, which `path` names, as to_ascii() makes it. Throws InputError,
/// "file:line: what".
inline toml::table parse_toml(std::string_view text, const std::string& path) {
  const std::string ascii = to_ascii(text, path);
  try {
    return toml::parse(ascii, path);
  } catch (const toml::parse_error& error) {
    const auto [line, column] = error.source().begin;
    throw InputError(fmt::format("{}:{}: {}", path, line,
                                 is_foreign_letter(ascii, line, column)
                                     ? "a letter that is not ASCII, outside of quotes"
                                     : from_ascii(error.description())));
  }
}

/// A value in a file, which has become ASCII, with what a message about it needs.
struct Field {
  const toml::node& node;
  std::string key;   ///< from the top: "positions.suite"; empty for the file as a whole
  std::string path;  ///< of the file

  std::string where() const {
    return fmt::format("{}:{}{}{}", path, node.source().begin.line, key.empty() ? "" : ": ", key);
  }
  [[noreturn]] void fail(std::string_view what) const {
    throw InputError(fmt::format("{}: {}", where(), what));
  }

  template <class T>
  T as(std::string_view kind) const {
    const auto value = node.value_exact<T>();
    if (!value) fail(fmt::format("must be {}", kind));
    return *value;
  }
  std::string text(std::string_view kind = "a text") const {
    return from_ascii(as<std::string>(kind));
  }

  /// A number above 0, with or without a fraction.
  double positive() const {
    const auto value = node.value<double>();
    if (!node.is_number() || !(*value > 0) || !std::isfinite(*value))
      fail("must be a number above 0");
    return *value;
  }
  std::uint64_t count() const {
    const auto value = as<std::int64_t>("a whole number");
    if (value <= 0) fail("must be above 0");
    return static_cast<std::uint64_t>(value);
  }

  /// One text or whole number, or an array of them.
  std::vector<std::string> list() const {
    std::vector<std::string> texts;
    const auto add = [&](const toml::node& item) {
      if (const auto number = item.value_exact<std::int64_t>())
        texts.push_back(fmt::format("{}", *number));
      else
        texts.push_back(Field{item, key, path}.text("texts or whole numbers"));
    };
    if (const toml::array* items = node.as_array())
      for (const toml::node& item : *items) add(item);
    else
      add(node);
    if (texts.empty()) fail("must not be empty");
    return texts;
  }
};

/// A table of a file, all of whose keys must be known.
class Section {
 public:
  Section(const toml::table& table, std::string prefix, std::string path,
          const std::vector<std::string_view>& known)
      : table_(table), prefix_(std::move(prefix)), path_(std::move(path)) {
    for (const auto& [key, node] : table)
      find_entry(known, from_ascii(key.str()), Field{node, whole().key, path_}.where());
  }

  /// Calls use(field) if the key is there; says whether it is.
  bool with(std::string_view key, auto&& use) const {
    const toml::node* node = table_.get(key);
    if (node) use(Field{*node, prefix_ + std::string(key), path_});
    return node != nullptr;
  }

  bool has(std::string_view key) const { return table_.contains(key); }

  /// The same as with() for a table within this one.
  void section(std::string_view key, const std::vector<std::string_view>& known, auto&& use) const {
    with(key, [&](const Field& field) {
      const toml::table* table = field.node.as_table();
      if (!table) field.fail("must be a table");
      use(Section(*table, field.key + '.', path_, known));
    });
  }

  /// The section itself, for messages.
  Field whole() const {
    return {table_, prefix_.substr(0, prefix_.empty() ? 0 : prefix_.size() - 1), path_};
  }

 private:
  const toml::table& table_;
  std::string prefix_;
  std::string path_;
};

}  // namespace plylab::search::lab
