#include "suites/check/client.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "gen/base/text.h"
#include "gen/engines/xboard.h"

namespace plylab::suites::check {
namespace {

using engines::from_now;

/// What is kept of what was sent.
constexpr std::size_t max_lines = 6, longest_line = 160;

/// The words after "info" that have one number.
constexpr std::array<std::string_view, 11> numbers = {
    "depth", "seldepth", "time",   "nodes",  "multipv", "currmovenumber",
    "nps",   "hashfull", "tbhits", "sbhits", "cpuload"};
constexpr std::array<std::string_view, 7> others = {"pv",         "score",    "currmove", "string",
                                                    "refutation", "currline", "wdl"};

bool is_in(const auto& list, std::string_view word) {
  return std::ranges::find(list, word) != list.end();
}

bool begins_part(std::string_view word) { return is_in(numbers, word) || is_in(others, word); }

/// Reads the parts of a line that begins with "info", one after the other.
class InfoReader {
 public:
  InfoReader(std::string_view text, Info& info) : words_(words_of(text)), info_(info) {}

  void read() {
    bool has_selective_depth = false;
    for (at_ = 1; at_ < words_.size();) {
      const std::string part = words_[at_++];
      if (part == "string") return;
      if (part == "score")
        score();
      else if (part == "pv")
        info_.pv = moves();
      else if (part == "currmove")
        info_.current = at_ < words_.size() ? words_[at_++] : "";
      else if (is_in(numbers, part))
        number(part);
      else if (part == "lowerbound" || part == "upperbound")
        complain(fmt::format("{} does not follow a score", part));
      else
        moves();  // refutation, currline, wdl, or a part of the engine's own: GUIs ignore that
      has_selective_depth |= part == "seldepth";
    }
    if (has_selective_depth && !info_.depth) complain("seldepth without depth");
  }

 private:
  void complain(std::string what) {
    if (info_.fault.empty()) info_.fault = std::move(what);
  }

  std::vector<std::string> moves() {
    std::vector<std::string> list;
    while (at_ < words_.size() && !begins_part(words_[at_])) list.push_back(words_[at_++]);
    return list;
  }

  template <class Number>
  std::optional<Number> take(std::string_view part) {
    const std::string word = at_ < words_.size() ? words_[at_] : "";
    const auto value = parse_number<Number>(word);
    if (!value)
      complain(fmt::format("{} '{}' is not a number below 2^{}", part, printable(word),
                           std::numeric_limits<Number>::digits));
    if (!word.empty() && !begins_part(word)) ++at_;
    return value;
  }

