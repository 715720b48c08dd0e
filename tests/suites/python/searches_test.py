"""Searches, evaluations and orderings written in Python."""

import functools
import hashlib
import inspect
import json
import math
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

import plylab
from plylab import INFINITY, MATE


# ---- right searches ----


@plylab.node
def minimax(position, depth):
    if depth == 0 or position.over:
        return position.evaluate()
    best = -INFINITY
    for move in position.moves():
        position.make(move)
        best = max(best, -minimax(position, depth - 1))
        position.unmake()
    return best


@plylab.node
def alphabeta(position, depth, alpha, beta):
    if depth == 0 or position.over:
        return position.evaluate()
    best = -INFINITY
    for move in position.moves():
        position.make(move)
        best = max(best, -alphabeta(position, depth - 1, -beta, -max(alpha, best)))
        position.unmake()
        if best >= beta:
            break
    return best


@plylab.node
def alphabeta_hard(position, alpha, beta, depth):
    if depth == 0 or position.over:
        return position.evaluate()
    for move in position.moves():
        position.make(move)
        value = -alphabeta_hard(position, beta=-alpha, alpha=-beta, depth=depth - 1)
        position.unmake()
        if value >= beta:
            return beta
        alpha = max(alpha, value)
    return alpha


@plylab.node
def pvs(position, depth, alpha, beta):
    if depth == 0 or position.over:
        return position.evaluate()
    best = -INFINITY
    for place, move in enumerate(position.moves()):
        a = max(alpha, best)
        position.make(move)
        value = -pvs(position, depth - 1, -(beta if place == 0 else a + 1), -a)
        if place > 0 and a < value < beta:
            value = -pvs(position, depth - 1, -beta, -value)
        position.unmake()
        best = max(best, value)
        if best >= beta:
            break
    return best


@plylab.node
def negascout(position, depth, alpha=-math.inf, beta=math.inf):
    """Reinefeld's of 1983, with windows of floats at the root."""
    if depth == 0 or position.over:
        return position.evaluate()
    a, b = alpha, beta
    for place, move in enumerate(position.moves()):
        position.make(move)
        value = -negascout(position, depth - 1, -b, -a)
        if a < value < beta and place > 0 and depth > 1:
            value = -negascout(position, depth - 1, -beta, -value)
        position.unmake()
        a = max(a, value)
        if a >= beta:
            break
        b = a + 1
    return a


class MtdF:
    """With a table of its own, whose mates count from the position."""

    def __init__(self):
        self.table = {}

    def __call__(self, position, depth, last):
        if last is None:
            self.table.clear()
        guess = last or 0
        lower, upper = -INFINITY, INFINITY
        while lower < upper:
            beta = guess + 1 if guess == lower else guess
            guess = self.search(position, depth, beta - 1, beta)
            if guess < beta:
                upper = guess
            else:
                lower = guess
        return lower

    @plylab.node
    def search(self, position, depth, alpha, beta):
        lower, upper = self.table.get((position.key, depth, position.ply), (-INFINITY, INFINITY))
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
        if depth == 0 or position.over:
            return position.evaluate()
        best = -INFINITY
        for move in position.moves():
            position.make(move)
            best = max(best, -self.search(position, depth - 1, -beta, -max(alpha, best)))
            position.unmake()
            if best >= beta:
                break
        bounds = (
            (lower, best) if best <= alpha else (best, upper) if best >= beta else (best, best)
        )
        self.table[position.key, depth, position.ply] = bounds
        return best


def undecorated(position, depth, alpha, beta):
    if depth == 0 or position.over:
        return position.evaluate()
    best = -INFINITY
    for move in position.moves():
        position.make(move)
        best = max(best, -undecorated(position, depth - 1, -beta, -max(alpha, best)))
        position.unmake()
        if best >= beta:
            break
    return best


RIGHT = (minimax, alphabeta, alphabeta_hard, pvs, negascout, MtdF())


# ---- the same with a mistake ----


def faulty(search, right, wrong):
    """The search with its text changed."""
    text = inspect.getsource(search)
    assert right in text, (search, right)
    names = dict(globals())
    exec(compile(text.replace(right, wrong), "faulty", "exec"), names)
    made = names[search.__name__]
    return made() if inspect.isclass(made) else made


