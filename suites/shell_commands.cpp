#include "suites/shell_commands.h"

#include <memory>

#include "reports/command_line/usage.h"
#include "reports/formats/output.h"

namespace plylab::suites {

void add_shell_commands(reports::Command program, const reports::CommandLine& command_line,
                        const std::string& version) {
  const auto shell = std::make_shared<std::string>();
  const std::string name = command_line.name();
  const reports::Command completion = program.add_subcommand(
      "completion", "Print a script by which a shell completes commands, options and values");
  completion.example(name + " completion bash > ~/.local/share/bash-completion/completions/" +
                     name);
  completion.example(name + " completion fish > ~/.config/fish/completions/" + name + ".fish");
  completion.add_option("shell", *shell, "The shell")
      .one_of(reports::completing_shells())
      .required();
  completion.callback([shell, &command_line] {
    reports::write_text(reports::completion_script(command_line.usage(), *shell), "");
  });

  const reports::Command man =
      program.add_subcommand("man", "Print the manual page, made of all commands' help");
  man.example(name + " man | man -l -");
  man.callback([version, &command_line] {
    reports::write_text(reports::manual_page(command_line.usage(), version), "");
  });
}

}  // namespace plylab::suites
