// What the GUI may set: the factors of the built-in search, and how castling is written.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "search/run/run.h"
#include "suites/uci/tokens.h"

namespace plylab::suites::uci {

/// The options of UCI. What they are set to is a job without a position.
class Settings {
 public:
  /// The job, with all its factors named, says what the options are by default: switches that the
  /// search has on by itself are shown as on, and stay so with any other search that has a form
  /// with them until the GUI says otherwise. The job's limits hold for every search.
  explicit Settings(search::Job job);
  Settings(const Settings&) = delete;
  Settings& operator=(const Settings&) = delete;

  /// The lines "option name …".
  std::string declarations() const;

  /// Reads what follows the word "setoption": "name NAME value VALUE", the name in upper or lower
  /// case. Throws InputError, also for what the search cannot do and for a table that does not fit
  /// into the memory; then all is as it was.
  void set(Tokens tokens);

  search::Job job() const;
  /// Whether castling is told as the king taking its own rook, in standard chess too.
  bool chess960() const { return chess960_ != 0; }
  /// The name of the solver that looks for mates.
  const std::string& mate_solver() const { return mate_solver_; }

 private:
  struct Option {
    std::string name;
    std::string type;  // as it is declared, with default and range
    std::function<void(const std::string& value)> set;
  };

  void add_switch(const search::SwitchEntry& entry);
  void add_spin(std::string name, int& number, int least, int most);
  void add_check(std::string name, int& flag);
  void add_combo(std::string name, std::string& chosen, std::vector<std::string> values);

  search::Job job_;
  std::uint64_t wished_;  // bit i: the i-th switch is as it is because somebody wanted it
  int chess960_ = 0;
  int ponder_ = 0;  // the GUI may say whether it will; nothing depends on it
  int threads_ = 1;
  std::string mate_solver_ = "dfpn";
  std::vector<Option> options_;
};

}  // namespace plylab::suites::uci
