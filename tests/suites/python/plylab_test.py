"""The Python module: what it gives, and what it says to bad input."""

import inspect
import json
import os
import pickle
import signal
import tempfile
import threading
import time
import unittest

import plylab


class Copying:
    """A right generator: plylab's own positions, one made by each move."""

    def __init__(self, fen):
        self.line = [plylab.Position(fen)]

    def moves(self):
        return self.line[-1].moves()

    def make(self, move):
        self.line.append(self.line[-1].make(str(move)))

    def unmake(self, move):
        self.line.pop()


class Nim(plylab.Game):
    """One to three of a heap in turn; whoever takes the last one wins."""

    def __init__(self, heap=7):
        self.heap = heap
        self.turn = 0

    def __str__(self):
        return f"{self.heap} {self.turn}"

    def moves(self):
        return [taken for taken in (1, 2, 3) if taken <= self.heap]

    def make(self, move):
        self.heap -= move
        self.turn = 1 - self.turn

    def unmake(self, move):
        self.heap += move
        self.turn = 1 - self.turn


class Positions(unittest.TestCase):
    def test_every_game_has_moves_and_a_perft(self):
        for game in plylab.games():
            start = plylab.Position(game=game)
            self.assertEqual(start.perft(1).leaves, len(start.moves()), game)
            self.assertEqual(plylab.Position(start.text, game), start)
            self.assertIsNone(start.end())
            self.assertTrue(start.evaluations())

    def test_perft_knows_its_depths(self):
        for position in (plylab.Position(), plylab.Position(game="reversi"), Nim()):
            perft = position.perft(0)
            self.assertEqual(getattr(perft, "leaves", perft), 1)
            for depth in (-1, 61, 100):
                with self.assertRaisesRegex(plylab.InputError, "depth: .* is not from 0 to 60"):
                    position.perft(depth)

    def test_type_errors_name_the_arguments(self):
        for call, name in (
            (lambda: plylab.Position().perft("5"), "depth"),
            (lambda: plylab.Position().perft(5, threads="two"), "threads"),
            (lambda: plylab.Position().search(nodes="many"), "nodes"),
            (lambda: plylab.Position().mate(moves=1.5), "moves"),
            (lambda: plylab.solve("demo", depth="deep"), "depth"),
            (lambda: Nim().perft("5"), "depth"),
            (lambda: Nim().search(2, nodes=2.5), "nodes"),
            (lambda: Nim().check(games="all"), "games"),
            (lambda: plylab.Position(7), "text"),
            (lambda: plylab.Position("\ud800"), "text"),
            (lambda: plylab.Position().make("e4", 5), "moves"),
            (lambda: plylab.Position().search(3, switches=["null"]), "switches"),
            (lambda: plylab.Position().search(seconds="long"), "seconds"),
            (lambda: plylab.Position().perft(7, progress="often"), "progress"),
            (lambda: plylab.Position().divide(None), "depth"),
            (lambda: plylab.run("perft", 5), "arguments"),
            (lambda: plylab.compare(["pvs"], [5]), "positions"),
            (lambda: plylab.compare(["pvs"], depth="2"), "depth"),
            (lambda: plylab.verify(Copying, [5]), "positions"),
            (lambda: plylab.verify(Copying, "startpos"), "positions"),
            (lambda: plylab.verify_search("pvs", depth=[1]), "depth"),
            (lambda: plylab.add_search(5, max), "name"),
            (lambda: plylab.compare(5), "searches"),
            (lambda: plylab.verify_search("pvs", 5), "positions"),
            (lambda: plylab.Position().perft(2, statistics="no"), "statistics"),
        ):
            with self.subTest(name), self.assertRaises(TypeError) as caught:
                call()
            self.assertRegex(str(caught.exception), f"^{name}: .*$")

    def test_numbers_that_are_none_of_the_program_are_refused_by_name(self):
        position = plylab.Position()
        for call, message in (
            (lambda: position.perft(2, threads=2**70), f"threads: {2**70} is out of range"),
            (lambda: position.perft(2**31), f"depth: {2**31} is out of range"),
            (lambda: position.perft(2**31 - 1), f"depth: {2**31 - 1} is not from 0 to 60"),
            (lambda: position.perft(-(2**31) - 1), f"depth: {-(2**31) - 1} is out of range"),
            (lambda: position.perft(2, hash=-1), "hash: -1 is negative"),
            (lambda: position.mate(2, hash=-1), "hash: -1 is negative"),
            (lambda: position.search(nodes=-1), "nodes: -1 is negative"),
            (lambda: position.search(nodes=2**64), f"nodes: {2**64} is out of range"),
            (lambda: position.search(-3), "depth: -3 is not from 0 to 127"),
            (lambda: position.search(128), "depth: 128 is not from 0 to 127"),
            (lambda: position.search(seconds=10**400), f"seconds: {10**400} is out of range"),
            (lambda: position.search(seconds=-1), "seconds: -1 is negative, or no finite number"),
            (lambda: plylab.solve("demo", 1000), "depth: 1000 is not from 0 to 127"),
            (lambda: plylab.solve("demo", 1, threads=-2), "threads: -2 is less than 1"),
            (lambda: plylab.verify(Copying, faults=-1), "faults: -1 is negative"),
        ):
            with self.subTest(message), self.assertRaises(plylab.InputError) as caught:
                call()
            self.assertEqual(str(caught.exception), message)
        stalemate = plylab.Position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
        self.assertEqual(stalemate.search(127, nodes=2**64 - 1).value, 0)

    def test_they_can_be_pickled(self):
        for position in (plylab.Position("kiwipete").make("e1g1"), plylab.Position(game="reversi")):
            self.assertEqual(pickle.loads(pickle.dumps(position)), position)

    def test_moves_lead_on(self):
        start = plylab.Position()
        after = start.make("e4", "e7e5")
        self.assertEqual(after, start.make("e4 e5"))
        self.assertEqual(after.make("Nf3").side, "second")
        self.assertIn("Nc3", after.moves(words=True))
        self.assertEqual(start.text.split()[0], "/".join(["rnbqkbnr", "pppppppp"] + ["8"] * 4 +
                                                         ["PPPPPPPP", "RNBQKBNR"]))
        self.assertTrue(start.board().startswith("rnbqkbnr\npppppppp\n........\n"))

    def test_games_end(self):
        mate = plylab.Position("startpos moves f3 e5 g4 Qh4")
        self.assertEqual(mate.end().winner, "second")
        stalemate = plylab.Position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
        self.assertIsNone(stalemate.end().winner)

    def test_rubbish_is_refused_in_a_line(self):
        start = plylab.Position()
        for i, call in enumerate((
            lambda: plylab.Position("rubbish\n\0\x1b"),
            lambda: plylab.Position("8/8/8/8/8/8/8/8 w - - 0 1"),
            lambda: plylab.Position(game="go"),
            lambda: start.make("e5"),
            lambda: start.perft(-1),
            lambda: start.perft(2, generator="fast"),
            lambda: start.perft(2, kernel="fast"),
            lambda: start.perft(2, threads=0),
            lambda: start.perft(2, statistics=True, convention="mine"),
            lambda: plylab.Position(game="synthetic-tree").perft(2, statistics=True),
            lambda: start.search(),
            lambda: start.search(-3),
            lambda: start.search(3, algorithm="deepest"),
            lambda: start.search(3, evaluation="nn"),
            lambda: start.search(3, ordering="best"),
            lambda: start.search(3, switches="tabel=1"),
            lambda: start.mate(),
            lambda: start.mate(2, solver="oracle"),
            lambda: plylab.Position(game="checkers").mate(2),
            lambda: plylab.solve("no-such-suite", 2),
            lambda: plylab.solve("8/8 w", 2),
        )):
            with self.subTest(i), self.assertRaises(plylab.InputError) as caught:
                call()
            self.assertNotIn("\n", str(caught.exception))
        with self.assertRaises(OSError):
            plylab.solve("no-such-suite", 2)
        with self.assertRaises(MemoryError):
            start.perft(2, hash=10**9)
        with self.assertRaises(TypeError):
            start.search(3, evaluation=7)


