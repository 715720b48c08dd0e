#include "gen/pgn/source.h"

#include <bzlib.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <optional>
#include <span>
#include <system_error>
#include <utility>

#include "gen/base/encoding.h"
#include "gen/base/files.h"
#include "gen/base/input_error.h"
#include "gen/base/text.h"
#include "gen/pgn/scanner.h"

namespace plylab::pgn {
namespace {

/// The number of bytes read at once, and the approximate length of a stretch.
constexpr std::size_t stretch_size = std::size_t{1} << 19;

/// Whether the last line that is not blank ends with a result, so that no game is cut.
bool ends_with_result(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t last = text.find_last_not_of(blanks);
  if (last == text.npos || text.find_first_of("\r\n", last) == text.npos) return false;
  text = text.substr(0, last + 1);
  const std::string_view word = text.substr(text.find_last_of(blanks) + 1);
  return word == "*" || is_final(word);
}

}  // namespace

/// Why the rest of a file cannot be read; read_games() adds the name of the file.
struct Source::Unreadable : InputError {
  explicit Unreadable(std::string_view why, bool whole = false)
      : InputError(why), text_is_whole(whole) {}

  bool text_is_whole;  ///< nothing is missing before this place
};

/// A stream of bytes with lookahead.
class Source::Bytes {
 public:
  virtual ~Bytes() = default;

  /// Reads `size` bytes, fewer only at the end or before a failure.
  std::size_t read(char* to, std::size_t size) {
    std::size_t have = ahead_.copy(to, size);
    ahead_.erase(0, have);
    try {
      while (have < size && !failure_) {
        const std::size_t got = read_some(to + have, size - have);
        if (got == 0) break;
        have += got;
      }
    } catch (const Unreadable& error) {
      failure_ = error;
    }
    return have;
  }

  /// Why reading failed, if it did.
  const std::optional<Unreadable>& failure() const { return failure_; }
  /// Throws the failure, if there is one.
  void check() const {
    if (failure_) throw Unreadable(*failure_);
  }

  /// The next bytes, fewer only at the end.
  std::string_view peek(std::size_t size) {
    std::string next(size, '\0');
    next.resize(read(next.data(), size));
    return std::string_view(ahead_.insert(0, next)).substr(0, next.size());
  }

 private:
  /// Reads up to `size` bytes; 0 only at the end.
  virtual std::size_t read_some(char* to, std::size_t size) = 0;

  std::string ahead_;
  std::optional<Unreadable> failure_;
};

class Source::File final : public Bytes {
 public:
  File(const std::string& path, const std::atomic<bool>* stop)
      : file_(path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)),
        stop_(stop) {
    if (file_ < 0) throw Unreadable(std::generic_category().message(errno));
  }
  ~File() override {
    if (file_ != STDIN_FILENO) ::close(file_);
  }

 private:
  /// Nobody may ever write to a pipe, so the wait for it checks `stop`: another thread may get the
  /// signal.
  std::size_t read_some(char* to, std::size_t size) override {
    constexpr int pause = 50;  // milliseconds
    pollfd readable{file_, POLLIN, 0};
    int ready = 0;
    while (ready == 0) {
      if (stop_ != nullptr && *stop_) throw Unreadable("interrupted before its end");
      ready = ::poll(&readable, 1, pause);
      if (ready < 0 && errno == EINTR) ready = 0;
    }
    const ssize_t got = ready < 0 ? -1 : ::read(file_, to, size);
    if (got < 0) throw Unreadable(std::generic_category().message(errno));
    return static_cast<std::size_t>(got);
  }

  int file_;
  const std::atomic<bool>* stop_;
};

/// Decompresses a file, which may be several compressed files one after the other.
class Source::Packed : public Bytes {
 public:
  Packed(std::unique_ptr<File> file, std::string_view format)
      : file_(std::move(file)), format_(format) {}

 protected:
  enum class State : std::uint8_t { going_on, ended, damaged };

 private:
  /// Prepares for the next compressed file.
  virtual void begin() = 0;
  /// Decompresses some bytes: removes the bytes read from `from`, and the space written from `to`.
  virtual State unpack(std::span<char>& from, std::span<char>& to) = 0;

