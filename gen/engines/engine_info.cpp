#include "gen/engines/engine_info.h"

#include <algorithm>
#include <array>
#include <concepts>
#include <limits>

#include "gen/base/text.h"

namespace plylab::engines {
namespace {

using Words = std::vector<std::string>;

/// Reads a word as a number, with or without a plus; none if it is not a number or does not fit.
template <std::integral T>
std::optional<T> told_number(std::string_view word) {
  return parse_number<T>(word.substr(word.starts_with('+')));
}

/// Whether a word names a square or is castling: every move does.
bool looks_like_move(std::string_view word) {
  for (const std::string_view castling : {"O-O", "0-0", "o-o"})
    if (word.find(castling) != word.npos) return true;
  for (std::size_t i = 0; i + 1 < word.size(); ++i)
    if (word[i] >= 'a' && word[i] <= 'h' && word[i + 1] >= '1' && word[i + 1] <= '8') return true;
  return false;
}

/// The words that look like moves, without remarks in brackets.
Words moves_among(Words::const_iterator from, Words::const_iterator to) {
  Words moves;
  bool remark = false;
  for (; from != to; ++from) {
    if (from->starts_with('{') || from->starts_with('[')) remark = true;
    if (!remark && looks_like_move(*from)) moves.push_back(*from);
    if (from->ends_with('}') || from->ends_with(']')) remark = false;
  }
  return moves;
}

/// A depth such as "12", "12." or "12&".
std::optional<int> depth_in(std::string_view word) {
  if (word.size() > 1 && std::string_view(".&+-*").find(word.back()) != std::string_view::npos)
    word.remove_suffix(1);
  const auto depth = told_number<int>(word);
  return depth && *depth >= 0 && *depth <= max_depth ? depth : std::nullopt;
}

/// Reads a number of nodes. None if it is 0, which an engine without a count says, or more than any
/// engine visits, which could not be added up.
std::optional<std::uint64_t> told_nodes(std::string_view word) {
  const auto nodes = told_number<std::uint64_t>(word);
  return nodes && *nodes > 0 && *nodes <= std::uint64_t{1} << 53 ? nodes : std::nullopt;
}

constexpr int longest_mate = 1000;        // moves; also the longest that xboard can express
constexpr int highest_score = 1'000'000;  // centipawns: ten times xboard's mates

/// Reads a word as a number; none if it exceeds ±most.
std::optional<int> told_number_within(int max, std::string_view word) {
  const auto number = told_number<int>(word);
  return number && -max <= *number && *number <= max ? number : std::nullopt;
}

void read_score(EngineInfo& info, Words::const_iterator& word, Words::const_iterator end) {
  const bool mate = *word == "mate";
  if ((!mate && *word != "cp") || word + 1 == end) return;
  const auto score = told_number_within(mate ? longest_mate : highest_score, *++word);
  // A mate in 0 means that the game is over.
  if (mate && score != 0)
    info.mate = score;
  else if (!mate)
    info.centipawns = score;
}

/// Whether a word of "info" begins another part of the line.
bool begins_part(std::string_view word) {
  constexpr std::array<std::string_view, 17> parts = {
      "depth",    "seldepth", "time",          "nodes", "pv",     "multipv",    "score",
      "currmove", "currline", "hashfull",      "nps",   "tbhits", "refutation", "cpuload",
      "wdl",      "string",   "currmovenumber"};
  return std::find(parts.begin(), parts.end(), word) != parts.end();
}

}  // namespace

std::optional<EngineInfo> read_info(std::string_view text) {
  const Words words = words_of(text);
  if (words.size() < 2 || words.front() != "info" || words[1] == "string") return {};
  EngineInfo info;
  for (auto word = words.begin() + 1; word != words.end(); ++word) {
    if (*word == "lowerbound" || *word == "upperbound") info.bound = true;
    if (word + 1 == words.end() || *word == "string") break;
    if (*word == "pv") {
      const auto end = std::find_if(word + 1, words.end(), begins_part);
      info.pv = moves_among(word + 1, end);
      word = end - 1;
      continue;
    }
    if (*word == "multipv" && told_number<int>(*(word + 1)) != 1) return {};
    if (*word == "depth") info.depth = depth_in(*(word + 1));
    if (*word == "nodes") info.nodes = told_nodes(*(word + 1));
    if (*word == "score") read_score(info, ++word, words.end());
  }
  return info;
}

std::optional<EngineInfo> read_thinking(std::string_view text) {
  constexpr int mate = 100'000;  // plus the moves until then
  const Words words = words_of(text);
  if (words.size() < 4) return {};
  EngineInfo info{.depth = depth_in(words[0]),
                  .centipawns = told_number_within(highest_score, words[1]),
                  .nodes = told_nodes(words[3])};
  const bool are_numbers =
      told_number<std::int64_t>(words[2]) && told_number<std::uint64_t>(words[3]);
  if (!info.depth || !info.centipawns || !are_numbers) return {};
  if (const int beyond = std::abs(*info.centipawns) - mate; beyond > 0 && beyond <= longest_mate) {
    info.mate = *info.centipawns > 0 ? beyond : -beyond;
    info.centipawns.reset();
  }
  info.pv = moves_among(words.begin() + 4, words.end());
  return info;
}

}  // namespace plylab::engines