FAULTS = {
    "child_not_negated": (
        minimax, "-minimax(position, depth - 1)", "minimax(position, depth - 1)"
    ),
    "best_starts_at_zero": (minimax, "best = -INFINITY", "best = 0"),
    "keeps_last": (minimax, "best = max(best, -minimax(position, depth - 1))",
                   "best = -minimax(position, depth - 1)"),
    "keeps_least": (minimax, "best = -INFINITY", "max, best = min, INFINITY"),
    "skips_first": (minimax, "position.moves()", "position.moves()[len(position.moves()) > 1:]"),
    "skips_last": (minimax, "position.moves()", "position.moves()[:-1] or position.moves()"),
    "depth_too_small": (minimax, "depth - 1", "max(depth - 2, 0)"),
    "leaf_negated": (alphabeta, "return position.evaluate()",
                     "return position.evaluate() * (1 if position.over else -1)"),
    "leaf_is_zero": (alphabeta, "return position.evaluate()",
                     "return position.evaluate() if position.over else 0"),
    "mate_without_distance": (
        alphabeta, "return position.evaluate()",
        "return -MATE if position.outcome == 'loss' else position.evaluate()"),
    "mate_as_draw": (
        alphabeta, "return position.evaluate()",
        "return 0 if position.outcome == 'loss' else position.evaluate()"),
    "window_not_swapped": (
        alphabeta, "-beta, -max(alpha, best)", "-max(alpha, best), -beta"),
    "window_not_negated": (alphabeta_hard, "beta=-alpha, alpha=-beta", "beta=beta, alpha=alpha"),
    "cutoff_at_alpha": (alphabeta, "if best >= beta", "if best > alpha"),
    "returns_alpha": (alphabeta_hard, "alpha = max(alpha, value)", "pass"),
    "bound_as_value": (pvs, "if place > 0 and a < value < beta:", "if False:"),
    "re_search_not_negated": (pvs, "value = -pvs(position, depth - 1, -beta, -value)",
                              "value = pvs(position, depth - 1, -beta, -value)"),
    "re_search_window": (pvs, "-pvs(position, depth - 1, -beta, -value)",
                         "-pvs(position, depth - 1, -value - 1, -value)"),
    "skips_moves": (pvs, "if best >= beta", "if best >= beta or place == 2"),
    "table_depth": (MtdF, "position.key, depth, position.ply", "position.key, position.ply"),
    "table_upper_bound": (MtdF, "(lower, best) if best <= alpha", "(best, best) if best <= alpha"),
    "driver_stops_early": (MtdF, "while lower < upper", "for _ in range(1)"),
}


class RightSearches(unittest.TestCase):
    def test_they_are_not_accused(self):
        for search in RIGHT:
            with self.subTest(search):
                result = plylab.verify_search(search)
                self.assertTrue(result.right, str(result))
                self.assertGreater(result.positions, 25)
                self.assertEqual((result.wrong, result.cause, result.cases), (0, None, ()))

    def test_their_counts_are_those_of_plylab(self):
        """The same algorithm visits the same nodes, whoever wrote it."""
        for mine, builtin in ((minimax, "minimax"), (alphabeta, "alphabeta-soft"),
                              (alphabeta_hard, "alphabeta-hard"), (pvs, "pvs-soft")):
            for game, positions, depth in (
                ("chess", ["kiwipete", "startpos"], 3 if mine is not minimax else 2),
                ("reversi", [], 4), ("tictactoe", [], 5), ("stationary", [], 2),
                ("synthetic-tree", ["tree(width=4,depth=5)"], 5),
            ):
                with self.subTest(builtin, game=game):
                    result = plylab.compare([mine, builtin], positions, game=game, depth=depth)
                    self.assertFalse(result.differs)
                    rows = {}
                    for row in result.iterations:
                        counts = (row.value, row.nodes, row.interior, row.leaves, row.cutoffs,
                                  row.first_move_cutoffs, row.researches, row.research_nodes,
                                  row.evaluations)
                        rows.setdefault((row.position, row.depth), set()).add(counts)
                    self.assertEqual({len(counts) for counts in rows.values()}, {1}, rows)

    def test_a_function_keeps_the_name_that_it_was_given(self):
        @plylab.node
        def still(position, depth):
            return position.evaluate()

        plylab.add_search("still", still)
        plylab.add_search("at-rest", lambda position, depth: still(position, depth))
        result = plylab.compare([still, "at-rest"], depth=1)
        self.assertEqual({row.search for row in result.iterations}, {"still", "at-rest"})

        @plylab.node
        def idle(position, depth):
            return position.evaluate()

        plylab.compare([idle], depth=1)
        plylab.add_search("idle", still)  # which takes the name
        result = plylab.compare([still, idle], depth=1)
        self.assertEqual({row.search for row in result.iterations}, {"still", "my-idle"})

        def asleep(fen):
            return 0

        plylab.add_evaluation("asleep", asleep)
        plylab.Position().search(1, evaluation=asleep)
        self.assertNotIn("my-asleep", plylab.Position().evaluations())

    def test_suites_and_commands(self):
        result = plylab.compare([alphabeta, "pvs"], suite="mates", depth=1)
        self.assertEqual({row.search for row in result.iterations}, {"my-alphabeta", "pvs-soft"})
        self.assertFalse(result.differs)
        plylab.add_search("mine", alphabeta)
        self.assertIn("mine", plylab.searches())
        report = plylab.run("search", algo=["mine", "mtdf"], depth=2, distinct=True)
        self.assertEqual(len({row["value"] for row in report.tables["search"]}), 1)
        self.assertEqual(plylab.run("verify", search="mine", game="tictactoe").differs, False)
        solutions = plylab.solve("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#;", 2, algorithm="mine")
        self.assertTrue(solutions[0].solved)

    def test_a_search_of_a_position(self):
        mine = plylab.Position("kiwipete").search(3, algorithm=pvs)
        builtin = plylab.Position("kiwipete").search(3, algorithm="pvs")
        self.assertEqual((mine.value, mine.line, mine.nodes),
                         (builtin.value, builtin.line, builtin.nodes))
        limited = plylab.Position("kiwipete").search(9, nodes=500, algorithm=pvs)
        self.assertFalse(limited.iterations[-1].complete)
        self.assertEqual(limited.nodes, 500)

    def test_a_new_one_takes_the_place_of_the_old_one(self):
        def search(position, depth):
            return 1

        first = search

        def search(position, depth):  # noqa: F811
            return 2

        for each in (first, search):
            result = plylab.verify_search(each, ["startpos"], game="chess", depth=1)
            self.assertEqual(result.cases[0].value, each(None, 0))


