#include <fmt/format.h>

#include <filesystem>
#include <string>

#include "gen/base/files.h"
#include "gen/base/input_error.h"
#include "reports/cli/command_line.h"
#include "reports/formats/output.h"

namespace plylab::suites::page {

void add_page_command(cli::Command program) {
  const cli::Command page = program.add_subcommand("page", "Print where the page for a browser is");
  page.example("plylab page");
  page.notes(
      "The page, plylab.html, has board, perft, divide, the debugger of move generators and small "
      "searches in one file that needs nothing else: for whoever has a browser only. To open it: "
      "xdg-open \"$(plylab page)\"");
  page.guides({"page"});
  page.callback([] {
    const std::string file = std::filesystem::path(shared_directory()) / "plylab.html";
    if (!std::filesystem::is_regular_file(file))
      throw InputError(fmt::format(
          "there is no {}: ./lab page in plylab's sources makes it (see plylab help page)", file));
    reports::write_text(file + '\n', "");
  });
}

}  // namespace plylab::suites::page