class Commands(unittest.TestCase):
    def test_reports_are_those_of_the_program(self):
        report = plylab.run("search", fen="kiwipete", algo=["pvs", "mtdf"], depth=3, quiet=True)
        self.assertTrue(report.complete)
        self.assertFalse(report.differs)
        self.assertEqual(
            json.loads(report.json)["tables"][0]["rows"], report.tables["search"]
        )
        search = plylab.Position("kiwipete").search(3, algorithm="pvs")
        self.assertEqual(report.tables["search"][0]["value"], search.value)
        self.assertEqual(report.tables["search"][0]["nodes"], search.last.nodes)

    def test_options_are_words(self):
        by_words = plylab.run("perft", "--depth", "3", "--stats").tables
        by_names = plylab.run("perft", depth=3, stats=True, hash=None).tables
        self.assertEqual(by_words["perft"][-1]["leaves"], 8902)
        self.assertEqual(by_names["statistics"], by_words["statistics"])

    def test_progress_may_end_it(self):
        report = plylab.run("perft", depth=9, progress=lambda share: False)
        self.assertFalse(report.complete)
        with tempfile.TemporaryDirectory() as folder:
            manifest = f"{folder}/nine.count"
            report = plylab.run("count", depth=9, manifest=manifest, progress=lambda share: False)
        self.assertFalse(report.complete)
        self.assertFalse(report.differs)

    def test_wrong_usage_is_an_error(self):
        for arguments, message in (
            ((), "no command"),
            (("uci",), "uci"),
            (("perft", "--help"), "asks for help"),
            (("book",), "asks for help"),
            (("perft", "--depht", "3"), "--depth"),
            (("solve", "--suite", "no-such-suite"), "no-such-suite"),
        ):
            with self.assertRaisesRegex(plylab.InputError, message):
                plylab.run(*arguments)
        self.assertTrue(plylab.run("fen", "8/8/8/8/8/8/8/4K3 w - - 0 1").differs)


