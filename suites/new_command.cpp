// plylab new: writes a project that is plylab with a search and an evaluation of one's own.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "gen/base/files.h"
#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "gen/base/text.h"
#include "reports/cli/command_line.h"
#include "reports/formats/output.h"
#include "search/evaluation/chess_evaluation.h"
#include "search/run/searches.h"

namespace plylab::suites {
namespace {

namespace fs = std::filesystem;
using namespace std::string_view_literals;

/// A file of the project. In its text @NAME@ is the project's name, @VERSION@ plylab's, and
/// @PREFIX@ the folder in which it is installed, or its build tree.
struct ProjectFile {
  std::string_view path, text;
};

constexpr std::array project{
    ProjectFile{"CMakeLists.txt", R"(cmake_minimum_required(VERSION 3.25)
project(@NAME@ LANGUAGES CXX)
find_package(plylab REQUIRED HINTS "@PREFIX@") # or cmake -DCMAKE_PREFIX_PATH=FOLDER

add_executable(@NAME@ @NAME@.cpp)
target_link_libraries(@NAME@ PRIVATE plylab::plylab)

# The exit status of search is 1 if a search finds another value than pvs (the output then has the
# smallest position found that shows it), or visits other nodes on one generator than on another.
enable_testing()
foreach(switches plain table=1,killers quiescence,checks)
  add_test(NAME search/${switches} COMMAND @NAME@ search --suite bratko-kopec --depth 3
    --algo pvs,@NAME@ --gen all --with ${switches})
endforeach()
# It is 1, too, if verify finds a value that is not minimax's: it then says where, and why.
add_test(NAME verify COMMAND @NAME@ verify --search @NAME@)
add_test(NAME evaluation COMMAND @NAME@ search --suite bratko-kopec --depth 3 --algo pvs,@NAME@
  --gen all --eval @NAME@)
)"},
    ProjectFile{"@NAME@.cpp", R"(// plylab with a search and an evaluation of our own.
#include <gen/chess/board/notation.h>
#include <search/algorithms/node.h>
#include <suites/lab.h>

#include <algorithm>

using plylab::search::Value;

/// Alpha-beta, fail-soft, in chess and all other games. The node counts itself, asks the transposition
/// table, and orders its moves as the options say: see plylab help adding.
struct Search {
  template <class S>
  static Value search(S& s, int depth, int ply, Value alpha, Value beta) {
    plylab::search::Node<S> node(s, Search::search<S>, depth, ply, alpha, beta);
    if (node.settled()) return node.value();

    Value best = -plylab::search::infinity;
    while (node.next()) {
      const Value value = node.descend(std::max(alpha, best), beta);
      if (value >= beta) return node.cut(value);
      if (value > std::max(alpha, best)) node.improve(value);
      best = std::max(best, value);
    }
    return node.leave(best);
  }
};

/// The value of a chess position in centipawns for the side to move.
struct Evaluation {
  template <class Board>
  int operator()(const Board& board) const {
    using namespace plylab::chess;
    constexpr int values[] = {0, 330, 500, 900, 100, 320, 0, 0};  // by PieceType
    int value = 0;
    board.for_each_piece([&](Piece piece, Square square) {
      const PieceType type = type_of(piece);
      const int ranks = rank_for(color_of(piece), square);  // forward
      const int worth = values[type] + (type == pawn ? 4 * ranks : 0);
      value += color_of(piece) == board.side_to_move() ? worth : -worth;
    });
    return value + 2 * static_cast<int>(board.count());  // legal moves
  }
};

int main(int argc, char** argv) {
  plylab::Lab lab;
  lab.add_search<Search>("@NAME@", "alpha-beta, to begin with");
  lab.add_evaluation<Evaluation>("@NAME@", "material and mobility, to begin with");
  return lab.run(argc, argv);
}
)"},
    ProjectFile{".github/workflows/test.yml", R"(on: [push, pull_request]
jobs:
  test:
    runs-on: ubuntu-latest
    container: debian:12
    env:
      PLYLAB: https://github.com/OWNER/plylab/releases/download/v@VERSION@ # where plylab is hosted
    steps:
      - uses: actions/checkout@v4
      - run: apt-get update && apt-get install -y ca-certificates cmake curl make
      - run: |
          curl -fLO "$PLYLAB/plylab_@VERSION@_amd64.deb"
          curl -fLO "$PLYLAB/libplylab-dev_@VERSION@_amd64.deb"
          apt-get install -y ./*.deb
      - run: cmake -S . -B build && cmake --build build
      - run: ctest --test-dir build --output-on-failure
)"},
    ProjectFile{".gitignore", "build/\n"}};

/// A project's name, and what else stands for words of its files.
struct Values {
  std::string name, version;
  std::string prefix = [] {
    std::error_code error;
    const fs::path documents = fs::canonical(documents_directory(), error);  // below share/doc
    return documents.parent_path().parent_path().parent_path().string();
  }();

  /// The text with the values in place of the words.
  std::string in(std::string_view pattern) const {
    std::string text(pattern);
    for (const auto& [word, value] :
         {std::pair{"@NAME@"sv, name}, std::pair{"@VERSION@"sv, version},
          std::pair{"@PREFIX@"sv, prefix}})
      for (std::size_t at = 0; (at = text.find(word, at)) != text.npos; at += value.size())
        text.replace(at, word.size(), value);
    return text;
  }
};

/// Throws InputError unless a program, its search and its evaluation can have the name.
void check_project_name(const std::string& name) {
  const auto is_fit = [](unsigned char c) { return std::isalnum(c) || c == '-' || c == '_'; };
  if (!std::ranges::all_of(name, is_fit) || name.empty() ||
      !std::isalpha(static_cast<unsigned char>(name.front())))
    throw InputError(fmt::format(
        "NAME '{}': must be letters, digits, '-' and '_', and begin with a letter", name));
  std::vector<std::string> taken = search::search_names();
  for (const std::string& other : search::EvaluationKind::names()) taken.push_back(other);
  for (const char* other : {"plylab", "minimal"}) taken.emplace_back(other);
  // Targets that CMake reserves (its policy CMP0037), and files and folders of a build tree, where
  // the program would be.
  for (const std::string& other :
       words_of("all ALL_BUILD help install INSTALL preinstall clean edit_cache rebuild_cache "
                "list_install_components ZERO_CHECK test RUN_TESTS package PACKAGE package_source "
                "codegen CMakeFiles Makefile Testing share"))
    taken.push_back(other);
  require_new_name("NAME", name, taken);
}

void write_project(const std::string& name, const std::string& version) {
  check_project_name(name);
  std::error_code error;
  if (fs::exists(name, error)) throw InputError(fmt::format("{}: is there already", name));
  const Values values{name, version};
  for (const ProjectFile& file : project) {
    const fs::path path = fs::path(name) / values.in(file.path);
    fs::create_directories(path.parent_path(), error);
    if (error)
      throw InputError(fmt::format("{}: cannot make this folder: {}", path.parent_path().string(),
                                   error.message()));
    const std::string text = values.in(file.text);
    const std::string_view parts[] = {text};
    replace_file(path.string(), parts);
  }
  reports::write_text(fmt::format("{0}/{0}.cpp has a search and an evaluation. Next:\n"
                                  "  cmake -S {0} -B {0}/build && cmake --build {0}/build\n"
                                  "  {0}/build/{0} search --suite bratko-kopec --algo {0},pvs\n"
                                  "  ctest --test-dir {0}/build\n",
                                  name),
                      "");
}

}  // namespace

void add_new_command(cli::Command app, const std::string& version) {
  const auto name = std::make_shared<std::string>();
  const cli::Command command = app.add_subcommand(
      "new", "Write a project in C++: plylab with a search and an evaluation of your own");
  command.add_option("NAME", *name, "Of the folder, the program, the search and the evaluation")
      .required();
  command.example("plylab new mine");
  command.guides({"adding"});
  command.callback([name, version] { write_project(*name, version); });
}

}  // namespace plylab::suites
