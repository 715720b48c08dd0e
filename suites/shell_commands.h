// What a shell and man(1) are told about the program.
#pragma once

#include <string>

#include "reports/command_line/command_line.h"

namespace plylab::suites {

/// Adds the commands completion and man, which print what is made of the command line itself.
/// `command_line` must outlive its run; `version` is "plylab 1.0".
void add_shell_commands(reports::Command program, const reports::CommandLine& command_line,
                        const std::string& version);

}  // namespace plylab::suites
