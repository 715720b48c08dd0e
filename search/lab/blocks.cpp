#include "search/lab/blocks.h"

#include <algorithm>

namespace plylab::search::lab {
namespace {

/// The group, with the levels of all factors that vary within it and are not compared.
std::string block_name(const Group& group, const Run& run, Factor compared) {
  std::string name = group.name;
  for (std::size_t i = 0; i < factor_names.size(); ++i) {
    const auto factor = static_cast<Factor>(i);
    if (factor == compared || group.levels[factor].size() == 1) continue;
    name += factor == Factor::depth ? ", depth " : ", ";
    name += run[factor];
  }
  return name;
}

}  // namespace

std::vector<Block> blocks_of(const Group& group, const std::vector<Run>& runs,
                             const RunRecords& records, Factor compared) {
  std::vector<Block> blocks;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].group != group.name || !records[i]) continue;
    const std::string name = block_name(group, runs[i], compared);
    auto block = std::find_if(blocks.begin(), blocks.end(),
                              [&](const Block& other) { return other.name == name; });
    if (block == blocks.end()) block = blocks.insert(blocks.end(), Block{name, &runs[i], {}});
    block->by_level[runs[i][compared]][runs[i].start.text] = &*records[i];
  }
  return blocks;
}

}  // namespace plylab::search::lab
