"""The rules of Glückshaus a second time, told as a bookkeeper would, to hold the first telling against.

Written from the rules text alone. Everything is a pile with a name, and chips only ever move from pile to pile.
Nothing of ``fortune.glueckshaus`` is used but the values of the options.
"""

from __future__ import annotations

from fortune.glueckshaus import Options


class Table:
    """A table with its piles. ``end`` is empty while the game goes on, else why it ended."""

    def __init__(self, options: Options) -> None:
        self.rules = options
        self.end = ""
        self.winners: set[int] = set()
        self.last_king: int | None = None
        self.kings = 0
        self.rounds = 0
        self.thrower = 0
        self.sitting = list(range(options.players))
        self.ordinary = {3, 5, 6, 8, 9, 10, 11} | ({4} if options.four == "room" else set())
        self.piles = {f"room {number}": 0 for number in sorted(self.ordinary)}
        self.piles |= {"wedding": 0, "owner": 0, "rest": 0}
        self.piles |= {f"hand {seat}": options.chips for seat in self.sitting}
        if options.ante == "wedding":
            for seat in self.sitting:
                self.move(f"hand {seat}", "wedding", 1)

    def move(self, source: str, target: str, chips: int) -> None:
        assert 0 <= chips <= self.piles[source], f"{source} has no {chips} chips"
        self.piles[source] -= chips
        self.piles[target] += chips

    def collect(self, seat: int, wedding_too: bool) -> None:
        for pile in [f"room {number}" for number in self.ordinary] + ["wedding"] * wedding_too:
            self.move(pile, f"hand {seat}", self.piles[pile])

    def pay(self, target: str, asked: int) -> None:
        """The thrower pays what is asked, or all there is, and may be out."""
        purse = f"hand {self.thrower}"
        had = self.piles[purse]
        self.move(purse, target, min(had, asked))
        out_now = self.piles[purse] == 0 if self.rules.broke == "at_zero" else had == 0
        if out_now:
            self.sitting.remove(self.thrower)

    def ordinary_room(self, number: int) -> None:
        pile = f"room {number}"
        lying = self.piles[pile]
        if self.rules.fill == "single":
            full, asked = lying == 1, 1
        elif self.rules.fill == "to_number":
            full, asked = lying == number, 1
        else:
            full, asked = lying > 0, number
        if full:
            self.move(pile, f"hand {self.thrower}", lying)
        else:
            self.pay(pile, asked)

    def throw(self, one: int, other: int) -> None:
        assert not self.end
        total = one + other
        dice_pass = True
        if total == 2:
            self.collect(self.thrower, wedding_too=False)
        elif total == 12:
            self.collect(self.thrower, wedding_too=True)
            self.kings += 1
        elif total == 7:
            self.pay("wedding", 1)
        elif total in self.ordinary:
            self.ordinary_room(total)
        elif self.rules.four == "pay_house":
            self.pay("owner", 1)
        elif self.rules.four == "roll_again":
            dice_pass = False

        if len(self.sitting) == 1:
            (last,) = self.sitting
            self.collect(last, wedding_too=True)
            self.finish("last_standing", {last})
        elif total == 12 and str(self.rules.end) == f"kings({self.kings})":
            self.last_king = self.thrower
            self.finish("kings", self.richest())
        elif dice_pass:
            self.pass_dice()

    def pass_dice(self) -> None:
        above = [seat for seat in self.sitting if seat > self.thrower]
        if not above:
            self.rounds += 1
        self.thrower = min(above or self.sitting)
        if not above and str(self.rules.end) == f"rounds({self.rounds})":
            if self.rules.settle == "shared":
                self.share_out()
            self.finish("rounds", self.richest())

    def share_out(self) -> None:
        board = [f"room {number}" for number in self.ordinary] + ["wedding"]
        for pile in board:
            self.move(pile, "rest", self.piles[pile])
        while self.piles["rest"] >= len(self.sitting):
            for seat in self.sitting:
                self.move("rest", f"hand {seat}", 1)

    def richest(self) -> set[int]:
        ranked = sorted(self.sitting, key=lambda seat: self.piles[f"hand {seat}"])
        return {seat for seat in self.sitting if self.piles[f"hand {seat}"] == self.piles[f"hand {ranked[-1]}"]}

    def finish(self, why: str, winners: set[int]) -> None:
        self.end, self.winners = why, winners
