// What an xboard engine says that it can do: "feature ping=1 setboard=1 myname="Crafty 23.4"".
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plylab::engines {

/// One feature with its value, without quotes.
using Feature = std::pair<std::string, std::string>;

/// The features that a line tells; none if it is about something else.
std::vector<Feature> read_features(std::string_view line);

/// All that an engine has told. What it does not tell is as the protocol says.
class Features {
 public:
  void take(const Feature& feature);

  bool ping() const { return on("ping", false); }
  bool setboard() const { return on("setboard", false); }
  bool usermove() const { return on("usermove", false); }
  bool san() const { return on("san", false); }
  bool time() const { return on("time", true); }
  bool memory() const { return on("memory", false); }
  bool smp() const { return on("smp", false); }
  bool reuse() const { return on("reuse", true); }

  bool plays(std::string_view variant) const;
  /// The names of its own options.
  const std::vector<std::string>& options() const { return options_; }
  bool empty() const { return told_.empty(); }
  /// Whether it has told this one, be it on or off.
  bool tells(std::string_view name) const { return !value(name).empty(); }

 private:
  std::string value(std::string_view name) const;
  bool on(std::string_view name, bool otherwise) const;

  std::vector<Feature> told_;
  std::vector<std::string> options_;
};

}  // namespace plylab::engines
