// plylab with a guest's searches, evaluations and orderings: all of main().
#include <suites/lab.h>

#include "searches.h"

int main(int argc, char** argv) {
  plylab::Lab lab;
  lab.add_search<guest::Copy>("copy", "a copy of pvs-soft");
  lab.add_search<guest::Hasty>("hasty", "pvs without second searches, which is wrong");
  lab.add_search<guest::Plain>("plain", "minimax on positions alone");
  lab.add_evaluation<guest::Men>("men", "a pawn for each man");
  lab.add_evaluation<guest::CountedMen>("counted-men", "the same, counted move by move");
  lab.add_ordering<guest::CapturesByTarget>("by-target", "captures first, then by target square");
  return lab.run(argc, argv);
}