class Counts(unittest.TestCase):
    def test_kiwipete(self):
        kiwipete = plylab.Position("kiwipete")
        perft = kiwipete.perft(4, threads=2, hash=16)
        self.assertEqual((perft.leaves, perft.complete, len(perft.branches)), (4085603, True, 48))
        self.assertEqual(sum(kiwipete.divide(3).values()), 97862)
        self.assertEqual(kiwipete.statistics(3, "split")["captures"], 17102)

    def test_counts_beyond_64_bits(self):
        tree = plylab.Position(game="synthetic-tree")
        self.assertIsInstance(tree.perft(3).leaves, int)

    def test_progress_may_end_it_and_may_throw(self):
        start = plylab.Position()
        shares = []
        perft = start.perft(9, progress=lambda share: shares.append(share) or len(shares) < 3)
        self.assertFalse(perft.complete)
        self.assertEqual(len(shares), 3)
        with self.assertRaises(ZeroDivisionError):
            start.perft(9, progress=lambda share: 1 / 0)
        search = start.search(60, progress=lambda share: False)
        self.assertFalse(search.iterations[-1].complete)

    def test_ctrl_c_ends_tasks(self):
        class Endless(Copying):
            def moves(self):
                while True:
                    pass

        start = plylab.Position()
        for task in (
            lambda: start.perft(10),
            lambda: start.search(60),
            lambda: plylab.Position().mate(9),
            lambda: plylab.solve("bratko-kopec", 30),
            lambda: start.search(60, evaluation=len),
            lambda: plylab.verify(Copying, random=100000),
            lambda: plylab.verify(Endless),
        ):
            timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
            timer.start()
            began = time.monotonic()
            with self.assertRaises(KeyboardInterrupt):
                task()
            self.assertLess(time.monotonic() - began, 20)
            timer.join()

    def test_other_threads_go_on(self):
        ticks = []
        stop = threading.Event()

        def tick():
            while not stop.wait(0.001):
                ticks.append(1)

        thread = threading.Thread(target=tick)
        thread.start()
        plylab.Position().search(60, seconds=0.3)
        stop.set()
        thread.join()
        self.assertGreater(len(ticks), 20)


