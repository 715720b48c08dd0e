// A small engine that speaks UCI and has the fault that its argument names, or none: for the tests
// of what finds faults. Its search is plain alpha-beta by material.
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "gen/base/text.h"
#include "gen/chess/board/notation.h"
#include "gen/chess/mailbox/mailbox.h"

namespace plylab::chess {
namespace {

using Clock = std::chrono::steady_clock;

std::string fault;
bool has(std::string_view name) { return fault == name; }

void say(const std::string& line) {
  std::puts(line.c_str());
  std::fflush(stdout);
}

constexpr int infinity = 1'000'000, mate = 100'000, max_plies = 64;

bool is_mate(int score) { return std::abs(score) > mate - 1000; }

struct Limits {
  int depth = 40;
  std::uint64_t nodes = ~std::uint64_t{0};
  double seconds = 1e9;
  bool infinite = false, ponder = false, by_clock = false;
  std::vector<Move> moves = {};
};

struct RootLine {
  int score = -infinity;
  std::vector<Move> pv = {};
};

class Engine {
 public:
  int run() {
    for (std::string line; !quit_ && read(line, -1);) obey(line);
    if (ended_ && has("outlives-its-input")) std::this_thread::sleep_for(std::chrono::hours(1));
    return quit_ && has("ends-with-status") ? 3 : 0;
  }

 private:
  // ---- input ----

  /// Reads a line; waits so many milliseconds, or for ever. False at the end of the input, too.
  bool read(std::string& line, int wait) {
    while (true) {
      if (const auto end = received_.find('\n'); end != received_.npos) {
        line = received_.substr(0, end);
        received_.erase(0, end + 1);
        return true;
      }
      pollfd ready{STDIN_FILENO, POLLIN, 0};
      if (ended_ || ::poll(&ready, 1, wait) <= 0) return false;
      char buffer[4096];
      const ssize_t size = ::read(STDIN_FILENO, buffer, sizeof buffer);
      if (size <= 0) {
        ended_ = stop_ = true;
        return false;
      }
      received_.append(buffer, static_cast<std::size_t>(size));
    }
  }

  static std::vector<std::string> split(const std::string& line) {
    if (has("keeps-cr")) return words_of(line, " \t");
    if (!has("single-blanks")) return words_of(line);
    std::vector<std::string> words(1);
    for (const char c : line)
      if (c == ' ')
        words.emplace_back();
      else
        words.back() += c;
    return words;
  }

  void obey(const std::string& line) {
    const auto words = split(line);
    const std::string command = words.empty() ? "" : words.front();
    if (command == "uci")
      introduce();
    else if (command == "isready")
      ready();
    else if (command == "setoption")
      set(words);
    else if (command == "ucinewgame")
      ++games_;
    else if (command == "position")
      set_up(words);
    else if (command == "go")
      go(words);
    else if (command == "stop" && has("moves-when-idle"))
      say("bestmove e2e4");
    else if (command == "quit")
      quit_ = !has("ignores-quit");
    else if (command == "xyzzy" && has("dies-of-nonsense"))
      std::exit(1);
  }

  void ready() {
    say("readyok");
    if (has("ready-twice")) say("readyok");
  }

  void introduce() {
    say("id name Faulty");
    if (!has("no-author")) say("id author the plylab authors");
    say(fmt::format("option name Hash type {} default {} min 1 max 64",
                    has("odd-type") ? "number" : "spin", has("default-beyond") ? 100 : 16));
    if (has("same-name")) say("option name hash type spin default 16 min 1 max 64");
    say("option name MultiPV type spin default 1 min 1 max 64");
    say("option name Ponder type check default false");
    say("option name UCI_Chess960 type check default false");
    say(fmt::format("option name Style type combo default {} var Solid var Risky",
                    has("default-unknown") ? "Wild" : "Solid"));
    say("uciok");
    if (has("uciok-twice")) say("uciok");
    if (has("late-option")) say("option name Late type check default false");
  }

  void set(const std::vector<std::string>& words) {
    if (words.size() < 5) return;
    const std::string name = lower_case(words[2]);
    if (name == "style" && has("dies-of-combo")) std::exit(1);
    if (name == "hash" && has("dies-of-second-hash") && ++hashes_ == 2) std::abort();
    if (name == "multipv" && !has("no-multipv")) lines_ = std::stoul(words[4]);
    if (name == "uci_chess960") chess960_ = words[4] == "true";
  }

