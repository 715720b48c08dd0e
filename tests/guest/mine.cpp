// plylab with a guest's searches, evaluations, orderings and generators: all of main().
#include <suites/lab.h>

#include "boards.h"
#include "searches.h"

int main(int argc, char** argv) {
  plylab::Lab lab;
  lab.add_search<guest::Copy>("copy", "a copy of pvs-soft");
  lab.add_search<guest::Hasty>("hasty", "pvs without second searches, which is wrong");
  lab.add_search<guest::Plain>("plain", "minimax on positions alone");
  lab.add_evaluation<guest::Men>("men", "a pawn for each man");
  lab.add_evaluation<guest::CountedMen>("counted-men", "the same, counted move by move");
  lab.add_ordering<guest::CapturesByTarget>("by-target", "captures first, then by target square");
  lab.add_generator<guest::ChessBoard>("wrapped", "mailbox under another name");
  lab.add_generator<guest::ForgetfulBoard>("forgetful", "mailbox without O-O-O, which is wrong");
  return lab.run(argc, argv);
}