class WrongSearches(unittest.TestCase):
    def test_each_fault_is_found_and_named(self):
        # As testing::cases() does in C++: an eighth, or all.
        stride = 1 if os.environ.get("PLYLAB_CASES") == "all" else 8
        for name, (search, right, wrong) in list(FAULTS.items())[::stride]:
            with self.subTest(name):
                result = plylab.verify_search(faulty(search, right, wrong))
                self.assertFalse(result.right)
                self.assertIn(name, [row["cause"] for row in result.tables["causes"]])
                if name not in ("table_depth", "driver_stops_early"):
                    self.assertEqual(result.cause, name)

    def test_it_is_told_in_the_smallest_position(self):
        result = plylab.verify_search(faulty(*FAULTS["bound_as_value"]))
        case = result.cases[0]
        self.assertIn("takes a bound for a value", str(result))
        self.assertIsNotNone(case.node)
        self.assertNotEqual(case.returned, case.right_there)

    def test_without_the_decorator_only_values_are_known(self):
        self.assertTrue(plylab.verify_search(undecorated).right)
        wrong = faulty(undecorated, "best = -INFINITY", "best = 0")
        result = plylab.verify_search(wrong)
        self.assertFalse(result.right)
        self.assertIsNone(result.cases[0].node)
        self.assertIn("a best value of 0", str(result))

    def test_a_comparison_tells(self):
        result = plylab.compare([faulty(*FAULTS["bound_as_value"]), "pvs"],
                                ["tree(width=2,depth=4,seed=2,order=0.4,values=independent)"],
                                game="synthetic-tree", depth=3)
        self.assertTrue(result.differs)
        self.assertIn("smallest position found", str(result))