  std::size_t read_some(char* to, std::size_t size) override {
    std::span<char> room(to, size);
    while (room.size() == size && state_ != State::damaged) {
      if (packed_.empty()) packed_ = {buffer_.data(), file_->read(buffer_.data(), buffer_.size())};
      if (packed_.empty()) file_->check();
      if (packed_.empty() && state_ == State::ended) return 0;
      if (packed_.empty()) fail("cut off");
      if (state_ == State::ended) {
        begin();
        is_fresh_ = true;
      }
      state_ = unpack(packed_, room);
      is_fresh_ = is_fresh_ && room.size() == size;
      has_text_ = has_text_ || room.size() < size;
    }
    if (room.size() == size) fail("damaged");
    return size - room.size();
  }

  [[noreturn]] void fail(std::string_view how) const {
    const bool whole = is_fresh_ && has_text_;
    if (whole && how == "damaged")
      throw Unreadable(
          fmt::format("the {} file ends here, and what follows it is left out", format_), true);
    throw Unreadable(fmt::format("the {} file is {}{}", format_, how,
                                 has_text_ ? "" : ", and nothing of it can be unpacked"),
                     whole);
  }

  std::unique_ptr<File> file_;
  std::string format_;
  std::string buffer_ = std::string(1 << 17, '\0');
  std::span<char> packed_;  // the part of the buffer not yet decompressed
  State state_ = State::ended;
  bool is_fresh_ = true;   // no byte of the current compressed file has been decompressed
  bool has_text_ = false;  // some byte of any has
};

class Source::Gzip final : public Packed {
 public:
  explicit Gzip(std::unique_ptr<File> file) : Packed(std::move(file), "gzip") {
    constexpr int of_gzip = 15 + 16;  // the largest window, and gzip's header
    if (inflateInit2(&stream_, of_gzip) != Z_OK) throw std::bad_alloc();
  }
  ~Gzip() override { inflateEnd(&stream_); }

 private:
  void begin() override { inflateReset(&stream_); }

  State unpack(std::span<char>& from, std::span<char>& to) override {
    stream_.next_in = reinterpret_cast<Bytef*>(from.data());
    stream_.avail_in = static_cast<uInt>(from.size());
    stream_.next_out = reinterpret_cast<Bytef*>(to.data());
    stream_.avail_out = static_cast<uInt>(to.size());
    const int state = inflate(&stream_, Z_NO_FLUSH);
    from = from.last(stream_.avail_in);
    to = to.last(stream_.avail_out);
    if (state == Z_STREAM_END) return State::ended;
    return state == Z_OK || state == Z_BUF_ERROR ? State::going_on : State::damaged;
  }

  z_stream stream_{};
};

class Source::Zstd final : public Packed {
 public:
  explicit Zstd(std::unique_ptr<File> file)
      : Packed(std::move(file), "zstd"), stream_(ZSTD_createDStream()) {
    if (stream_ == nullptr) throw std::bad_alloc();
    ZSTD_DCtx_setParameter(stream_, ZSTD_d_windowLogMax, 31);  // --long=31, too
  }
  ~Zstd() override { ZSTD_freeDStream(stream_); }

 private:
  void begin() override {}

  State unpack(std::span<char>& from, std::span<char>& to) override {
    ZSTD_inBuffer in{from.data(), from.size(), 0};
    ZSTD_outBuffer out{to.data(), to.size(), 0};
    const std::size_t left = ZSTD_decompressStream(stream_, &out, &in);
    from = from.subspan(in.pos);
    to = to.subspan(out.pos);
    return ZSTD_isError(left) ? State::damaged : left == 0 ? State::ended : State::going_on;
  }

  ZSTD_DStream* stream_;
};

class Source::Bzip2 final : public Packed {
 public:
  explicit Bzip2(std::unique_ptr<File> file) : Packed(std::move(file), "bzip2") {}
  ~Bzip2() override { BZ2_bzDecompressEnd(&stream_); }

 private:
  void begin() override {
    BZ2_bzDecompressEnd(&stream_);
    stream_ = {};
    if (BZ2_bzDecompressInit(&stream_, 0, 0) != BZ_OK) throw std::bad_alloc();
  }

  State unpack(std::span<char>& from, std::span<char>& to) override {
    stream_.next_in = from.data();
    stream_.avail_in = static_cast<unsigned>(from.size());
    stream_.next_out = to.data();
    stream_.avail_out = static_cast<unsigned>(to.size());
    const int state = BZ2_bzDecompress(&stream_);
    from = from.last(stream_.avail_in);
    to = to.last(stream_.avail_out);
    if (state == BZ_STREAM_END) return State::ended;
    return state == BZ_OK ? State::going_on : State::damaged;
  }

