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
#include <cerrno>
#include <optional>
#include <system_error>
#include <utility>

#include "gen/base/files.h"
#include "gen/base/input_error.h"
#include "gen/base/text.h"
#include "gen/pgn/scanner.h"

namespace plylab::pgn {
namespace {

/// How much is read at once, and about the length of a stretch.
constexpr std::size_t stretch_size = std::size_t{1} << 19;

}  // namespace

/// Bytes in their order, of which the next ones can be looked at.
class Source::Bytes {
 public:
  virtual ~Bytes() = default;

  /// Reads `size` bytes, fewer only at the end or before a failure(). Throws InputError if the
  /// failure comes before the first byte.
  std::size_t read(char* to, std::size_t size) {
    std::size_t have = ahead_.copy(to, size);
    ahead_.erase(0, have);
    try {
      while (have < size && !failure_) {
        const std::size_t got = read_some(to + have, size - have);
        if (got == 0) break;
        have += got;
      }
    } catch (const InputError& error) {
      failure_ = error;
    }
    if (have == 0 && failure_) throw InputError(*failure_);
    return have;
  }

  /// Why no more can be read, if that is not the end.
  const std::optional<InputError>& failure() const { return failure_; }

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
  std::optional<InputError> failure_;
};

class Source::File final : public Bytes {
 public:
  explicit File(const std::string& path)
      : file_(path == "-" ? STDIN_FILENO
                          : ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
    if (file_ < 0) fail(std::generic_category().message(errno));
  }
  ~File() override {
    if (file_ != STDIN_FILENO) ::close(file_);
  }

  /// The reader of games names the file.
  [[noreturn]] void fail(std::string_view why) const { throw InputError(why); }

 private:
  /// A signal ends the wait for a pipe in poll(), but not in read() or open().
  std::size_t read_some(char* to, std::size_t size) override {
    pollfd readable{file_, POLLIN, 0};
    if (::poll(&readable, 1, -1) < 0)
      fail(errno == EINTR ? "interrupted before its end" : std::generic_category().message(errno));
    const ssize_t got = ::read(file_, to, size);
    if (got < 0) fail(std::generic_category().message(errno));
    return static_cast<std::size_t>(got);
  }

  int file_;
};

/// What gzip has packed: several packed files may stand one behind the other.
class Source::Gzip final : public Bytes {
 public:
  explicit Gzip(std::unique_ptr<File> file) : file_(std::move(file)) {
    constexpr int of_gzip = 15 + 16;  // the largest window, and gzip's header
    if (inflateInit2(&stream_, of_gzip) != Z_OK) throw std::bad_alloc();
  }
  ~Gzip() override { inflateEnd(&stream_); }

 private:
  std::size_t read_some(char* to, std::size_t size) override {
    stream_.next_out = reinterpret_cast<Bytef*>(to);
    stream_.avail_out = static_cast<uInt>(size);
    while (stream_.avail_out == size) {
      if (stream_.avail_in == 0) {
        stream_.next_in = reinterpret_cast<Bytef*>(packed_.data());
        stream_.avail_in = static_cast<uInt>(file_->read(packed_.data(), packed_.size()));
        if (stream_.avail_in == 0 && between_) return 0;
        if (stream_.avail_in == 0) file_->fail("the gzip file is cut off");
      }
      if (std::exchange(between_, false)) inflateReset(&stream_);
      const int state = inflate(&stream_, Z_NO_FLUSH);
      if (state == Z_STREAM_END)
        between_ = true;
      else if (state != Z_OK && state != Z_BUF_ERROR && stream_.avail_out == size)
        file_->fail("the gzip file is damaged");
    }
    return size - stream_.avail_out;
  }

  std::unique_ptr<File> file_;
  z_stream stream_{};
  bool between_ = true;  // two packed files
  std::string packed_ = std::string(1 << 16, '\0');
};

class Source::Zstd final : public Bytes {
 public:
  explicit Zstd(std::unique_ptr<File> file)
      : file_(std::move(file)), stream_(ZSTD_createDStream()) {
    if (stream_ == nullptr) throw std::bad_alloc();
    ZSTD_DCtx_setParameter(stream_, ZSTD_d_windowLogMax, 31);  // --long=31, too
  }
  ~Zstd() override { ZSTD_freeDStream(stream_); }

 private:
  std::size_t read_some(char* to, std::size_t size) override {
    ZSTD_outBuffer out{to, size, 0};
    while (out.pos == 0) {
      if (in_.pos == in_.size) {
        in_ = {packed_.data(), file_->read(packed_.data(), packed_.size()), 0};
        if (in_.size == 0 && left_ == 0) return 0;
        if (in_.size == 0) file_->fail("the zstd file is cut off");
      }
      left_ = ZSTD_decompressStream(stream_, &out, &in_);
      if (ZSTD_isError(left_))
        file_->fail(fmt::format("the zstd file is damaged: {}", ZSTD_getErrorName(left_)));
    }
    return out.pos;
  }

  std::unique_ptr<File> file_;
  ZSTD_DStream* stream_;
  ZSTD_inBuffer in_{};
  std::size_t left_ = 0;  // of the frame; 0 between two
  std::string packed_ = std::string(1 << 17, '\0');
};

class Source::Bzip2 final : public Bytes {
 public:
  explicit Bzip2(std::unique_ptr<File> file) : file_(std::move(file)) { begin(); }
  ~Bzip2() override { BZ2_bzDecompressEnd(&stream_); }

