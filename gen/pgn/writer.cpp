#include <fmt/format.h>

#include "gen/pgn/pgn.h"

namespace plylab::pgn {
namespace {

/// Words in lines of less than 80 columns, as the export format demands (8.2.1).
class Lines {
 public:
  void add(std::string_view word) {
    constexpr std::size_t most_columns = 79;
    if (column_ > 0 && column_ + 1 + word.size() > most_columns) {
      text_ += '\n';
      column_ = 0;
    }
    if (column_ > 0) {
      text_ += ' ';
      ++column_;
    }
    text_ += word;
    column_ += word.size();
  }

  void add_words(std::string_view words) {
    while (!words.empty()) {
      const std::string_view word = words.substr(0, words.find(' '));
      if (!word.empty()) add(word);
      words.remove_prefix(std::min(word.size() + 1, words.size()));
    }
  }

  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::size_t column_ = 0;
};

std::string in_quotes(std::string_view value) {
  std::string text = "\"";
  for (const char c : in_one_line(value)) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text += '"';
}

std::string braced(std::string_view comment) {
  std::string text = '{' + in_one_line(comment) + '}';
  for (std::size_t i = 1; i + 1 < text.size(); ++i)
    if (text[i] == '}') text[i] = ')';
  return text;
}

}  // namespace

std::string in_one_line(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  return result;
}

std::string to_pgn(const PgnGame& pgn_game, const GameInfo& game) {
  std::string text;
  for (const auto& [name, value] : pgn_game.tags)
    text += fmt::format("[{} {}]\n", name, in_quotes(value));
  text += '\n';
  Lines lines;
  const auto referee = game.referee(game.parse(pgn_game.start));
  if (!pgn_game.comment.empty()) lines.add_words(braced(pgn_game.comment));
  bool number_wanted = true;  // also for Black after a comment
  for (const PgnMove& ply : pgn_game.moves) {
    const unsigned number = referee->ply() / 2 + 1;
    const bool whites = referee->ply() % 2 == 0;
    if (whites || number_wanted) lines.add(fmt::format("{}{}", number, whites ? "." : "..."));
    lines.add(referee->words(ply.move));
    if (!ply.comment.empty()) lines.add_words(braced(ply.comment));
    number_wanted = !ply.comment.empty();
    referee->play(ply.move);
  }
  lines.add(pgn_game.result.empty() ? "*" : pgn_game.result);
  return text + lines.text() + "\n\n";
}

}  // namespace plylab::pgn
