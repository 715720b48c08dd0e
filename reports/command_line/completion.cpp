#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>
#include <utility>

#include "gen/base/names.h"
#include "reports/command_line/command_records.h"
#include "reports/text/shell_quoted.h"

namespace plylab::reports {
namespace {

/// A command with the words that call it, the program's name left out: " bench perft".
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

/// The help's first line.
std::string short_help(const std::string& help) { return help.substr(0, help.find('\n')); }

bool takes_file(const OptionRecord& option) {
  const std::string& text =
      option.is_argument() ? option.names.front() + option.value : option.value;
  return text.find("FILE") != std::string::npos;
}

std::string words(const std::vector<std::string>& list) {
  return fmt::format("{}", fmt::join(list, " "));
}

// ---- bash ----

std::string bash_script(const CommandRecord& program) {
  std::string paths, values, commands;
  for (const auto& [path, command] : all_commands(program)) {
    if (!path.empty()) paths += (paths.empty() ? "" : " | ") + shell_quoted(path);
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
        values += fmt::format("    {}) choices={} files={} ;;\n", shell_quoted(path + ' ' + name),
                              shell_quoted(words(option.choices)), takes_file(option) ? "yes" : "");
    }
    offered.insert(offered.end(), {"-h", "--help"});
    commands += fmt::format("    {}) choices={} files={} ;;\n", shell_quoted(path),
                            shell_quoted(words(offered)), files);
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

// ---- zsh ----

/// Text within the brackets or between the colons of an argument of _arguments.
std::string zsh_text(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

/// What may stand there: ":NAME:_files".
std::string zsh_value(const OptionRecord& option) {
  std::string action;
  if (!option.choices.empty())
    action = takes_file(option) ? fmt::format("{{compadd -- {}; _files}}", words(option.choices))
                                : fmt::format("_sequence compadd - {}", words(option.choices));
  else if (takes_file(option))
    action = "_files";
  return fmt::format(":{}:{}", zsh_text(option.value), action);
}

std::string zsh_script(const CommandRecord& program) {
  std::string out =
      fmt::format("#compdef {}\n# Completion of {} for zsh.\n", program.name, program.name);
  const auto function_of = [&](std::string path) {
    for (char& c : path)
      if (c == ' ') c = '_';
    return '_' + program.name + path;
  };
  for (const auto& [path, command] : all_commands(program)) {
    std::string arguments = "    '(-h --help)'{-h,--help}'[print this help]'";
    for (const OptionRecord& option : command->options) {
      if (option.is_argument()) {
        arguments += " \\\n    " + shell_quoted('*' + zsh_value(option));
        continue;
      }
      const std::string text = fmt::format("[{}]{}", zsh_text(short_help(option.help)),
                                           option.value.empty() ? "" : zsh_value(option));
      for (const std::string& name : option.names)
        arguments += " \\\n    " + shell_quoted('*' + name + text);
    }
    if (command->commands.empty()) {
      out += fmt::format("{}() {{\n  _arguments \\\n{}\n}}\n", function_of(path), arguments);
      continue;
    }
    std::string names, calls;
    for (const CommandRecord& below : command->commands) {
      names += "    " + shell_quoted(below.name + ':' + below.description) + '\n';
      calls += fmt::format("      {}) {} ;;\n", below.name, function_of(path + ' ' + below.name));
    }
    out += fmt::format(R"({0}() {{
  local state
  local -a commands=(
{1}  )
  _arguments -C \
{2} \
    '1:command:->command' '*::argument:->argument'
  case $state in
    command) _describe command commands ;;
    argument) case $words[1] in
{3}    esac ;;
  esac
}}
)",
                       function_of(path), names, arguments, calls);
  }
  return out + fmt::format(
                   "if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _{0} \"$@\"; else "
                   "compdef _{0} {0}; fi\n",
                   program.name);
}

// ---- fish ----

std::string fish_script(const CommandRecord& program) {
  std::string paths, out;
  for (const auto& [path, command] : all_commands(program)) {
    if (!path.empty()) paths += ' ' + shell_quoted(path);
    const std::string start =
        fmt::format("complete -c {} -n {}", program.name,
                    shell_quoted(fmt::format("__{}_called {}", program.name, '"' + path + '"')));
    for (const CommandRecord& below : command->commands)
      out += fmt::format("{} -a {} -d {}\n", start, below.name, shell_quoted(below.description));
    for (const OptionRecord& option : command->options) {
      out += start;
      for (const std::string& name : option.names)
        if (!option.is_argument())
          out += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      if (option.is_argument()) {
        if (takes_file(option)) out += " -F";
      } else if (!option.value.empty()) {
        out += takes_file(option) ? " -r -F" : " -x";
      }
      if (!option.choices.empty()) out += " -a " + shell_quoted(words(option.choices));
      out += " -d " + shell_quoted(short_help(option.help)) + '\n';
    }
    out += start + " -s h -l help -d 'print this help'\n";
  }
  return fmt::format(R"(# Completion of {0} for fish.
function __{0}_called
  set -l path ''
  for word in (commandline -opc)[2..-1]
    if contains -- "$path $word"{1}
      set path "$path $word"
    end
  end
  test "$path" = "$argv[1]"
end
complete -c {0} -f
{2})",
                     program.name, paths, out);
}

struct Shell {
  std::string_view name;
  std::string (*script)(const CommandRecord&);
};
constexpr Shell shells[] = {{"bash", bash_script}, {"zsh", zsh_script}, {"fish", fish_script}};

}  // namespace

std::vector<std::string> completing_shells() { return names_in(shells); }

std::string completion_script(const CommandRecord& program, const std::string& shell) {
  return find_entry(shells, shell, "completion").script(program);
}

}  // namespace plylab::reports