  void set_up(const std::vector<std::string>& words) {
    const auto moves = std::find(words.begin(), words.end(), "moves");
    std::string fen(startpos_fen);
    if (words.size() > 1 && words[1] == "fen") {
      fen.clear();
      for (auto word = words.begin() + 2; word != moves; ++word) fen += *word + ' ';
    }
    try {
      board_ = Mailbox(ValidSetup(fen));
    } catch (const InputError&) {
      return;
    }
    history_.clear();
    played_ = 0;
    if (moves == words.end() || (has("no-moves-after-fen") && words[1] == "fen")) return;
    for (auto text = moves + 1; text != words.end(); ++text) {
      const auto move = move_from_text(board_, *text);
      if (!move) break;
      if (++played_ > 500 && has("dies-of-long-games")) std::abort();
      history_.push_back(identity());
      board_.make(*move);
    }
  }

  // ---- the search ----

  void go(const std::vector<std::string>& words) {
    limits_ = {};
    read_limits(words);
    stop_ = hit_ = ready_later_ = false;
    nodes_ = has("counts-games") ? games_ : has("counts-processes") ? ::getpid() : 0;
    start_ = Clock::now();
    think();
    while ((limits_.infinite || (limits_.ponder && !hit_)) && !stop_ && !ends_too_early())
      listen(20);
    if (has("slow-to-stop")) std::this_thread::sleep_for(std::chrono::seconds(4));
    if (!ended_ && !quit_) answer();
    if (ready_later_) ready();
  }

  bool ends_too_early() const {
    if (limits_.ponder && has("ponders-not")) return true;
    const bool over = best_.empty() || is_mate(best_.front().score);
    return over && (limits_.ponder ? has("mate-ends-pondering") : has("mate-ends-infinite"));
  }

  void read_limits(const std::vector<std::string>& words) {
    const auto number = [&](std::size_t at) {
      return at < words.size() ? parse_number<double>(words[at]).value_or(0) : 0.0;
    };
    double left = -1, increment = 0, to_go = 20;
    const bool is_white = (board_.side_to_move() == white) != has("other-clock");
    for (std::size_t i = 1; i < words.size(); ++i) {
      const std::string& word = words[i];
      if (word == "depth" && !has("no-depth"))
        limits_.depth = static_cast<int>(number(i + 1)) + (has("depth-plus-one") ? 1 : 0);
      if (word == "nodes")
        limits_.nodes = static_cast<std::uint64_t>(number(i + 1)) * (has("many-nodes") ? 10 : 1);
      if (word == "movetime") limits_.seconds = number(i + 1) / 1000 * (has("slow") ? 20 : 1);
      if (word == "mate" && !has("no-mate")) limits_.depth = 2 * static_cast<int>(number(i + 1));
      if (word == "infinite") limits_.infinite = true;
      if (word == "ponder") limits_.ponder = true;
      if (word == (is_white ? "wtime" : "btime")) left = number(i + 1) / 1000;
      if (word == (is_white ? "winc" : "binc")) increment = number(i + 1) / 1000;
      if (word == "movestogo") to_go = number(i + 1);
      if (const auto move = move_from_text(board_, word); move && !has("no-searchmoves"))
        limits_.moves.push_back(*move);
    }
    if (left < 0) return;
    limits_.by_clock = true;
    limits_.seconds = std::min(left / to_go + increment / 2, left * 0.7);
    if (has("overspends")) limits_.seconds = 4 * left + 1;
    if (has("slow-below-a-second") && left < 0.1) limits_.seconds = 3;
  }

  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  /// Obeys what may come during a search.
  void listen(int wait) {
    for (std::string line; read(line, wait); wait = 0) {
      const std::string word = std::string(trimmed(line));
      if (word == "isready" && has("ready-after-search"))
        ready_later_ = true;
      else if (word == "isready")
        ready(), stop_ = stop_ || has("ready-stops");
      else if (word == "stop" && !has("no-stop"))
        stop_ = true;
      else if (word == "ponderhit" && !has("no-ponderhit"))
        hit_ = true, start_ = Clock::now();
      else if (word == "quit" && !has("quits-when-idle"))
        quit_ = stop_ = !has("ignores-quit");
    }
  }

  void watch() {
    if (nodes_ >= limits_.nodes) stop_ = true;
    if (nodes_ % 1024 != 0) return;
    listen(0);
    if (!limits_.infinite && (!limits_.ponder || hit_) && seconds() > limits_.seconds) stop_ = true;
  }

  /// What makes two positions the same.
  Packed identity() const {
    Setup setup = board_.setup();
    if (has("same-without-rights")) setup.castling = no_castling;
    return pack(setup);
  }

  bool repeats(const Packed& now) const {
    return !has("no-repetition") && std::count(history_.begin(), history_.end(), now) >= 2;
  }

