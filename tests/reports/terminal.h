// A terminal for the tests, and descriptors that lead there.
#pragma once

#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <string>

namespace plylab::reports {

/// Puts another file in the place of a descriptor for a while.
class Redirect {
 public:
  Redirect(int descriptor, int target) : descriptor_(descriptor), saved_(dup(descriptor)) {
    dup2(target, descriptor);
  }
  ~Redirect() {
    dup2(saved_, descriptor_);
    close(saved_);
  }
  Redirect(const Redirect&) = delete;
  Redirect& operator=(const Redirect&) = delete;

 private:
  int descriptor_;
  int saved_;
};

/// A terminal of so many columns that remembers what was shown.
class Terminal {
 public:
  /// Whether this machine has pseudo-terminals; a bare chroot may not.
  static bool available() {
    const int master = posix_openpt(O_RDWR | O_NOCTTY);
    const int slave = master < 0 || unlockpt(master) != 0 ? -1 : open(ptsname(master), O_RDWR);
    for (const int descriptor : {slave, master})
      if (descriptor >= 0) close(descriptor);
    return slave >= 0;
  }

  explicit Terminal(unsigned columns) : master_(posix_openpt(O_RDWR | O_NOCTTY)) {
    grantpt(master_);
    unlockpt(master_);
    slave_ = open(ptsname(master_), O_RDWR | O_NOCTTY);
    winsize size{};
    size.ws_row = 24;
    size.ws_col = static_cast<unsigned short>(columns);
    ioctl(slave_, TIOCSWINSZ, &size);
    fcntl(master_, F_SETFL, O_NONBLOCK);
  }
  ~Terminal() {
    close(slave_);
    close(master_);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  int descriptor() const { return slave_; }
  std::string shown() const {
    std::string text;
    char buffer[4096];
    for (ssize_t n = 0; (n = read(master_, buffer, sizeof buffer)) > 0;)
      text.append(buffer, static_cast<std::size_t>(n));
    return text;
  }

 private:
  int master_;
  int slave_ = -1;
};

}  // namespace plylab::reports
