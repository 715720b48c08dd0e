// Child processes for the tests.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace plylab::testing {

/// How a child ended and what it wrote.
struct Finished {
  int status;  ///< exit status, or 128 + signal
  std::string out;
  std::string err;
};

/// Runs a program to its end with the given text as its standard input.
Finished run_process(const std::string& program, const std::vector<std::string>& arguments,
                     const std::string& input = "",
                     const std::vector<std::pair<std::string, std::string>>& environment = {});

/// Runs the plylab program, on the CPU that PLYLAB_EMULATED_CPU names, if it does (a name of
/// qemu's).
Finished plylab(const std::vector<std::string>& arguments,
                const std::vector<std::pair<std::string, std::string>>& environment = {});

/// Where a program is: on the PATH or in /usr/games, where Debian puts engines.
std::optional<std::string> find_program(const std::string& name);

}  // namespace plylab::testing