class Misuse(unittest.TestCase):
    def search(self, search, **options):
        return plylab.Position("kiwipete").search(2, algorithm=search, **options)

    def test_values_that_are_no_int_are_refused(self):
        for value, error in (
            (None, TypeError), (0.5, TypeError), (math.nan, TypeError), ("5", TypeError),
            (True, TypeError), (math.inf, TypeError), ([], TypeError),
            (10**5, plylab.InputError), (-(10**50), plylab.InputError),
        ):
            @plylab.node
            def mine(position, depth):
                if depth == 0:
                    return value
                position.make(position.moves()[0])
                answer = -mine(position, depth - 1)
                position.unmake()
                return answer

            def root(position, depth):
                return value

            for task in (lambda: self.search(mine), lambda: plylab.verify_search(root),
                         lambda: plylab.compare([mine, "pvs"]),
                         lambda: plylab.verify_search(mine)):
                with self.subTest(value), self.assertRaises(error) as caught:
                    task()
                self.assertNotIn("\n", str(caught.exception))
                self.assertRegex(str(caught.exception), r"^(mine|root)\(\) returned ")

    def test_exceptions_come_out_with_the_position_named(self):
        @plylab.node
        def mine(position, depth):
            if depth == 0:
                raise LookupError("no such\nposition")
            position.make(position.moves()[0])
            return -mine(position, depth - 1)

        for task in (lambda: self.search(mine), lambda: plylab.compare([mine], ["kiwipete"]),
                     lambda: plylab.verify_search(mine, ["kiwipete"], game="chess"),
                     lambda: plylab.run("search", algo="mine", position="kiwipete")):
            with self.assertRaisesRegex(LookupError, "^no such\nposition$") as caught:
                task()
            if hasattr(caught.exception, "add_note"):
                note = " ".join(caught.exception.__notes__)
                self.assertRegex(note, "^after e2a6, in r3k2r/p1ppqpb1/Bn2pnp1.* b .*"
                                       "in a search of r3k2r/p1ppqpb1/bn2pnp1.* to depth 1$")

    def test_moves_must_be_taken_back(self):
        @plylab.node
        def forgets(position, depth):
            best = position.evaluate()
            for move in position.moves()[:moves] if depth > 0 else []:
                position.make(move)
                best = max(best, -forgets(position, depth - 1))
            return best

        @plylab.node
        def twice(position, depth):
            if depth > 0:
                position.make(position.moves()[0])
                twice(position, depth - 1)
                position.unmake()
            position.unmake()
            return 0

        for moves, what in ((1, "a move was not taken back"), (9, "after e2a6 .is a move not taken")):
            with self.assertRaisesRegex(plylab.InputError, what):
                self.search(forgets)
        with self.assertRaisesRegex(plylab.InputError, "taken back twice"):
            self.search(twice)
        with self.assertRaisesRegex(plylab.InputError, "at the root"):
            self.search(lambda position, depth: position.unmake())
        with self.assertRaisesRegex(plylab.InputError, "'e2e5' is no legal move"):
            plylab.Position().search(1, algorithm=lambda position, depth: position.make("e2e5"))

    def test_nodes_must_be_counted(self):
        with self.assertRaisesRegex(plylab.InputError, "put @plylab.node above"):
            plylab.compare([undecorated, "pvs"])

        def root(position, depth):
            if position.over:
                return position.evaluate()
            best = -INFINITY
            for move in position.moves():
                position.make(move)
                best = max(best, -alphabeta(position, depth - 1, -INFINITY, -best))
                position.unmake()
            return best

        with self.assertRaisesRegex(plylab.InputError, "put @plylab.node above"):
            plylab.compare([root, "pvs"])
        self.assertTrue(plylab.verify_search(root).right)

        # A node at the root alone, and leaves that are searched on without nodes.
        @plylab.node
        def only_root(position, depth, alpha, beta):
            return undecorated(position, depth, alpha, beta)

        @plylab.node
        def uncounted_leaves(position, depth, alpha, beta):
            if depth == 0 or position.over:
                return undecorated(position, 1, alpha, beta)
            best = -INFINITY
            for move in position.moves():
                position.make(move)
                best = max(best, -uncounted_leaves(position, depth - 1, -beta, -max(alpha, best)))
                position.unmake()
                if best >= beta:
                    break
            return best

        for search in (only_root, uncounted_leaves):
            with self.assertRaisesRegex(plylab.InputError, "put @plylab.node above"):
                plylab.compare([search, "pvs"], depth=2)

    def test_what_is_no_search_is_refused(self):
        for search in (7, None, lambda: 0, lambda position: 0, len, print,
                       lambda position, depth, table: 0):
            with self.subTest(search), self.assertRaises(TypeError):
                plylab.verify_search(search)
        with self.assertRaisesRegex(TypeError, "parameters must be a position, depth"):
            plylab.node(lambda position: 0)
        with self.assertRaisesRegex(TypeError, "called by plylab"):
            alphabeta(plylab.Position(), 3, -INFINITY, INFINITY)
        with self.assertRaises(TypeError):
            plylab.compare("pvs")
        for name in ("pvs", "all", "two words", ""):
            with self.assertRaises(plylab.InputError):
                plylab.add_search(name, alphabeta)
        for names in (["pvs", "pvs"], []):
            with self.assertRaises(plylab.InputError):
                plylab.compare(names)

    def test_windows_are_ints(self):
        @plylab.node
        def mine(position, depth, alpha, beta):
            if depth == 1:
                return mine(position, 0, alpha / 2, beta)
            return 0

        with self.assertRaisesRegex(TypeError, "alpha is -16383.5, not an int"):
            self.search(mine)

    def test_the_position_ends_with_its_search(self):
        kept = []

        @plylab.node
        def mine(position, depth):
            kept.append(position)
            return 0

        self.search(mine)
        with self.assertRaisesRegex(plylab.InputError, "search has ended"):
            kept[0].moves()

    def test_a_search_that_does_not_end_is_not_right(self):
        @plylab.node
        def endless(position, depth):
            while True:
                minimax(position, 1)

        result = plylab.verify_search(endless, ["startpos"], game="chess", depth=1)
        self.assertFalse(result.right)
        self.assertEqual(result.wrong, 0)
        self.assertIn("does not finish depth 1", result.report)

        @plylab.node
        def deep(position, depth):
            position.make(position.moves()[0])
            return -deep(position, depth)

        class Endless(plylab.Game):
            ply = 0

            def __str__(self):
                return str(self.ply)

            def moves(self):
                return ["on"]

            def make(self, move):
                self.ply += 1

            def unmake(self, move):
                self.ply -= 1

        self.assertFalse(Endless().search(1, algorithm=deep).iterations[-1].complete)
        compared = plylab.compare([deep, "pvs"], depth=2)
        self.assertFalse(compared.differs)
        self.assertRegex(str(compared), "no depth is finished by deep\n.*deep: depth 1 is incomplete")
        with self.assertRaisesRegex(ValueError, "plies deep: does it end"):
            plylab.Position().search(1, algorithm=deep).value

    def test_a_limit_that_is_caught_ends_the_search(self):
        @plylab.node
        def catches_all(position, depth, alpha, beta):
            if depth == 0 or position.over:
                return position.evaluate()
            best = -INFINITY
            for move in position.moves():
                position.make(move)
                try:
                    value = -catches_all(position, depth - 1, -beta, -max(alpha, best))
                except:  # noqa: E722
                    value = 0
                position.unmake()
                best = max(best, value)
                if best >= beta:
                    break
            return best

        limited = plylab.Position("kiwipete").search(4, nodes=300, algorithm=catches_all)
        expected = plylab.Position("kiwipete").search(4, nodes=300, algorithm=alphabeta)
        self.assertEqual([(one.depth, one.value, one.complete) for one in limited.iterations],
                         [(one.depth, one.value, one.complete) for one in expected.iterations])

    def test_no_exception_but_its_own_hides_a_limit(self):
        @plylab.node
        def mine(position, depth):
            try:
                return alphabeta(position, depth, -INFINITY, INFINITY)
            except Exception:
                return 0

        self.assertEqual(plylab.Position().search(9, nodes=100, algorithm=mine).nodes, 100)

    def test_ctrl_c(self):
        @plylab.node
        def endless(position, depth):
            while True:
                pass

        for task in (lambda: self.search(endless), lambda: plylab.verify_search(endless),
                     lambda: plylab.compare([endless, "pvs"]),
                     lambda: plylab.Position().search(60, algorithm=alphabeta)):
            timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
            timer.start()
            began = time.monotonic()
            with self.assertRaises(KeyboardInterrupt):
                task()
            self.assertLess(time.monotonic() - began, 20)
            timer.join()

    def test_nothing_new_is_added_while_a_task_runs(self):
        @plylab.node
        def mine(position, depth):
            plylab.add_search("never-seen", alphabeta)
            return 0

        with self.assertRaisesRegex(plylab.InputError, "a task is running"):
            self.search(mine)

    def test_a_name_in_use_keeps_its_function(self):
        @plylab.node
        def mine(position, depth):
            plylab.add_search("mine", alphabeta)
            return 0

        with self.assertRaisesRegex(plylab.InputError, "'mine' cannot become another function"):
            self.search(mine)

    def test_the_root_has_a_value(self):
        def root(position, depth):
            return INFINITY

        counted = plylab.node(root)
        for task in (lambda: plylab.compare([counted]),
                     lambda: plylab.Position().search(1, algorithm=counted)):
            with self.assertRaisesRegex(plylab.InputError, f"beyond ±{MATE}"):
                task()
        self.assertEqual(plylab.verify_search(root, ["startpos"], game="chess").wrong, 1)


