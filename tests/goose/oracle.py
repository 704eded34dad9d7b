"""The rules of the Goose a second time, told step by step, to hold the first telling against.

Written from the rules text alone, before the first telling was read. A piece is an object with a square, and whoever
wants to know what becomes of it follows it by name. Nothing of ``fortune.goose`` is used but the values of the options.
"""

from __future__ import annotations

from fortune.goose import Options

GEESE = [5, 9, 14, 18, 23, 27, 32, 36, 41, 45, 50, 54, 59]
TOLLED = [6, 19, 31, 42, 52]
MARKED = [*GEESE, 6, 19, 26, 31, 42, 52, 53, 58]
WELL, PRISON = 31, 52


class Piece:
    """One player's piece, with what its player still owes the board and has won or lost."""

    def __init__(self, seat: int, tokens: int) -> None:
        self.seat = seat
        self.square = 0
        self.owes = 0
        self.caught = False
        self.came_from = 0
        self.has_thrown = False
        self.tokens = tokens


class Board:
    """A board with its pieces. ``end`` is empty while the game goes on, else why it ended."""

    def __init__(self, options: Options) -> None:
        self.rules = options
        self.ante = 0 if options.stakes == "none" else options.ante
        self.pieces = [Piece(seat, -self.ante) for seat in range(options.players)]
        self.pool = self.ante * options.players
        self.thrower = 0
        self.end = ""
        self.winner: int | None = None
        self.stops: list[int] = []
        self.idle: list[tuple[int, str]] = []

    # --- who waits ------------------------------------------------------------------------------------------

    def release_rule(self, square: int) -> str:
        """How one is freed from this square; empty where nobody waits there for another."""
        if square == WELL and self.rules.well == "until_released":
            return self.rules.well_release
        if square == PRISON and self.rules.prison == "until_released":
            return self.rules.prison_release
        return ""

    def on(self, square: int) -> list[Piece]:
        return [piece for piece in self.pieces if piece.square == square]

    def waits(self, piece: Piece) -> bool:
        rule = self.release_rule(piece.square)
        if rule == "stays":
            return len(self.on(piece.square)) == 1
        return rule != "" and piece.caught

    # --- one throw ------------------------------------------------------------------------------------------

    def throw(self, one: int, other: int) -> None:
        assert not self.end
        mover = self.pieces[self.thrower]
        assert mover.owes == 0
        assert not self.waits(mover)
        began, total = mover.square, one + other
        self.stops, self.idle = [], []
        where = self.travel(mover, {one, other}, total)
        mover.has_thrown = True
        self.pay(mover)
        self.arrive(mover, began, where)
        if mover.square == 63:
            mover.tokens += self.pool
            self.pool = 0
            self.end, self.winner = "home", mover.seat
        elif all(self.waits(piece) for piece in self.pieces):
            self.end = "deadlock" if len(self.pieces) > 1 else "stuck"
            while self.pool >= len(self.pieces):
                for piece in self.pieces:
                    piece.tokens += 1
                    self.pool -= 1
        else:
            self.pass_the_dice()

    def travel(self, mover: Piece, dice: set[int], total: int) -> int:
        """Where the throw ends. Each square that the piece stops on by the way goes into ``stops``."""
        if total == 9 and mover.square == 0 and self.nine_counts(mover):
            self.stops.append(26 if dice == {6, 3} else 53)
            return self.stops[-1]
        where, step = mover.square, 1
        while True:
            for _ in range(total):
                if where == 63:
                    step = -1
                if where == 0 and step == -1:
                    break
                where += step
            self.stops.append(where)
            if where not in GEESE or self.rules.geese == "none":
                break
        if where == 6 and self.rules.bridge == "to_12":
            return 12
        if where == 42 and self.rules.maze == "to_30":
            return 30
        if where == 58 and self.rules.death != "none":
            return int(self.rules.death)
        return where

    def nine_counts(self, mover: Piece) -> bool:
        if self.rules.nine == "first_throw":
            return not mover.has_thrown
        return self.rules.nine == "from_start"

    def pay(self, mover: Piece) -> None:
        for square in self.stops:
            if self.rules.stakes == "toll" and square in TOLLED:
                payers = [mover]
            elif self.rules.stakes == "all_ante" and square in MARKED:
                payers = self.pieces
            else:
                payers = []
            for payer in payers:
                payer.tokens -= 1
                self.pool += 1

    def arrive(self, mover: Piece, began: int, where: int) -> None:
        there = [piece for piece in self.on(where) if piece is not mover]
        rule = self.release_rule(where)
        mover.square = where
        if rule:
            waiting = [p for p in there if (len(there) == 1 if rule == "stays" else p.caught)]
            if waiting:
                for piece in waiting:
                    self.free(piece, rule, began)
                self.settle(mover, began)
                return
        if there and where != 63 and (where != 0 or self.rules.collision_at_start == "on"):
            if self.rules.collision == "mover_back":
                mover.square = began
                return
            if self.rules.collision == "swap":
                for piece in there:
                    self.put(piece, began)
        self.settle(mover, began)

    def free(self, piece: Piece, rule: str, began: int) -> None:
        places = {"rescuer_start": began, "own_start": piece.came_from, "square_one": 1, "stays": piece.square}
        self.put(piece, places[rule])

    def put(self, piece: Piece, square: int) -> None:
        """A piece is carried there: no landing, and all that it owed is forgotten."""
        piece.square, piece.owes, piece.caught, piece.came_from = square, 0, False, 0

    def settle(self, mover: Piece, began: int) -> None:
        """The mover stays where its throw ended, and that square has its way with it."""
        mover.came_from = began
        if mover.square == 19:
            mover.owes = self.rules.inn
        for square, rule in ((WELL, self.rules.well), (PRISON, self.rules.prison)):
            if mover.square == square:
                if rule == "until_released":
                    mover.caught = True
                else:
                    mover.owes = int(str(rule).removeprefix("miss(").removesuffix(")"))

    def pass_the_dice(self) -> None:
        """To the next seat that can throw; a turn that comes to another is missed or waited through."""
        while True:
            self.thrower = (self.thrower + 1) % len(self.pieces)
            piece = self.pieces[self.thrower]
            if self.waits(piece):
                self.idle.append((piece.seat, "held"))
            elif piece.owes:
                piece.owes -= 1
                self.idle.append((piece.seat, "missed"))
            else:
                return
