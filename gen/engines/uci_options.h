// The options that a UCI engine offers.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plylab::engines {

/// "option name Hash type spin default 16 min 1 max 1024".
struct UciOption {
  std::string name;
  std::string type = {};           ///< spin, check, combo, button or string
  std::optional<long> least = {};  ///< of a spin
  std::optional<long> most = {};   ///< of a spin
};

/// The options among the lines that an engine replies to "uci".
std::vector<UciOption> read_uci_options(const std::vector<std::string>& lines);

/// The line that sets an option; a button is pressed, whatever the value.
std::string setoption_line(const UciOption& option, std::string_view value);

/// Whether two names of options are the same but for capitals.
bool same_name(std::string_view a, std::string_view b);

}  // namespace plylab::engines