class EvaluationsAndOrderings(unittest.TestCase):
    def test_they_are_given_like_plylabs(self):
        worth = {"p": 100, "n": 320, "b": 330, "r": 500, "q": 900, "k": 0}

        def material_in_python(fen):
            board, side = fen.split()[:2]
            white = sum((1 if sign.isupper() else -1) * worth.get(sign.lower(), 0)
                        for sign in board)
            return white if side == "w" else -white

        def canonical_in_python(fen, move):
            return 0

        kiwipete = plylab.Position("kiwipete")
        for algorithm in ("pvs", pvs):
            mine = kiwipete.search(3, algorithm=algorithm, evaluation=material_in_python,
                                   ordering=canonical_in_python)
            plylabs = kiwipete.search(3, algorithm="pvs", evaluation="material",
                                      ordering="canonical")
            self.assertEqual((mine.value, mine.nodes), (plylabs.value, plylabs.nodes))
        result = plylab.compare(["alphabeta", pvs], ["kiwipete"], depth=2,
                                evaluation=material_in_python, ordering=canonical_in_python)
        self.assertFalse(result.differs)

    def test_wrong_ones_are_told(self):
        def throws(fen, move):
            raise LookupError(fen)

        for ordering, error in ((throws, LookupError), (lambda fen, move: None, TypeError),
                                (lambda fen: 0, TypeError), (7, TypeError)):
            with self.assertRaises(error):
                plylab.Position().search(2, ordering=ordering)
        start = plylab.Position().text
        for value, error in ((None, TypeError), (MATE, plylab.InputError)):
            with self.assertRaises(error) as caught:
                plylab.Position().search(2, evaluation=lambda fen: value)
            self.assertRegex(str(caught.exception), r"^<lambda>\(\) returned .*, in rnbqkbnr/.* ")
        with self.assertRaisesRegex(TypeError, f"returned None, not an int, in {start}"):
            plylab.Position().search(2, ordering=lambda fen, move: None)

    def test_own_games(self):
        class Nim(plylab.Game):
            def __init__(self, heap):
                self.heap, self.turn = heap, 0

            def __str__(self):
                return f"{self.heap} {self.turn}"

            def moves(self):
                return [n for n in (1, 2, 3) if n <= self.heap]

            def make(self, move):
                self.heap, self.turn = self.heap - move, 1 - self.turn

            def unmake(self, move):
                self.heap, self.turn = self.heap + move, 1 - self.turn

        for search in RIGHT:
            self.assertEqual(Nim(7).search(7, algorithm=search).best, "3")


