// Kills the program after a while.
#pragma once

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

namespace plylab::testing {

/// Starts plylab, and kills it after a while, wherever it is by then.
inline void kill_after(std::chrono::microseconds while_,
                       const std::vector<std::string>& arguments) {
  std::vector<const char*> words{PLYLAB_PROGRAM};
  for (const std::string& argument : arguments) words.push_back(argument.c_str());
  words.push_back(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    ::execv(PLYLAB_PROGRAM, const_cast<char* const*>(words.data()));
    ::_exit(127);
  }
  std::this_thread::sleep_for(while_);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
}

}  // namespace plylab::testing
