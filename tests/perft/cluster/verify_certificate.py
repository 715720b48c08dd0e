#!/usr/bin/env python3
"""Verifies a certificate of chess: perft/cluster/CERTIFICATE.md, from which this was written.

    verify_certificate.py FILE

Checks the hashes and the plan, finds the frontier again with a move generator of its own, and checks the records and
the sums of each unit. It does not count: what the certificate states below each position of the frontier is not checked
(`plylab audit` does so). Exit status: 0 if all that is checked is right, 1 if something is wrong, 2 if the file cannot
be read or is no certificate of chess."""
import hashlib
import sys

BLOCK, MOST_UNITS, MOST_DEPTH = 64, 131072, 60
MOST_DIGITS = 39  # of a number of 128 bits


def sha256(data):
    return hashlib.sha256(data if isinstance(data, bytes) else data.encode()).hexdigest()


class Refused(Exception):
    """Why a file has an end in one line, and the exit status."""

    def __init__(self, status, what):
        super().__init__(what)
        self.status = status


def require(condition, what):
    if not condition:
        raise Refused(1, "wrong: " + what)


def require_certificate(condition, what):
    if not condition:
        raise Refused(2, what)


# The text


class Certificate:
    def __init__(self, text):
        lines = text.split("\n")
        require_certificate(lines[0].startswith("plylab certificate "), "it is not a plylab certificate")
        require_certificate(lines[0] == "plylab certificate 3", "it is a certificate of another version of plylab")
        require(lines.pop() == "", "the last line does not end")
        self.lines, self.at = lines, 1
        self.game, self.position = self.value("game"), self.value("position")
        require_certificate(self.game == "chess", "it is of the game %s: this verifier knows chess only" % self.game)
        for name in ("depth", "statistics", "early_leaves", "columns", "ply", "positions", "paths", "blocks", "units"):
            setattr(self, name, self.number(self.value(name)))
        self.root_moves = [self.words("root_move", 2) for _ in range(self.number(self.value("root_moves")))]
        self.ended = [self.number(ended) for _, ended in self.root_moves]
        self.leaves = self.number(self.value("leaves"))
        self.head = "\n".join(lines[: self.at]) + "\n"
        first = self.at
        self.unit_lines = [self.value("unit") for _ in range(self.units)]
        self.leaf_hashes = [sha256(line) for line in lines[first : self.at]]
        self.root = self.value("root")
        require(self.at == len(lines), "the end")

    def value(self, name):
        require(self.at < len(self.lines), "the text ends before " + name)
        key, equals, value = self.lines[self.at].partition("=")
        require(key == name and equals, "line %d is not %s=" % (self.at + 1, name))
        self.at += 1
        return value

    def words(self, name, number):
        words = self.value(name).split(" ")
        require(len(words) == number, "line %d does not have %d words" % (self.at, number))
        return words

    @staticmethod
    def number(text):
        sane = text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS
        require(sane and str(int(text)) == text and int(text) < 1 << 128, "a number: " + text[:MOST_DIGITS])
        return int(text)

    def totals(self, text):
        return [[self.number(number) for number in item.split(" ")] for item in text.split(";")]


def merkle_top(level):
    while len(level) > 1:
        pairs = [sha256(level[i] + level[i + 1]) for i in range(0, len(level) - 1, 2)]
        level = pairs + level[2 * len(pairs) :]
    return level[0] if level else ""


# Chess: squares a1 = 0 … h8 = 63; pieces are letters as in a FEN, "" on an empty square

KNIGHT = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
ROOK, BISHOP = ((1, 0), (0, 1), (-1, 0), (0, -1)), ((1, 1), (1, -1), (-1, -1), (-1, 1))
QUEEN = ROOK + BISHOP
CODES = {"": 0, "b": 1, "r": 2, "q": 3, "p": 4, "n": 5, "k": 6}
PROMOTIONS = "nbrq"


def step(square, direction):
    file, rank = square % 8 + direction[0], square // 8 + direction[1]
    return rank * 8 + file if 0 <= file < 8 and 0 <= rank < 8 else None


def is_white(piece):
    return piece.isupper()


