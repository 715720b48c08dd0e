#include "perft/cluster/snapshot.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "gen/base/input_error.h"
#include "perft/frontier/temporary_file.h"

namespace plylab::perft::cluster {
namespace {

namespace fs = std::filesystem;

constexpr int most_attempts = 100;

[[noreturn]] void fail(const char* doing, const std::string& path, int error) {
  throw InputError(
      fmt::format("cannot {} '{}': {}", doing, path, std::generic_category().message(error)));
}

std::string log_of(const std::string& path) { return path + "-wal"; }

/// The head of the log, which is another one as soon as the log begins anew; empty without a log.
std::string log_head(const std::string& path) {
  constexpr std::size_t size = 32;  // https://www.sqlite.org/fileformat2.html#walformat
  std::string head(size, '\0');
  std::ifstream log(log_of(path), std::ios::binary);
  log.read(head.data(), size);
  head.resize(static_cast<std::size_t>(log.gcount()));
  return head;
}

/// Returns false if there is no such file.
bool copy_file(const std::string& from, const std::string& to) {
  errno = 0;
  std::ifstream in(from, std::ios::binary);
  if (!in && errno == ENOENT) return false;
  if (!in) fail("open", from, errno);
  std::ofstream out(to, std::ios::binary);
  std::array<char, 1 << 16> block;  // a stream that is given a whole buffer hides a full disk
  while (out && (in.read(block.data(), block.size()) || in.gcount() != 0))
    out.write(block.data(), in.gcount());
  if (in.bad()) fail("read", from, errno);
  out.close();
  if (!out) fail("write", to, errno);
  return true;
}

}  // namespace

Snapshot::Snapshot(const std::string& path, const std::string& folder)
    : folder_(temporary_folder(folder) + "/plylab-XXXXXX") {
  if (::mkdtemp(folder_.data()) == nullptr) fail("make", folder_, errno);
  try {
    copy(path);
  } catch (...) {
    fs::remove_all(folder_);
    throw;
  }
}

Snapshot::~Snapshot() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

void Snapshot::copy(const std::string& path) const {
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    // While a log grows, all that is written into the database is in the log, too: a log that is
    // copied later and has not begun anew mends whatever was changed while the database was read.
    const std::string head = log_head(path);
    if (!copy_file(path, this->path())) fail("open", path, ENOENT);
    fs::remove(log_of(this->path()));
    copy_file(log_of(path), log_of(this->path()));
    if (log_head(path) == head) return;
  }
  throw InputError(fmt::format("'{}' changes too often to be read", path));
}

}  // namespace plylab::perft::cluster
