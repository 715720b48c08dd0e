// What every target is: texts to begin with, and what is done with a text that anybody can have
// written. Each target's file defines both functions; libfuzzer.cpp and replay.cpp call them.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "gen/base/files.h"
#include "gen/base/input_error.h"
#include "gen/base/text.h"

namespace plylab::fuzz {

/// Reads the text as the program would. InputError is a good answer, any other exception is not.
void run(std::string_view text);

/// Texts of the right kind, made from what is shipped, and what was found to be hard.
std::vector<std::string> seeds();

/// Ends the process unless the condition holds: a finding.
inline void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "fuzz: %s\n", what);
  std::abort();
}

/// Calls what may throw InputError.
inline void attempt(auto&& read) {
  try {
    read();
  } catch (const InputError&) {
  }
}

/// The shipped file's text.
inline std::string shipped(const std::string& name) {
  return read_file(std::string(PLYLAB_SUITES_DIR) + "/" + name);
}

/// The texts of all shipped files with that ending.
inline std::vector<std::string> shipped_with(const std::string& ending) {
  std::vector<std::string> texts;
  for (const auto& file : std::filesystem::directory_iterator(PLYLAB_SUITES_DIR))
    if (file.path().extension() == ending) texts.push_back(read_file(file.path()));
  return texts;
}

/// Its lines.
inline std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) lines.emplace_back(take_line(text));
  return lines;
}

}  // namespace plylab::fuzz