  int evaluate() const {
    constexpr int values[] = {0, 320, 500, 900, 100, 310, 0};
    int sum = 0;
    board_.for_each_piece([&](Piece piece, Square square) {
      const int file = std::min(file_of(square), 7 - file_of(square));
      const int rank = std::min(rank_of(square), 7 - rank_of(square));
      int value = values[type_of(piece)] + (type_of(piece) == king ? 0 : 2 * (file + rank));
      if (has("likes-the-a-file") && file_of(square) == 0) value += 25;
      sum += color_of(piece) == white ? value : -value;
    });
    if (has("likes-white")) sum += 30;
    if (has("counts-moves-played")) sum += played_;
    return board_.side_to_move() == white ? sum : -sum;
  }

  bool is_fifty() const { return !has("no-fifty") && board_.halfmove_clock() >= 100; }

  int search(int depth, int ply, int alpha, int beta, std::vector<Move>& pv) {
    pv.clear();
    ++nodes_;
    watch();
    if (stop_) return 0;
    const Packed now = identity();
    if (repeats(now) || (has("fifty-before-mate") && is_fifty())) return 0;
    if (has("fifty-for-ever") && first_clock_ + static_cast<unsigned>(ply) >= 100) {
      if (board_.count() != 0) return 0;
    }
    Moves moves = board_.generate();
    if (moves.size() == 0) return board_.checkers() != 0 ? -mate + ply : 0;
    if (is_fifty() || board_.insufficient_material()) return 0;
    if (depth == 0 || ply == max_plies) return evaluate();
    std::stable_sort(moves.begin(), moves.end(),
                     [](Move a, Move b) { return a.is_capture() > b.is_capture(); });
    int best = -infinity;
    history_.push_back(now);
    for (const Move move : moves) {
      const auto undo = board_.make(move);
      std::vector<Move> line;
      const int score = -search(depth - 1, ply + 1, -beta, -alpha, line);
      board_.unmake(move, undo);
      if (stop_) break;
      if (score <= best) continue;
      best = score;
      pv.assign(1, move);
      pv.insert(pv.end(), line.begin(), line.end());
      alpha = std::max(alpha, score);
      if (alpha >= beta) break;
    }
    history_.pop_back();
    return best;
  }

  void think() {
    best_.clear();
    first_clock_ = board_.halfmove_clock();
    std::vector<Move> root;
    for (const Move move : board_.generate())
      if (limits_.moves.empty() ||
          std::find(limits_.moves.begin(), limits_.moves.end(), move) != limits_.moves.end())
        root.push_back(move);
    if (has("misses-mates")) std::erase_if(root, [&](Move move) { return mates(move); });
    if (root.empty()) return;
    best_.push_back({-infinity, {root.front()}});
    for (int depth = 1; depth <= limits_.depth && !stop_; ++depth) {
      const double before = seconds();
      if (!iterate(depth, root)) break;
      // Three times as slow, however busy the machine is.
      if (has("sleeps"))
        std::this_thread::sleep_for(std::chrono::duration<double>(2 * (seconds() - before)));
      tell(depth);
      if ((limits_.infinite || limits_.ponder) && ends_too_early()) break;
      if (limits_.by_clock && !limits_.ponder && seconds() > limits_.seconds / 2) break;
      if (has("tells-depths-twice") && depth == 3) tell(1);
    }
  }

  bool mates(Move move) const {
    Mailbox next = board_;
    next.make(move);
    return next.count() == 0 && next.checkers() != 0;
  }

  /// Searches all root moves; false if it was stopped. The best comes first in the next iteration.
  bool iterate(int depth, std::vector<Move>& root) {
    std::vector<RootLine> lines;
    iteration_start_ = Clock::now();
    history_.push_back(identity());
    for (std::size_t i = 0; i < root.size(); ++i) {
      if (depth > 2)
        say(fmt::format("info depth {} currmove {} currmovenumber {}", depth,
                        has("current-nonsense") ? "e9e9" : text(root[i]), i + 1));
      const auto undo = board_.make(root[i]);
      // With several lines each needs its own value.
      const int alpha = lines_ > 1 || lines.empty() ? -infinity : lines.front().score;
      RootLine line;
      line.score = -search(depth - 1, 1, -infinity, -alpha, line.pv);
      board_.unmake(root[i], undo);
      if (stop_) break;
      line.pv.insert(line.pv.begin(), root[i]);
      const auto place = std::find_if(lines.begin(), lines.end(), [&](const RootLine& other) {
        return other.score < line.score;
      });
      lines.insert(place, std::move(line));
      if (lines_ == 1) lines.resize(1);
    }
    history_.pop_back();
    if (stop_) return false;
    best_ = std::move(lines);
    const auto first = std::find(root.begin(), root.end(), best_.front().pv.front());
    std::rotate(root.begin(), first, first + 1);
    return true;
  }