  bz_stream stream_{};
};

/// Converts UTF-16 to UTF-8.
class Source::Utf16 final : public Bytes {
 public:
  Utf16(std::unique_ptr<Bytes> bytes, std::endian order)
      : bytes_(std::move(bytes)), order_(order) {}

 private:
  std::size_t read_some(char* to, std::size_t size) override {
    if (text_.empty()) convert();
    if (text_.empty()) bytes_->check();
    const std::size_t taken = text_.copy(to, size);
    text_.erase(0, taken);
    return taken;
  }

  /// Converts the next bytes.
  void convert() {
    constexpr std::size_t max = 1 << 14;
    std::string units = std::move(rest_);
    const std::size_t have = units.size();
    units.resize(have + max);
    units.resize(have + bytes_->read(units.data() + have, max));
    std::size_t whole = units.size() / 2 * 2;
    if (units.size() == have + max && begins_pair(std::string_view(units).substr(whole - 2, 2)))
      whole -= 2;
    text_ = utf8_of_utf16(std::string_view(units).substr(0, whole), order_);
    rest_ = units.substr(whole);
  }

  bool begins_pair(std::string_view unit) const {
    return (unit[order_ == std::endian::big ? 0 : 1] & 0xFC) == 0xD8;
  }

  std::unique_ptr<Bytes> bytes_;
  std::endian order_;
  std::string text_;  // converted, but not yet read
  std::string rest_;  // half a character
};

Source::Source(const std::string& path, const std::atomic<bool>* stop) try : name_(path) {
  auto file = std::make_unique<File>(path, stop);
  const std::string_view packed = file->peek(4);
  if (packed.starts_with("\x1F\x8B"))
    bytes_ = std::make_unique<Gzip>(std::move(file));
  else if (packed == "\x28\xB5\x2F\xFD")
    bytes_ = std::make_unique<Zstd>(std::move(file));
  else if (packed.starts_with("BZh"))
    bytes_ = std::make_unique<Bzip2>(std::move(file));
  else
    bytes_ = std::move(file);

  if (const auto order = utf16_order(bytes_->peek(4)))
    bytes_ = std::make_unique<Utf16>(std::move(bytes_), *order);
  const std::string_view text = bytes_->peek(1 << 10);
  if (text.empty()) bytes_->check();
  // Zero bytes may have strayed into a text, or fill a block; other control characters are a tenth
  // of packed bytes.
  const auto is_control = [](char c) {
    return (c > '\0' && c < '\t') || (c > '\r' && c < ' ' && c != '\x1A') || c == '\x7F';
  };
  if (32 * std::ranges::count_if(text, is_control) > std::ssize(text))
    throw InputError("it is neither text nor packed by gzip, zstd or bzip2");
} catch (const InputError& error) {
  const std::string name = path == "-" ? "standard input" : '\'' + path + '\'';
  throw InputError(fmt::format("cannot read {}: {}", name, error.what()), InputErrorKind::file);
}

Source::~Source() = default;

bool Source::next(Stretch& stretch) {
  std::string text = std::move(rest_);
  std::size_t cut = 0;
  while (cut == 0 && !at_end_) {
    const std::size_t have = text.size(), more = std::max(stretch_size, have);
    text.resize(have + more);
    text.resize(have + bytes_->read(text.data() + have, more));
    at_end_ = text.size() < have + more;
    remove_strays(text, have);
    const bool is_whole = at_end_ && (!bytes_->failure() || bytes_->failure()->text_is_whole ||
                                      ends_with_result(text));
    cut = is_whole ? text.size() : last_game(text);
    if (cut == 0 && text.size() > longest_file)
      throw InputError(fmt::format("no game ends within {} MiB", longest_file >> 20));
  }
  if (cut == 0) bytes_->check();
  if (text.empty()) return false;
  rest_ = text.substr(cut);
  text.resize(cut);
  stretch.line = line_;
  stretch.offset = offset_;
  line_ += count_lines(text);
  offset_ += text.size();
  stretch.text = std::move(text);
  return true;
}

}  // namespace plylab::pgn
