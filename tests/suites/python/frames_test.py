"""Results as DataFrames of pandas."""

import unittest

import plylab


def search_nodes(position):
    return (one.nodes for one in position.search(3, algorithm="pvs").iterations)


class Frames(unittest.TestCase):
    def test_each_result(self):
        start = plylab.Position("kiwipete")
        perft = plylab.frame(start.perft(2))
        self.assertEqual((len(perft), perft.leaves.sum()), (48, 2039))
        search = plylab.frame(start.search(3))
        self.assertEqual(list(search.depth), [1, 2, 3])
        mates = plylab.frame(plylab.solve("mates", 1)[:3])
        self.assertEqual(len(mates), 3)

        def one_more(fen, moves, depth):
            return plylab.Position(fen).make(*moves).perft(depth).leaves + (depth == 2)

        raw = plylab.run("search", fen="kiwipete", algo="pvs", depth=3, table="raw")
        frame = plylab.frame(raw.tables["raw"])
        self.assertEqual(list(frame.nodes), list(search_nodes(start)))

        compared = plylab.frame(plylab.compare(["pvs", "minimax"], ["kiwipete"], depth=2))
        self.assertEqual(list(compared.depth), [1, 2, 1, 2])
        wrong = plylab.frame(plylab.verify_search(lambda position, depth: 7, game="tictactoe"))
        self.assertEqual(set(wrong.value), {7})

        wrong = plylab.verify(one_more, ["startpos"])
        self.assertEqual(list(plylab.frame(wrong).reported), [401])

    def test_what_has_no_row_has_columns(self):
        def right(fen, moves, depth):
            return plylab.Position(fen).make(*moves).perft(depth).leaves

        for result, column in ((plylab.verify(right, ["startpos"], depth=1), "usual_cause"),
                               (plylab.verify_search("pvs", game="tictactoe"), "plies_left")):
            frame = plylab.frame(result)
            self.assertEqual(len(frame), 0)
            self.assertIn(column, frame.columns)

    def test_a_mate_is_a_row(self):
        mate = plylab.Position("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1").mate(3)
        self.assertEqual(list(plylab.frame(mate).moves), [2])


if __name__ == "__main__":
    unittest.main()