  // ---- output ----

  std::string text(Move move) const {
    bool takes_rook = chess960_;
    if (has("castles-as-960")) takes_rook = true;
    if (has("never-castles-as-960")) takes_rook = false;
    std::string word =
        to_uci(move, takes_rook ? CastlingText::takes_rook : CastlingText::destination);
    if (has("capital-promotions") && word.size() == 5)
      word.back() = static_cast<char>(word.back() - 'a' + 'A');
    return word;
  }

  std::string score_text(int score) const {
    if (has("score-for-white") && board_.side_to_move() == black) score = -score;
    if (has("smallest-mate")) return "score mate -2147483648";
    if (has("score-without-kind")) return fmt::format("score {}", score);
    if (has("invents-mates") && score > 300 && !is_mate(score)) return "score mate 2";
    if (!is_mate(score) || has("mate-in-centipawns")) return fmt::format("score cp {}", score);
    const int plies = mate - std::abs(score);
    int moves = has("mate-in-plies") ? plies : (plies + 1) / 2;
    if (score < 0 && !has("mate-without-sign")) moves = -moves;
    return fmt::format("score mate {}", moves);
  }

  std::string pv_text(const RootLine& line) const {
    std::string words;
    Mailbox board = board_;
    std::size_t most = has("invents-mates") ? 1 : line.pv.size();
    for (const Move move : line.pv) {
      if (most-- == 0) break;
      words += ' ' + (has("pv-in-san") ? to_san(board, move) : text(move));
      board.make(move);
    }
    if (has("pv-too-long")) words += " a1h7";
    return words;
  }

  void tell(int depth) {
    std::vector<RootLine> lines(best_.begin(),
                                best_.begin() + static_cast<long>(std::min(lines_, best_.size())));
    if (has("multipv-reversed")) std::reverse(lines.begin(), lines.end());
    if (has("multipv-repeated"))
      for (RootLine& line : lines) line = lines.front();
    const auto told_nodes = has("forgets-nodes") && depth == 3 ? 1 : nodes_;
    const double told_seconds =
        has("time-of-iteration")
            ? depth == 1 ? 1
                         : std::chrono::duration<double>(Clock::now() - iteration_start_).count()
            : seconds();
    for (std::size_t i = 0; i < lines.size(); ++i)
      say(fmt::format(
          "info depth {} seldepth {} multipv {} {} nodes {} time {:.0f} nps {} hashfull "
          "{} pv{}",
          depth, depth, i + 1, has("no-score") ? "" : score_text(lines[i].score), told_nodes,
          told_seconds * 1000, has("nps-in-words") ? "many" : "1000",
          has("hashfull-in-percent") ? 1200 : 0, pv_text(lines[i])));
  }

  void answer() {
    if (best_.empty()) {
      const bool is_check = board_.checkers() != 0;
      if (is_check && has("dies-when-mated")) std::abort();
      if (is_check && has("silent-when-mated")) return;
      return say(!is_check && has("moves-when-stalemated") ? "bestmove h8h7" : "bestmove (none)");
    }
    if (has("silent")) return;
    if (has("silent-with-one-move") && board_.count() == 1) return;
    if (has("lost-after-newgame") && games_ > 1) return say("bestmove a1a1");
    RootLine line = best_.front();
    const Moves legal = board_.generate();
    if (has("plays-another") && legal.size() > 1)
      line.pv = {*std::find_if(legal.begin(), legal.end(),
                               [&](Move move) { return move != line.pv.front(); })};
    std::string words = "bestmove " + text(line.pv.front());
    if (line.pv.size() > 1)
      words += " ponder " + (has("ponders-on-nonsense") ? "a1a1" : text(line.pv[1]));
    say(words);
    if (has("moves-twice")) say(words);
  }

  Mailbox board_{ValidSetup(startpos_fen)};
  std::vector<Packed> history_;  // of the positions before
  int played_ = 0;
  unsigned first_clock_ = 0;
  std::string received_;
  bool ended_ = false, quit_ = false, stop_ = false, hit_ = false, ready_later_ = false;
  bool chess960_ = false;
  std::size_t lines_ = 1;
  int hashes_ = 0;
  Limits limits_;
  std::vector<RootLine> best_;  // none without a legal move
  std::uint64_t nodes_ = 0, games_ = 0;
  Clock::time_point start_, iteration_start_;
};

}  // namespace
}  // namespace plylab::chess

int main(int argc, char** argv) {
  if (argc > 1) plylab::chess::fault = argv[1];
  return plylab::chess::Engine().run();
}