class Position:
    def __init__(self, board, white, castling, passed):
        self.board, self.white, self.castling, self.passed = board, white, castling, passed

    @staticmethod
    def parse(fen):
        try:
            position = Position.read(fen)
        except (KeyError, ValueError, IndexError):
            position = None
        kings = position is not None and position.board.count("K") == position.board.count("k") == 1
        require(kings and len(position.board) == 64, "the position")
        return position

    @staticmethod
    def read(fen):
        rows, side, castling, passed, _, _ = fen.split(" ")
        if side not in ("w", "b"):
            raise ValueError
        board = []
        for row in reversed(rows.split("/")):
            for letter in row:
                if letter not in "PNBRQKpnbrqk12345678":
                    raise ValueError
                board += [""] * int(letter) if letter.isdigit() else [letter]
        rooks = frozenset({"K": 7, "Q": 0, "k": 63, "q": 56}[letter] for letter in castling if letter != "-")
        square = None if passed == "-" else (ord(passed[0]) - 97) + 8 * (int(passed[1]) - 1)
        return Position(board, side == "w", rooks, square)

    def attacked(self, square, by_white):
        def has(target, letters):
            return target is not None and self.board[target] and is_white(self.board[target]) == by_white and \
                self.board[target].lower() in letters

        if any(has(step(square, (side, -1 if by_white else 1)), "p") for side in (-1, 1)):
            return True
        if any(has(step(square, jump), "n") for jump in KNIGHT) or any(has(step(square, one), "k") for one in QUEEN):
            return True
        for directions, letters in ((ROOK, "rq"), (BISHOP, "bq")):
            for direction in directions:
                target = step(square, direction)
                while target is not None and not self.board[target]:
                    target = step(target, direction)
                if has(target, letters):
                    return True
        return False

    def in_check(self, white):
        return self.attacked(self.board.index("K" if white else "k"), not white)

    def pseudo_moves(self):
        """(from, to, kind); castling goes to the rook."""
        for origin, piece in enumerate(self.board):
            if not piece or is_white(piece) != self.white:
                continue
            kind = piece.lower()
            if kind == "p":
                yield from self.pawn_moves(origin)
                continue
            for direction in {"n": KNIGHT, "r": ROOK, "b": BISHOP}.get(kind, QUEEN):
                target = step(origin, direction)
                while target is not None and not (self.board[target] and is_white(self.board[target]) == self.white):
                    yield origin, target, 4 if self.board[target] else 0
                    if self.board[target] or kind in "nk":
                        break
                    target = step(target, direction)
        yield from self.castling_moves()

    def pawn_moves(self, origin):
        up, rank = (1, origin // 8) if self.white else (-1, 7 - origin // 8)
        kinds = [8, 9, 10, 11] if rank == 6 else [0]
        target = origin + 8 * up
        if not self.board[target]:
            yield from ((origin, target, kind) for kind in kinds)
            if rank == 1 and not self.board[target + 8 * up]:
                yield origin, target + 8 * up, 1
        for side in (-1, 1):
            target = step(origin, (side, up))
            if target is not None and self.board[target] and is_white(self.board[target]) != self.white:
                yield from ((origin, target, kind + 4) for kind in kinds)
            if target is not None and target == self.passed:
                yield origin, target, 5

    def castling_moves(self):
        king = 4 if self.white else 60
        if self.in_check(self.white):
            return
        for rook in self.castling:
            if rook // 8 != king // 8:
                continue
            between = range(rook + 1, king) if rook < king else range(king + 1, rook)
            path = (king - 1, king - 2) if rook < king else (king + 1, king + 2)
            if not any(self.board[square] for square in between) and \
                    not any(self.attacked(square, not self.white) for square in path):
                yield king, rook, 2 if rook < king else 3

    def after(self, move):
        origin, target, kind = move
        board, piece = list(self.board), self.board[origin]
        board[origin] = ""
        passed = None
        if kind in (2, 3):
            home = origin - 4
            rook, board[target] = board[target], ""
            board[home + (2 if kind == 2 else 6)] = piece
            board[home + (3 if kind == 2 else 5)] = rook
        else:
            board[target] = piece
        if kind == 1:
            passed = (origin + target) // 2
        if kind == 5:
            board[origin // 8 * 8 + target % 8] = ""
        if kind >= 8:
            letter = PROMOTIONS[kind % 4]
            board[target] = letter.upper() if self.white else letter
        castling = self.castling - {origin, target}
        if piece in ("K", "k"):
            castling = frozenset(rook for rook in castling if (rook < 8) != self.white)
        return Position(board, not self.white, castling, passed)

    def moves(self):
        return [move for move in self.pseudo_moves() if not self.after(move).in_check(self.white)]

    def packed(self):
        codes = [(0 if is_white(piece) else 8) + CODES[piece.lower()] if piece else (0 if self.white else 8)
                 for piece in self.board]
        for rook in self.castling:
            codes[rook] = 7 if rook < 8 else 15
        if self.passed is not None and any(kind == 5 for _, _, kind in self.moves()):
            codes[self.passed + (-8 if self.white else 8)] = 15 if self.white else 7
        planes = (sum((code >> plane & 1) << square for square, code in enumerate(codes)) for plane in (3, 0, 1, 2))
        return b"".join(plane.to_bytes(8, "little") for plane in planes)


def move_value(move):
    return move[0] << 10 | move[1] << 4 | move[2]


def move_text(move):
    origin, target, kind = move
    if kind in (2, 3):
        target = origin + (-2 if kind == 2 else 2)
    text = "".join("abcdefgh"[square % 8] + str(square // 8 + 1) for square in (origin, target))
    return text + (PROMOTIONS[kind % 4] if kind >= 8 else "")


def leb128(number):
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


def frontier(root, ply):
    """The positions after `ply` moves, by packed form: position, least moves, paths by root move; and by root move the
    paths that end before."""
    root_moves = sorted(root.moves(), key=move_value)
    ended = [0] * len(root_moves)
    level = {None: (root, b"", {})}
    for depth in range(ply):
        below = {}
        for position, moves, paths in level.values():
            legal = sorted(position.moves(), key=move_value)
            if not legal:
                for branch, count in paths.items():
                    ended[branch] += count
            for number, move in enumerate(legal):
                child = position.after(move)
                through = {number: 1} if depth == 0 else paths
                path = moves + move_value(move).to_bytes(2, "little")
                known = below.setdefault(child.packed(), [child, path, {}])
                known[1] = min(known[1], path)
                for branch, count in through.items():
                    known[2][branch] = known[2].get(branch, 0) + count
        level = below
    return root_moves, ended, level


# The checks


def check_plan(certificate):
    require(1 <= certificate.ply < certificate.depth <= MOST_DEPTH, "ply and depth")
    require(certificate.statistics in (0, 1) and certificate.early_leaves in (0, 1), "a truth value")
    require(certificate.columns == (12 if certificate.statistics else 1 + certificate.early_leaves), "the columns")
    blocks = -(-certificate.positions // BLOCK)
    require(certificate.blocks == max(1, -(-blocks // MOST_UNITS)), "the blocks")
    require(certificate.units == -(-blocks // certificate.blocks), "the units")
    require(len({move for move, _ in certificate.root_moves}) == len(certificate.root_moves), "a root move twice")


def check_hashes(certificate):
    require(sha256(sha256(certificate.head) + merkle_top(certificate.leaf_hashes)) == certificate.root, "the root")


def leaves_of(total):
    return sum(total[:2])


def check_units(certificate, records):
    """records: packed form and the rest, in order; of each position also its paths by root move."""
    size = certificate.blocks * BLOCK
    leaves = sum(certificate.ended) if certificate.early_leaves else 0
    if not certificate.root_moves and certificate.early_leaves:
        leaves = 1
    for number, line in enumerate(certificate.unit_lines):
        here = "unit %d: " % number
        stated, bar, positions = line.partition(" | ")
        require(bar and stated.count(" ") >= 3, here + "its parts")
        digest, generators, branches = stated.split(" ", 2)
        names = generators.split(",")
        require(names == sorted(set(names)) and "" not in names, here + "the generators")
        mine = records[number * size : (number + 1) * size]
        require(digest == sha256(b"".join(record for record, _ in mine)), here + "other positions or paths")
        totals = certificate.totals(positions)
        require(len(totals) == len(mine), here + "%d positions" % len(totals))
        require(all(len(total) == certificate.columns for total in totals), here + "the columns")
        sums = {}
        for (_, paths), total in zip(mine, totals):
            for branch, count in paths.items():
                sums.setdefault(branch, [0] * certificate.columns)
                sums[branch] = [a + count * b for a, b in zip(sums[branch], total)]
        listed = certificate.totals(branches)
        require([total[0] for total in listed] == sorted(sums), here + "its root moves")
        for branch, *total in listed:
            require(sums[branch] == total, here + "its positions do not add up")
            leaves += leaves_of(total)
    require(leaves == certificate.leaves, "the units have %d leaves" % leaves)


def verify(name):
    try:
        with open(name, encoding="utf-8", newline="") as file:
            certificate = Certificate(file.read())
    except OSError as error:
        raise Refused(2, error.strerror) from error
    except UnicodeDecodeError as error:
        raise Refused(2, "it is not a plylab certificate") from error
    check_plan(certificate)
    check_hashes(certificate)
    root_moves, ended, level = frontier(Position.parse(certificate.position), certificate.ply)
    require([move_text(move) for move in root_moves] == [move for move, _ in certificate.root_moves], "the root moves")
    require(ended == certificate.ended, "the games that end above the frontier")
    if root_moves:
        require(len(level) == certificate.positions, "there are %d positions" % len(level))
        paths = sum(sum(paths.values()) for _, _, paths in level.values())
        require(paths == certificate.paths, "there are %d paths" % paths)
    records = []
    for packed in sorted(level) if root_moves else []:
        _, moves, paths = level[packed]
        counted = b"".join(leb128(branch) + leb128(count) for branch, count in sorted(paths.items()))
        records.append((packed + moves + leb128(len(paths)) + counted, paths))
    check_units(certificate, records)
    print("right: the hashes; the %d positions at ply %d, found again; their paths; all sums, up to %d leaves" %
          (certificate.positions, certificate.ply, certificate.leaves))
    print("not checked: the counts below these positions, and which generators counted them")


def main():
    if len(sys.argv) != 2:
        print("usage: verify_certificate.py FILE", file=sys.stderr)
        return 2
    try:
        verify(sys.argv[1])
    except Refused as refused:
        print("'%s': %s" % (sys.argv[1], refused), file=sys.stderr)
        return refused.status
    return 0


if __name__ == "__main__":
    sys.exit(main())
