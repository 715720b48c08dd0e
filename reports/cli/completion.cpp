#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>
#include <utility>

#include "reports/cli/command_records.h"
#include "reports/text/shell_quoted.h"

namespace plylab::cli {
namespace {

/// A command with the words that call it, without the program's name: " bench perft".
struct Called {
  std::string path;
  const CommandRecord* command;
};

std::vector<Called> all_commands(const CommandRecord& program) {
  std::vector<Called> all;
  const std::function<void(const CommandRecord&, const std::string&)> add =
      [&](const CommandRecord& command, const std::string& path) {
        all.push_back({path, &command});
        for (const CommandRecord& below : command.commands) add(below, path + ' ' + below.name);
      };
  add(program, "");
  return all;
}

bool takes_file(const OptionRecord& option) {
  const std::string& text =
      option.is_argument() ? option.names.front() + option.value : option.value;
  return text.find("FILE") != std::string::npos;
}

std::string words(const std::vector<std::string>& list) {
  return fmt::format("{}", fmt::join(list, " "));
}

}  // namespace

std::string completion_script(const CommandRecord& program) {
  std::string paths, values, commands;
  for (const auto& [path, command] : all_commands(program)) {
    if (!path.empty()) paths += (paths.empty() ? "" : " | ") + reports::shell_quoted(path);
    std::vector<std::string> offered;
    std::string files;
    for (const CommandRecord& below : command->commands) offered.push_back(below.name);
    for (const OptionRecord& option : command->options) {
      if (option.is_argument()) {
        if (takes_file(option)) files = "yes";
        offered.insert(offered.end(), option.choices.begin(), option.choices.end());
        continue;
      }
      offered.insert(offered.end(), option.names.begin(), option.names.end());
      if (option.value.empty()) continue;
      for (const std::string& name : option.names)
        values += fmt::format(
            "    {}) choices={} files={} ;;\n", reports::shell_quoted(path + ' ' + name),
            reports::shell_quoted(words(option.choices)), takes_file(option) ? "yes" : "");
    }
    offered.insert(offered.end(), {"-h", "--help"});
    commands += fmt::format("    {}) choices={} files={} ;;\n", reports::shell_quoted(path),
                            reports::shell_quoted(words(offered)), files);
  }
  return fmt::format(R"(# Completion of {0} for bash.
_{1}() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}}
  local path='' choices='' files='' i
  if [[ $current == = ]]; then current=''; fi
  if [[ $before == = ]]; then before=${{COMP_WORDS[COMP_CWORD - 2]}}; fi
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case "$path ${{COMP_WORDS[i]}}" in
      {2}) path+=" ${{COMP_WORDS[i]}}" ;;
    esac
  done
  COMPREPLY=()
  case "$path $before" in
{3}    *)
  case "$path" in
{4}  esac ;;
  esac
  # The last one of a list is what is being written.
  local list=''
  if [[ $current == *,* ]]; then list=${{current%,*}},; fi
  COMPREPLY=($(compgen -P "$list" -W "$choices" -- "${{current##*,}}"))
  if [[ -n $files ]]; then COMPREPLY+=($(compgen -f -- "$current")); fi
}}
complete -o bashdefault -o default -F _{1} {0}
)",
                     program.name, program.name, paths, values, commands);
}

}  // namespace plylab::cli