 private:
  std::size_t read_some(char* to, std::size_t size) override {
    stream_.next_out = to;
    stream_.avail_out = static_cast<unsigned>(size);
    while (stream_.avail_out == size) {
      if (stream_.avail_in == 0) {
        stream_.next_in = packed_.data();
        stream_.avail_in = static_cast<unsigned>(file_->read(packed_.data(), packed_.size()));
        if (stream_.avail_in == 0 && between_) return 0;
        if (stream_.avail_in == 0) file_->fail("the bzip2 file is cut off");
      }
      if (std::exchange(between_, false)) {
        const bz_stream here = stream_;
        BZ2_bzDecompressEnd(&stream_);
        stream_ = {};
        begin();
        stream_.next_in = here.next_in;
        stream_.avail_in = here.avail_in;
        stream_.next_out = here.next_out;
        stream_.avail_out = here.avail_out;
      }
      const int state = BZ2_bzDecompress(&stream_);
      if (state == BZ_STREAM_END)
        between_ = true;
      else if (state != BZ_OK)
        file_->fail("the bzip2 file is damaged");
    }
    return size - stream_.avail_out;
  }

  void begin() {
    if (BZ2_bzDecompressInit(&stream_, 0, 0) != BZ_OK) throw std::bad_alloc();
  }

  std::unique_ptr<File> file_;
  bz_stream stream_{};
  bool between_ = true;  // two packed files
  std::string packed_ = std::string(1 << 16, '\0');
};

/// UTF-16 as UTF-8. A half of a pair by itself becomes U+FFFD.
class Source::Utf16 final : public Bytes {
 public:
  Utf16(std::unique_ptr<Bytes> bytes, bool big_endian)
      : bytes_(std::move(bytes)), big_endian_(big_endian) {}

 private:
  std::size_t read_some(char* to, std::size_t size) override {
    if (text_.empty()) convert();
    const std::size_t taken = text_.copy(to, size);
    text_.erase(0, taken);
    return taken;
  }

  /// Converts some more.
  void convert() {
    for (std::size_t units = 0; units < units_.size(); ++units) {
      const std::optional<unsigned> unit = next_unit();
      if (!unit) return;
      unsigned character = *unit;
      if (character >= 0xD800 && character < 0xE000) {
        const std::optional<unsigned> low = character < 0xDC00 ? next_unit() : std::nullopt;
        const bool is_pair = low && *low >= 0xDC00 && *low < 0xE000;
        character = is_pair ? 0x10000 + ((character - 0xD800) << 10) + (*low - 0xDC00) : 0xFFFD;
      }
      append(character);
    }
  }

  std::optional<unsigned> next_unit() {
    if (at_ == have_) {
      have_ = bytes_->read(units_.data(), units_.size()) / 2 * 2;
      at_ = 0;
      if (have_ == 0) return std::nullopt;
    }
    const auto first = static_cast<unsigned char>(units_[at_]);
    const auto second = static_cast<unsigned char>(units_[at_ + 1]);
    at_ += 2;
    return big_endian_ ? first << 8 | second : second << 8 | first;
  }

  /// In UTF-8: the first byte says by its leading ones how many there are.
  void append(unsigned character) {
    const std::size_t length = character < 0x80      ? 1
                               : character < 0x800   ? 2
                               : character < 0x10000 ? 3
                                                     : 4;
    const std::size_t at = text_.size();
    text_.resize(at + length);
    for (std::size_t i = length - 1; i > 0; --i, character >>= 6)
      text_[at + i] = static_cast<char>(0x80 | (character & 0x3F));
    const unsigned ones = length == 1 ? 0 : 0xF00U >> length & 0xFF;
    text_[at] = static_cast<char>(ones | character);
  }

  std::unique_ptr<Bytes> bytes_;
  bool big_endian_;
  std::string text_;  // converted, but not yet read
  std::array<char, 1 << 14> units_;
  std::size_t at_ = 0, have_ = 0;
};

Source::Source(const std::string& path) try : name_(path) {
  auto file = std::make_unique<File>(path);
  file_ = file.get();
  const std::string_view packed = file->peek(4);
  if (packed.starts_with("\x1F\x8B"))
    bytes_ = std::make_unique<Gzip>(std::move(file));
  else if (packed == "\x28\xB5\x2F\xFD")
    bytes_ = std::make_unique<Zstd>(std::move(file));
  else if (packed.starts_with("BZh"))
    bytes_ = std::make_unique<Bzip2>(std::move(file));
  else
    bytes_ = std::move(file);

  // A byte order mark tells UTF-16, or the other byte of a first "[".
  const std::string_view text = bytes_->peek(2);
  const bool big_endian = text == "\xFE\xFF" || text == std::string_view("\0[", 2);
  if (big_endian || text == "\xFF\xFE" || text == std::string_view("[\0", 2))
    bytes_ = std::make_unique<Utf16>(std::move(bytes_), big_endian);
  if (bytes_->peek(1 << 10).find('\0') != std::string_view::npos)
    file_->fail("it is neither text nor packed by gzip, zstd or bzip2");
} catch (const InputError& error) {
  const std::string name = path == "-" ? "standard input" : '\'' + path + '\'';
  throw InputError(fmt::format("cannot read {}: {}", name, error.what()));
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
    const bool is_whole = at_end_ && !bytes_->failure();
    cut = is_whole ? text.size() : last_game(text);
    if (cut == 0 && text.size() > longest_file)
      file_->fail(fmt::format("no game ends within {} MiB", longest_file >> 20));
  }
  if (cut == 0 && bytes_->failure()) throw InputError(*bytes_->failure());
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
