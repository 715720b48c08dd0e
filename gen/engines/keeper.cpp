#include "gen/engines/keeper.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

namespace plylab::engines {
namespace {

/// Kills the children that this process has now, as far as /proc tells.
void kill_children() {
  const int list = ::open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  char buffer[4096];
  pid_t id = 0;
  for (ssize_t size; (size = ::read(list, buffer, sizeof buffer)) > 0;)
    for (const char* c = buffer; c < buffer + size; ++c)
      if (*c >= '0' && *c <= '9') {
        id = 10 * id + (*c - '0');
      } else if (id != 0) {
        ::kill(id, SIGKILL);
        id = 0;
      }
  ::close(list);
}

/// Kills the children, and theirs, who come to us as soon as they have lost their parents, until
/// there are none. Those that cannot be killed are left alone after two seconds.
void kill_descendants() {
  constexpr timespec millisecond{0, 1'000'000};
  for (int tries = 0; tries < 2000; ++tries) {
    kill_children();
    pid_t ended;
    while ((ended = ::waitpid(-1, nullptr, WNOHANG)) > 0) {
    }
    if (ended < 0) return;
    ::nanosleep(&millisecond, nullptr);
  }
}

/// Ends this process as another one has ended.
[[noreturn]] void end_as(int status) {
  if (WIFEXITED(status)) ::_exit(WEXITSTATUS(status));
  const rlimit no_core{};
  ::setrlimit(RLIMIT_CORE, &no_core);
  ::signal(WTERMSIG(status), SIG_DFL);
  ::raise(WTERMSIG(status));
  ::_exit(EXIT_FAILURE);
}

[[noreturn]] void keep(pid_t engine, int lifeline) {
  ::dup2(lifeline, STDIN_FILENO);
  ::close_range(STDIN_FILENO + 1, ~0U, 0);
  pollfd ends[] = {{STDIN_FILENO, 0, 0},
                   {static_cast<int>(::syscall(SYS_pidfd_open, engine, 0)), POLLIN, 0}};
  while (::poll(ends, 2, -1) < 0 && errno == EINTR) {
  }
  ::kill(engine, SIGKILL);
  ::kill(-engine, SIGKILL);  // its group, should /proc not tell
  int status = SIGKILL;
  ::waitpid(engine, &status, 0);
  kill_descendants();
  end_as(status);
}

}  // namespace

void become_keeper(int lifeline) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  const pid_t engine = ::fork();
  if (engine < 0) ::_exit(EXIT_FAILURE);
  if (engine > 0) {
    ::setpgid(engine, engine);
    keep(engine, lifeline);
  }
  ::setpgid(0, 0);
  ::signal(SIGPIPE, SIG_DFL);  // which this process may ignore
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
}

}  // namespace plylab::engines
