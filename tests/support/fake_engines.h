// Engines made of shell script, for the tests of what drives engines.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>

namespace plylab::testing {

/// What is in a file; nothing if there is none, or it is that of a process that ends meanwhile.
inline std::string content(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// Whether the process whose id a file holds is gone, or will be as soon as it gets to die of the
/// signal that it was sent. A zombie is gone.
inline bool is_gone(const std::string& file) {
  const int id = std::stoi(content(file));
  for (int i = 0; i < 100; ++i) {
    const std::string stat = content("/proc/" + std::to_string(id) + "/stat");
    if (stat.empty() || stat.find(") Z") != stat.npos) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return false;
}

/// In the script of an engine: the id of plylab, which is the parent of the engine's keeper.
inline const std::string plylab_id = "$(cut -d ' ' -f 4 /proc/$PPID/stat)";

/// Shell scripts that pretend to be engines, and other files, as long as the test runs.
class FakeEngines : public ::testing::Test {
 protected:
  FakeEngines() { std::filesystem::create_directory(directory_); }
  ~FakeEngines() override { std::filesystem::remove_all(directory_); }

  std::string path(const std::string& name) const { return directory_ / name; }

  std::string file(const std::string& name, const std::string& text) {
    std::ofstream(path(name)) << text;
    return path(name);
  }

  /// A program: a shell script.
  std::string program(const std::string& name, const std::string& commands) {
    std::string script = file(name, "#!/bin/sh\n" + commands + "\n");
    std::filesystem::permissions(script, std::filesystem::perms::owner_all);
    return script;
  }

  /// An engine that knows perft 1 of the six positions as $n; `go` is what it does when asked.
  std::string engine(const std::string& name, const std::string& go) {
    return program(name, R"(while read -r word rest; do
  case $word in
    uci) echo 'id name )" + name +
                             R"('; echo 'id author nobody'; echo uciok ;;
    isready) echo readyok ;;
    position)
      case $rest in
        *rnbqkbnr/*) n=20 ;;
        *r3k2r/p1ppqpb1*) n=48 ;;
        *8/2p5/3p4*) n=14 ;;
        *r3k2r/Pppp1ppp*) n=6 ;;
        *rnbq1k1r*) n=44 ;;
        *r4rk1*) n=46 ;;
      esac ;;
    go) )" + go + R"( ;;
  esac
done)");
  }

  std::string honest(const std::string& name = "Honest") {
    return engine(name, "echo; echo \"Nodes searched: $n\"; echo");
  }

 private:
  const std::filesystem::path directory_ =
      std::filesystem::temp_directory_path() / ("plylab_engines_" + std::to_string(getpid()));
};

}  // namespace plylab::testing