class Searches(unittest.TestCase):
    def test_all_agree(self):
        start = plylab.Position("kiwipete")
        exact = [name for name in plylab.searches() if name not in ("selective", "sss")]
        values = {name: start.search(3, algorithm=name, evaluation="pst").value for name in exact}
        self.assertEqual(len(set(values.values())), 1, values)

    def test_an_evaluation_in_python(self):
        def material(fen):
            board, side = fen.split()[:2]
            worth = {"p": 100, "n": 320, "b": 330, "r": 500, "q": 900}
            white = sum(
                (1 if sign.isupper() else -1) * worth.get(sign.lower(), 0) for sign in board
            )
            return white if side == "w" else -white

        start = plylab.Position("kiwipete")
        own = start.search(3, algorithm="pvs", evaluation=material)
        plylabs = start.search(3, algorithm="pvs", evaluation="material", generator="mailbox")
        self.assertEqual(own.value, plylabs.value)
        tactics = start.search(2, evaluation=material, switches="quiescence,table=1,killers")
        self.assertGreater(tactics.iterations[-1].quiescence, 0)
        for generator in ("x88", "bitboard"):
            again = start.search(3, algorithm="pvs", evaluation=material, generator=generator)
            self.assertEqual(again.value, own.value)

    def test_an_evaluation_in_python_of_another_game(self):
        start = plylab.Position(game="tictactoe")
        self.assertEqual(start.search(9, evaluation=lambda text: 0).value, 0)

    def test_an_evaluation_may_be_wrong(self):
        def throws(fen):
            raise LookupError("no such position")

        for game in ("chess", "tictactoe"):
            start = plylab.Position(game=game)
            for evaluation, error in (
                (throws, LookupError),
                (lambda fen: "good", TypeError),
                (lambda fen: 0.5, TypeError),
                (lambda fen: None, TypeError),
                (lambda: 0, TypeError),
                (lambda fen: 10**6, plylab.InputError),
                (lambda fen: 10**60, plylab.InputError),
            ):
                with self.assertRaises(error):
                    start.search(2, evaluation=evaluation)
            self.assertEqual(start.search(1, evaluation=lambda fen: 5).value, -5)

    def test_mates_and_suites(self):
        mate = plylab.Position("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1").mate(3)
        self.assertEqual((mate.status, mate.moves, mate.line[0]), ("shortest", 2, "Ra6"))
        self.assertEqual(plylab.Position(game="wazir").mate(1).status, "none within")
        good = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id \"back rank\";"
        # A record that cannot be used would only be missing from the list.
        for bad in ("rubbish", good.replace("Rd8#", "Rd9#")):
            with self.assertRaises(plylab.InputError):
                plylab.solve(f"{good}\n{bad}\n", 2)
        solutions = plylab.solve(good, 3)
        self.assertEqual([(s.record, s.solved, s.move) for s in solutions],
                         [("back rank", True, "Rd8#")])


class Verification(unittest.TestCase):
    castling = ["r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"]

    def test_a_right_generator(self):
        result = plylab.verify(Copying, ["startpos", "kiwipete"], depth=2)
        self.assertTrue(result.right, str(result))
        self.assertEqual(result.report, "")

    def test_a_fault_is_named(self):
        class NeverLong(Copying):
            def moves(self):
                return [m for m in super().moves() if m not in ("e1c1", "e8c8")]

        result = plylab.verify(NeverLong, self.castling)
        self.assertFalse(result.right)
        self.assertEqual([(m.move, m.wrong) for m in result.faults[0].moves], [("e1c1", "missing")])
        self.assertIn("e1c1", result.report)

    def test_a_function_that_counts(self):
        def divide(fen, moves, depth):
            return plylab.Position(fen).make(*moves).divide(depth)

        self.assertTrue(plylab.verify(divide, self.castling, depth=2).right)
        self.assertTrue(plylab.verify(lambda *asked: sum(divide(*asked).values()), self.castling,
                                      depth=2).right)
        result = plylab.verify(lambda *asked: sum(divide(*asked).values()) + 1, self.castling)
        self.assertEqual(result.faults[0].reported, 27)

        def never_long(fen, moves, depth):
            position = plylab.Position(fen).make(*moves)
            if depth > 1:
                return position.perft(depth).leaves
            return sum(not move.startswith("O-O-O") for move in position.moves(words=True))

        result = plylab.verify(never_long, self.castling, depth=1)
        self.assertTrue(result.tables["wrong_moves"][0]["deduced"])
        self.assertEqual([move.move for move in result.faults[0].moves], ["e1c1"])

    def test_faulty_code_is_a_failure_in_its_position(self):
        class Throws(Copying):
            def moves(self):
                raise LookupError("no such\nboard")

        class Refuses(Copying):
            def __init__(self, fen):
                raise ValueError("too hard")

        class NotAList(Copying):
            def moves(self):
                return 20

        for generator, what in (
            (Throws, "LookupError"),
            (Refuses, "too hard"),
            (NotAList, "TypeError"),
            (lambda fen: 1, "TypeError"),
            (lambda fen, moves, depth: "20", "not a count"),
            (lambda fen, moves, depth: -1, "not a count"),
            (lambda fen, moves, depth: True, "not a count"),
            (lambda fen, moves, depth: {"e2e4": None}, "not a count"),
            (lambda fen, moves, depth: 2**200, "not a count"),
        ):
            result = plylab.verify(generator, ["startpos", "kiwipete"])
            self.assertEqual(result.failed, 2, what)
            self.assertIn(what, result.failures[0].what)
            self.assertNotIn("\n", result.failures[0].what)
        what = plylab.verify(Refuses, ["startpos"]).failures[0].what
        line = inspect.getsourcelines(Refuses)[1] + inspect.getsource(Refuses).count("\n") - 1
        self.assertIn(f"ValueError: too hard (line {line} of plylab_test.py)", what)

    def test_rubbish_for_moves_is_told(self):
        class Rubbish(Copying):
            def moves(self):
                return super().moves() + ["rubbish\n", "e2e5"]

            def make(self, move):
                super().make(move if len(move) == 4 and move != "e2e5" else super().moves()[0])

        result = plylab.verify(Rubbish, ["startpos"])
        self.assertEqual({m.wrong for m in result.faults[0].moves}, {"extra"})

    def test_what_is_no_generator_is_refused(self):
        for generator in (7, "mine", object, None, Copying("startpos")):
            with self.assertRaises(TypeError):
                plylab.verify(generator)
        for arguments in ({"positions": ["rubbish"]}, {"suite": "no-such-suite"}, {"depth": -1}):
            with self.subTest(arguments), self.assertRaises(plylab.InputError):
                plylab.verify(Copying, **arguments)

    def test_progress_may_end_it(self):
        result = plylab.verify(Copying, random=2000, progress=lambda share: False)
        self.assertGreater(result.unasked, 0)