class OneObject(unittest.TestCase):
    """No two threads of a task call one object."""

    def test_parallel_searches_of_one_object_are_refused(self):
        plylab.add_search("one-object", MtdF())
        plylab.add_evaluation("one-evaluation", len)
        plylab.add_ordering("one-ordering", lambda fen, move: 0)
        start = {"position": "startpos", "depth": 1}
        for task in (
            lambda: plylab.run("search", algo=["pvs", "one-object"], jobs=2, **start),
            lambda: plylab.run("search", algo="pvs", eval=["pst", "one-evaluation"], jobs=2, **start),
            lambda: plylab.run("search", algo="pvs", order="one-ordering", jobs=2, **start),
            lambda: plylab.run("search", algo="pvs", eval="one-evaluation",
                               with_="threads=2,table=1", **start),
            lambda: plylab.run("solve", algo="one-object", suite="demo", depth=1, jobs=2),
            lambda: plylab.run("solve", algo="none", search="one-object", suite="demo", depth=1,
                               jobs=2),
            lambda: plylab.run("match", search=["pvs", "x=pvs eval one-evaluation"], games=2, depth=1,
                               jobs=2),
            lambda: plylab.solve("demo", 1, algorithm=MtdF(), threads=2),
            lambda: plylab.Position().search(1, algorithm="pvs", ordering=lambda fen, move: 0,
                                             switches="threads=2,table=1"),
        ):
            with self.assertRaisesRegex(plylab.InputError, "it is one object, which 2 threads"):
                task()
        self.assertTrue(plylab.run("search", algo="pvs", jobs=2, **start).complete)


