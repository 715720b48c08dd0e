// The options of UCI: the factors of the built-in search, and how castling is written.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "search/run/run.h"
#include "suites/uci/go.h"

namespace plylab::suites::uci {

/// The options of UCI. Their values make a job without a position.
class Settings {
 public:
  /// The job, with all its factors named, gives the defaults of the options. Switches that the
  /// search has on by itself are shown as on, and stay on with any other search that supports them
  /// until the GUI sets them. The job's limits hold for every search.
  explicit Settings(search::Job job);
  Settings(const Settings&) = delete;
  Settings& operator=(const Settings&) = delete;

  /// The lines "option name …".
  std::string declarations() const;

  /// Reads the words after "setoption": "name NAME value VALUE", the name in upper or lower case.
  /// Throws InputError, also if the search does not support the value or a table does not fit into
  /// memory; then nothing changes.
  void set(Tokens tokens);

  search::Job job() const;
  /// Whether castling is written as king takes rook in standard chess, too.
  bool chess960() const { return chess960_ != 0; }
  /// The solver for "go mate".
  const std::string& mate_solver() const { return mate_solver_; }

 private:
  struct Option {
    std::string name;
    std::string type;  // as declared, with default and range
    std::function<void(const std::string& value)> set;
  };

  void add_switch(const search::SwitchEntry& entry);
  void add_spin(std::string name, int& number, int least, int most);
  void add_check(std::string name, int& flag);
  void add_combo(std::string name, std::string& chosen, std::vector<std::string> values);

  search::Job job_;
  std::uint64_t wished_;  // bit i: the user or the GUI has set the i-th switch
  int chess960_ = 0;
  int ponder_ = 0;  // GUIs set it; it has no effect
  std::string mate_solver_ = "dfpn";
  std::vector<Option> options_;
};

}  // namespace plylab::suites::uci