class OwnGames(unittest.TestCase):
    def test_nim(self):
        self.assertEqual(Nim().check(), [])
        self.assertEqual(Nim(4).perft(2), 6)
        self.assertEqual(Nim(4).divide(2), {"1": 3, "2": 2, "3": 1})
        game = Nim(4)
        before = str(game)
        self.assertEqual(game.divide(0), {})
        with self.assertRaises(plylab.InputError):
            game.divide(-3)
        self.assertEqual(str(game), before)
        with self.assertRaisesRegex(plylab.InputError, "games: 0 is below 1"):
            game.check(games=0)
        for algorithm in ("minimax", "pvs", "mtdf"):
            self.assertEqual(Nim(8).search(8, algorithm=algorithm).value, -31996)
            self.assertEqual(Nim(7).search(8, algorithm=algorithm).best, "3")
        self.assertEqual(Nim(9).search(1, evaluate=lambda nim: nim.heap).value, -6)

    def test_faults_are_found(self):
        class Twice(Nim):
            def moves(self):
                return super().moves() * 2

        class Stays(Nim):
            def unmake(self, move):
                self.turn = 1 - self.turn

        class Same(Nim):
            def __str__(self):
                return "a position"

        for faulty, what in ((Twice, "twice"), (Stays, "not back"), (Same, "same packed form")):
            faults = faulty().check()
            self.assertIn(what, faults[0])
            self.assertEqual(len(set(faults)), len(faults))

    def test_code_that_throws(self):
        class Throws(Nim):
            def make(self, move):
                if self.heap < 3:
                    raise LookupError("empty")
                super().make(move)

        class NoText(Nim):
            def __str__(self):
                return 5

        class NoOutcome(Nim):
            def outcome(self):
                return "unclear"

        class TooMany(Nim):
            def moves(self):
                return range(1000)

        with self.assertRaises(LookupError):
            Throws().perft(7)
        with self.assertRaises(LookupError):
            Throws().search(7)
        with self.assertRaises(TypeError):
            NoText().check()
        for faulty in (NoOutcome, TooMany):
            with self.assertRaises(plylab.InputError):
                faulty().search(8)
        with self.assertRaises(plylab.InputError):
            Nim().perft(-1)
        with self.assertRaises(TypeError):
            plylab.Game()


if __name__ == "__main__":
    unittest.main()