class StoredRuns(unittest.TestCase):
    """The results of other code do not count."""

    def changed_by(self, change):
        """The runs that are made after a change, of one by the user's objects and one by others."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "runs.jsonl")

            def lines_of(command, **options):
                plylab.run(command, runs=path, depth=1, **options)
                with open(path) as file:
                    return len(file.readlines())

            def search():
                return lines_of("search", algo=["changes", "pvs"], position="kiwipete",
                                eval="changes-too", order="captures")

            first, again = search(), search()
            change()
            then = search()
            with open(path) as file:
                self.build = json.loads(file.readline())["build"]
            return again - first, then - again

    def test_what_changes_is_searched_again(self):
        plylab.add_search("changes", alphabeta)
        plylab.add_evaluation("changes-too", lambda fen: len(fen))
        for change, made in (
            (lambda: None, 0),
            (lambda: plylab.add_search("changes", alphabeta), 0),
            (lambda: plylab.add_search("changes", minimax), 1),
            (lambda: plylab.add_evaluation("changes-too", lambda fen: 2 * len(fen)), 2),
        ):
            self.assertEqual(self.changed_by(change), (0, made))

    def test_the_build_is_the_modules(self):
        plylab.add_search("changes", alphabeta)
        plylab.add_evaluation("changes-too", lambda fen: len(fen))
        self.changed_by(lambda: None)
        with open(plylab._plylab.__file__, "rb") as file:
            self.assertEqual(self.build, hashlib.sha256(file.read()).hexdigest()[:16])

    def test_answers_to_suites(self):
        with tempfile.TemporaryDirectory() as folder:
            path, lines = os.path.join(folder, "answers.jsonl"), []
            for weight in (1, 1, 2):
                plylab.add_evaluation("weighed", lambda fen: weight * len(fen))
                plylab.run("solve", suite="demo", algo="none", search="pvs eval weighed", depth=1,
                           runs=path)
                with open(path) as file:
                    lines.append(len(file.readlines()) - 1)
            self.assertEqual(lines, [lines[0], lines[0], 2 * lines[0]])

    def test_fingerprints_tell_functions_apart(self):
        weight = 1

        def by_closure(fen):
            return weight

        def by_default(fen, weight=1):
            return weight

        def by_nested_code(fen):
            return sum(2 * len(part) for part in fen)

        @functools.lru_cache
        def by_what_it_wraps(fen):
            return by_closure(fen)

        class ByAttribute:
            def __init__(self):
                self.weights = [1, 2]

            def __call__(self, fen):
                return self.weights[0]

        global WEIGHT
        WEIGHT = 1

        def by_global(fen):
            return WEIGHT

        class ByMethod:
            def __call__(self, fen):
                return weight

        by_attribute = ByAttribute()
        all_of_them = (by_closure, by_default, by_nested_code, by_what_it_wraps, by_attribute,
                       by_global, ByMethod(), functools.partial(by_default, weight=3), len)

        def marks():
            return [plylab.fingerprint(one) for one in all_of_them]

        before = marks()
        self.assertEqual(before, marks())
        self.assertEqual(len(set(before)), len(before))
        weight, WEIGHT, by_attribute.weights[1] = 2, 2, 3
        by_default.__defaults__ = (2,)
        by_nested_code.__code__ = (lambda fen: sum(3 * len(part) for part in fen)).__code__
        after = marks()
        self.assertEqual([one == other for one, other in zip(before, after)],
                         [False] * 8 + [True])

    def test_fingerprints_tell_faulty_searches_apart(self):
        faults = [plylab.fingerprint(faulty(*fault)) for fault in FAULTS.values()]
        self.assertEqual(len(set(faults)), len(faults))

    def test_fingerprints_are_those_of_other_processes(self):
        code = "import searches_test as t, plylab; print(*map(plylab.fingerprint, t.RIGHT))"
        found = {
            subprocess.run([sys.executable, "-c", code], cwd=os.path.dirname(__file__), text=True,
                           capture_output=True, check=True,
                           env={**os.environ, "PYTHONHASHSEED": seed}).stdout
            for seed in ("1", "2")
        }
        self.assertEqual(len(found), 1, found)


class Names(unittest.TestCase):
    def test_a_process_can_use_any_number_of_functions(self):
        class Weights:
            def evaluate(self, fen):
                return 17

        weights = Weights()
        for i in range(300):
            value = plylab.Position().search(1, evaluation=lambda fen: -i,
                                             ordering=lambda fen, move: i).value
            self.assertEqual(value, i)
            plylab.Position().search(1, evaluation=weights.evaluate)
        names = plylab.Position().evaluations()
        self.assertEqual((names.count("lambda"), names.count("evaluate")), (1, 1))
        self.assertLess(len(names), 30)

    def test_there_is_room_for_few_names(self):
        """In a process of its own: they stay."""
        code = """if True:
            import plylab
            try:
                for i in range(300):
                    plylab.add_evaluation(f"number-{i}", lambda fen: i)
            except plylab.InputError as error:
                print(error)
            plylab.add_evaluation("number-7", lambda fen: -3)
            print(plylab.Position().search(1, algorithm="pvs", evaluation="number-7").value)
        """
        done = subprocess.run([sys.executable, "-c", code], text=True, capture_output=True)
        self.assertEqual(done.stdout, "there are 256 evaluations, and there is no room for more "
                                      "names\n3\n", done.stderr)

    def test_functions_of_one_name(self):
        searches = [lambda position, depth: minimax(position, depth) for _ in range(2)]
        result = plylab.compare(searches, ["kiwipete"], depth=1)
        self.assertEqual({row.search for row in result.iterations}, {"lambda", "my-lambda"})
        with self.assertRaisesRegex(plylab.InputError, "two searches have the name"):
            plylab.compare([pvs, pvs])


class Threads(unittest.TestCase):
    def test_each_thread_searches_by_its_function(self):
        start = plylab.Position()
        with ThreadPoolExecutor(4) as threads:
            nodes = threads.map(lambda i: start.search(2, algorithm=alphabeta).nodes, range(8))
            self.assertEqual(len(set(nodes)), 1)
            values = threads.map(lambda i: start.search(1, evaluation=lambda fen: -i).value, range(8))
            self.assertEqual(list(values), list(range(8)))

    def test_a_count_does_not_forbid_new_functions(self):
        ends = threading.Event()
        count = threading.Thread(target=lambda: plylab.Position().perft(
            12, progress=lambda share: not ends.is_set()))
        count.start()
        try:
            self.assertEqual(plylab.Position().search(1, evaluation=lambda fen: -5).value, 5)
        finally:
            ends.set()
            count.join()

    def test_a_new_function_in_a_task_is_refused(self):
        """It would wait for the task that waits for it."""
        def of_progress(share):
            plylab.Position().search(1, evaluation=lambda fen: 1)

        @plylab.node
        def outer(position, depth):
            plylab.Position().search(1, evaluation=lambda fen: 1)
            return 0

        for task in (lambda: plylab.Position().search(60, progress=of_progress),
                     lambda: plylab.Position().search(1, algorithm=outer)):
            with self.assertRaisesRegex(plylab.InputError, "'lambda' .* function"):
                task()

    def test_a_child_process_has_no_tasks_of_its_parent(self):
        code = """if True:
            import os, sys, threading, time
            import plylab

            start = plylab.Position()
            threading.Thread(target=lambda: start.search(60), daemon=True).start()
            time.sleep(0.3)
            child = os.fork()
            if child == 0:
                print(start.search(1, evaluation=lambda fen: -6).value, flush=True)
            else:
                print(os.waitpid(child, 0)[1], flush=True)
        """
        done = subprocess.run([sys.executable, "-c", code], text=True, capture_output=True,
                              timeout=60)
        self.assertEqual((done.returncode, done.stdout), (0, "6\n0\n"), done.stderr)

    def test_python_ends_while_daemon_threads_run_tasks(self):
        code = """if True:
            import threading, time
            import plylab
            import searches_test

            class Line(plylab.Game):
                def __str__(self): return ""
                def moves(self): return [0]
                def make(self, move): pass
                def unmake(self, move): pass

            def endless(fen):
                while True: pass

            def again_and_again():
                while True:
                    try: plylab.Position().perft(12)
                    except plylab.InputError: time.sleep(0.001)

            start = plylab.Position()
            threading.Thread(target=lambda: {task}, daemon=True).start()
            time.sleep(0.3)
            print("ends", flush=True)
        """
        for task in (
            "start.perft(12)",
            "again_and_again()",
            "start.search(60, algorithm=searches_test.alphabeta)",
            "start.search(2, evaluation=endless)",
            "Line().perft(10**8)",
            "plylab.run('search', depth=60)",
        ):
            done = subprocess.run(
                [sys.executable, "-c", code.format(task=task)], text=True,
                cwd=os.path.dirname(__file__), capture_output=True, timeout=60)
            self.assertEqual((done.returncode, done.stdout), (0, "ends\n"), (task, done.stderr))


class Arguments(unittest.TestCase):
    def test_a_right_search_is_right_where_minimax_needs_too_long(self):
        result = plylab.verify_search("pvs", ["kiwipete"], depth=9)
        self.assertTrue(result.right)
        self.assertRegex(str(result), r"^right in 1 position, compared to depth \d only in kiwipete")

    def test_the_minimal_tree_is_compared(self):
        result = plylab.compare(["minimal", "pvs"], [plylab.Position("kiwipete")], depth=2)
        self.assertEqual({row.search for row in result.iterations}, {"minimal", "pvs-soft"})

    def test_what_counts_as_an_int_is_one(self):
        class Int:
            def __index__(self):
                return 7

        self.assertEqual(plylab.Position().search(1, evaluation=lambda fen: Int()).value, -7)

    def test_a_method_names_its_parameters_as_it_likes(self):
        class Search:
            @plylab.node
            def search(me, where, depth):
                return where.evaluate()

        self.assertEqual(plylab.Position().search(1, algorithm=Search().search).nodes, 1)

    def test_lists_of_any_kind_are_options(self):
        for depths in ((1, 2), range(1, 3), (depth for depth in (1, 2))):
            report = plylab.run("search", algo="pvs", depth=depths, with_="table=1", table="raw")
            self.assertEqual({row["depth"] for row in report.tables["raw"]}, {1, 2})
        with self.assertRaisesRegex(TypeError, "algo: a name is needed here, not alphabeta"):
            plylab.run("search", algo=alphabeta)


if __name__ == "__main__":
    unittest.main()
