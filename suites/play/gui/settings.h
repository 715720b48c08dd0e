// The options that GUIs set: the factors of the built-in search.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "search/run/run.h"

namespace plylab::suites::play::gui {

/// The option for the size of the table, by the name that GUIs know.
inline constexpr const char* table_option = "Hash";

/// An option, as a protocol declares it.
struct Option {
  enum class Type : std::uint8_t { check, spin, combo };

  std::string name;
  Type type;
  std::string usual;                     ///< the default; for a check "true" or "false"
  int min = 0, max = 1;                  ///< for a spin
  std::vector<std::string> values = {};  ///< for a combo
  /// Sets the option. Throws InputError for an invalid value.
  std::function<void(const std::string& value)> set = {};
};

/// The options. Their values make a job without a position.
class Settings {
 public:
  /// The job gives the defaults of the options. The user has set its named switches, and its
  /// evaluation and ordering unless they are default_choice: then they are the search's own. If the
  /// GUI chooses another search, it has its own evaluation, ordering and switches, as on the
  /// command line, except those that the user or the GUI has set, to whatever value. The job's
  /// limits apply to every search.
  Settings(search::Job job, bool keeps_table);
  Settings(const Settings&) = delete;
  Settings& operator=(const Settings&) = delete;

  /// Adds an option of the protocol, stored in a variable that must outlive this object.
  void add_check(std::string name, int& flag);
  void add_combo(std::string name, std::string& chosen, std::vector<std::string> values);

  const std::vector<Option>& options() const { return options_; }
  /// The option of that name, ignoring case; null if there is none.
  const Option* find(std::string_view name) const;

  /// Sets an option. Throws InputError and changes nothing if there is no such option, if the value
  /// is invalid or the search does not support it, if a table does not fit into memory, or if there
  /// are no endgame tables or no opening book for a switch.
  void set(std::string_view name, const std::string& value);

  /// Throws InputError as players::give_known_values() does.
  search::Job job() const;
  /// Whether searches of a game share a table.
  bool keeps_table() const { return keeps_table_ != 0; }

 private:
  void add_switch(search::Switch one);
  /// Calls `wish` when the option added last is set.
  void then(std::function<void()> wish);
  void add_spin(std::string name, int& number, int min, int max);

  search::Job job_;
  search::BySwitch<bool> wished_;  // those that the user or the GUI has set
  bool wishes_evaluation_, wishes_ordering_;
  int keeps_table_;
  std::vector<Option> options_;
};

}  // namespace plylab::suites::play::gui