  void number(const std::string& part) {
    const auto value = take<std::int64_t>(part);
    if (!value) return;
    if (*value < 0) return complain(fmt::format("{} {} is negative", part, *value));
    if ((part == "depth" || part == "multipv") && *value > 10'000)
      return complain(fmt::format("{} {} is more than 10000", part, *value));
    if ((part == "hashfull" || part == "cpuload") && *value > 1000)
      complain(fmt::format("{} {} is more than 1000", part, *value));
    if ((part == "multipv" || part == "currmovenumber") && *value == 0)
      complain(fmt::format("{} counts from 1, not 0", part));
    if (part == "depth") info_.depth = static_cast<int>(*value);
    if (part == "multipv") info_.multipv = static_cast<int>(*value);
    if (part == "nodes") info_.nodes = static_cast<std::uint64_t>(*value);
    if (part == "time") info_.time = static_cast<std::uint64_t>(*value);
  }

  void score() {
    const std::string kind = at_ < words_.size() ? words_[at_] : "";
    if (kind != "cp" && kind != "mate")
      return complain(fmt::format("score '{}' is neither cp nor mate", printable(kind)));
    ++at_;
    // A pawn is 100; the longest mate that tables of endings with seven pieces have is 549 moves.
    const int limit = kind == "cp" ? 100'000 : 600;
    auto value = take<int>("score " + kind);
    if (value && (*value < -limit || *value > limit)) {
      complain(fmt::format("score {} {} is beyond {}", kind, *value, limit));
      info_.is_beyond = true;
      value.reset();
    }
    (kind == "cp" ? info_.centipawns : info_.mate) = value;
    for (; at_ < words_.size() && words_[at_].ends_with("bound"); ++at_)
      if (words_[at_] == "lowerbound" || words_[at_] == "upperbound")
        info_.bound = words_[at_] == "lowerbound" ? Info::Bound::lower : Info::Bound::upper;
      else
        complain(fmt::format("'{}' is neither lowerbound nor upperbound", printable(words_[at_])));
  }

  std::vector<std::string> words_;
  std::size_t at_ = 0;
  Info& info_;
};

std::string cut(std::string line) {
  if (line.size() > longest_line) line = line.substr(0, longest_line) + "...";
  return printable(line);
}

}  // namespace

std::optional<Info> read_info_line(std::string_view text) {
  std::string_view rest = text;
  if (take_word(rest) != "info" || take_word(rest) == "string") return std::nullopt;
  Info info{.text = printable(text)};
  InfoReader(text, info).read();
  return info;
}

Question question(std::string_view fen, const std::string& go, std::string_view moves,
                  chess::CastlingText castling) {
  const chess::ValidSetup start(fen);
  Question asked{
      fen == "startpos" ? "position startpos" : "position fen " + chess::to_string(start.setup()),
      chess::Mailbox(start), go, castling};
  if (!moves.empty()) asked.position += fmt::format(" moves {}", moves);
  for (const std::string& text : words_of(moves))
    asked.board.make(chess::parse_move(asked.board, text));
  return asked;
}

const Info* Search::last_line() const {
  for (auto line = lines.rbegin(); line != lines.rend(); ++line)
    if (!line->pv.empty() && line->is_first()) return &*line;
  return nullptr;
}

const Info* Search::last_exact() const {
  for (auto line = lines.rbegin(); line != lines.rend(); ++line)
    if (line->is_first() && line->is_exact()) return &*line;
  return nullptr;
}

std::uint64_t Search::nodes() const {
  std::uint64_t most = 0;
  for (const Info& line : lines) most = std::max(most, line.nodes.value_or(0));
  return most;
}

std::optional<chess::Move> exact_move(const chess::Mailbox& board, std::string_view text,
                                      chess::CastlingText castling) {
  for (const chess::Move move : board.generate())
    if (chess::to_uci(move, castling) == text) return move;
  return std::nullopt;
}

std::string fault_of_move(const chess::Mailbox& board, std::string_view text,
                          chess::CastlingText castling) {
  try {
    const chess::Move meant = chess::parse_move(board, text);
    return fmt::format("'{}' is written {} in UCI", printable(text),
                       chess::to_uci(meant, castling));
  } catch (const chess::MoveError&) {
    return fmt::format("'{}' is not legal in {}", printable(text), chess::to_string(board.setup()));
  }
}

Client::Client(engines::EngineSpec engine, const std::atomic<bool>& stop)
    : engine_(std::move(engine)), stop_(stop) {}

void Client::start() {
  if (runs()) return;
  sent_ = {speaks_xboard() ? "xboard; protover 2" : "uci"};
  session_ = std::make_unique<engines::EngineSession>(
      engines::command_words(engine_.command),
      speaks_xboard() ? engines::xboard_handshake() : engines::uci_handshake(),
      engines::SessionLimits{engine_.timeout, engine_.grace_period, engine_.timeout}, stop_,
      engine_.log);
  name_ = session_->name();
  if (speaks_xboard())
    set_up_xboard();
  else
    set_up_uci();
  has_other_options_ = false;
  forget();
}

void Client::set_up_uci() {
  options_ = engines::read_uci_options(session_->reply());
  if (option("Threads")) set("Threads", fmt::to_string(engine_.threads));
  for (const engines::EngineOption& wish : engine_.options) {
    if (!option(wish.name)) {
      std::vector<std::string> names;
      for (const engines::UciOption& one : options_) names.push_back(one.name);
      engines::refuse_option(engine_, wish.name, names);
    }
    require_in_range(engine_, *option(wish.name), wish.value);
    set(wish.name, wish.value);
  }
  after_greeting_ = synchronise();
}

void Client::set_up_xboard() {
  for (const engines::EngineOption& wish : engine_.options) {
    const auto& names = features().options();
    const auto name = std::ranges::find_if(
        names, [&](const std::string& one) { return engines::same_name(one, wish.name); });
    if (name == names.end()) engines::refuse_option(engine_, wish.name, names);
    send(wish.value.empty() ? "option " + *name : fmt::format("option {}={}", *name, wish.value));
  }
  session_->try_ping(features().ping() ? patience() : engines::optional_reply);
}

long Client::threads() const {
  for (const engines::EngineOption& wish : engine_.options)
    if (engines::same_name(wish.name, "Threads")) return parse_number<long>(wish.value).value_or(1);
  return engine_.threads;
}

const engines::UciOption* Client::option(std::string_view name) const {
  const auto place = std::ranges::find_if(
      options_, [&](const engines::UciOption& one) { return engines::same_name(one.name, name); });
  return place == options_.end() ? nullptr : &*place;
}

const engines::UciOption& Client::need_option(std::string_view name) const {
  if (const engines::UciOption* one = option(name)) return *one;
  throw NotApplicable(fmt::format("the engine has no option {}", name));
}

void Client::send(const std::string& line) {
  has_other_options_ |= line.starts_with("setoption");
  sent_.push_back(line);
  session_->begin_answer(line);
  session_->send(line);
}

void Client::set(std::string_view name, std::string_view value) {
  send(engines::setoption_line(*option(name), value));
}

std::optional<std::string> Client::read(Seconds silence) {
  std::string line;
  if (session_->read(line, from_now(silence))) return line;
  return std::nullopt;
}

std::vector<std::string> Client::synchronise() {
  std::vector<std::string> lines;
  if (speaks_xboard()) {
    session_->synchronise([&](const std::string& line) { lines.push_back(line); });
    return lines;
  }
  session_->begin_answer("isready");
  session_->send("isready");
  const auto deadline = from_now(patience());
  for (std::string line; session_->read(line, deadline);) {
    if (trimmed(line) == "readyok") return lines;
    lines.push_back(line);
  }
  throw Broken(fmt::format("no readyok within {:g} s", patience().count()),
               sent() + (sent_.empty() ? "isready" : "; isready"));
}

std::vector<std::string> Client::listen(Seconds time) {
  const auto deadline = from_now(time);
  std::vector<std::string> lines;
  for (std::string line; session_->read(line, deadline);) lines.push_back(line);
  return lines;
}

void Client::await_end() {
  const auto deadline = from_now(grace_period());
  try {
    std::string line;
    while (session_->read_until_exit(line, deadline)) {
    }
    end();
  } catch (const engines::EngineFault& fault) {
    if (fault.kind() == engines::FaultKind::stopped) throw;
    throw Broken(fault.kind() == engines::FaultKind::no_answer
                     ? fmt::format("still runs after {:g} s", grace_period().count())
                     : fault.what());
  }
}

void Client::begin(const Question& asked) {
  send(asked.position);
  synchronise();
  send(asked.go);
  asked_at_ = engines::Process::Clock::now();
}

Search Client::finish(const Question& asked, Seconds limit) {
  Search search{asked};
  const auto deadline = from_now(limit);
  for (std::string line; session_->read(line, deadline);) {
    const auto words = words_of(line);
    if (words.empty()) continue;
    if (words.front() == "bestmove") {
      search.seconds = Seconds(engines::Process::Clock::now() - asked_at_).count();
      if (words.size() > 1) search.best = words[1];
      if (words.size() > 3 && words[2] == "ponder") search.ponder = words[3];
      return search;
    }
    if (auto info = read_info_line(line)) search.lines.push_back(std::move(*info));
  }
  throw Broken(fmt::format("no bestmove within {:g} s", limit.count()), "",
               limit >= patience() ? "every go is answered by bestmove" : "");
}

std::string Client::sent() const {
  std::vector<std::string> lines;
  const std::size_t first = sent_.size() > max_lines ? sent_.size() - max_lines : 0;
  if (first > 0) lines.emplace_back("...");
  for (std::size_t i = first; i < sent_.size(); ++i) lines.push_back(cut(sent_[i]));
  return fmt::format("{}", fmt::join(lines, "; "));
}

}  // namespace plylab::suites::check
