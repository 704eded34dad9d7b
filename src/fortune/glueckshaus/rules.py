"""Glückshaus: options, state, events, and the game.

Two dice, chips, and a house with numbered rooms. The total of a throw picks a room. An empty room takes a
chip; a full one gives up what lies there; the wedding in room 7 only ever receives; the pig (2) collects all
but the wedding; the king (12) collects everything. Sources: S0, S1, S2 of the bibliography, X1 to X3 for
single rules, as named at each option.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NoReturn

from fortune.dice import BY_TOTAL, PAIRS, Dice
from fortune.errors import DiceError, GameOverError, OptionError, StateError, shown
from fortune.game import (
    ByOptions,
    Choose,
    Event,
    Folded,
    Outcome,
    Over,
    Step,
    Throw,
    read_count,
    read_flags,
    read_list,
    read_mapping,
)
from fortune.options import Counted, Value, check, choice, is_default, whole_number

__all__ = [
    "FREE",
    "KING",
    "PIG",
    "WEDDING",
    "Again",
    "Ended",
    "Event",
    "Free",
    "Gave",
    "Glueckshaus",
    "GlueckshausOutcome",
    "Hailed",
    "Options",
    "Out",
    "Paid",
    "PaidHouse",
    "Shared",
    "State",
    "Took",
    "TookAsPig",
    "Won",
    "kings",
    "rounds",
]

PIG: Final = 2
"""The total that collects all but the wedding."""
FREE: Final = 4
"""The total whose meaning is an option: ``four``."""
WEDDING: Final = 7
"""The total that gives a chip to the wedding."""
KING: Final = 12
"""The total that collects everything."""
_TEN_ROOMS: Final = (3, 5, 6, 8, 9, 10, 11)
_ELEVEN_ROOMS: Final = (3, 4, 5, 6, 8, 9, 10, 11)
_MANY: Final = 1_000_000


def kings(k: int) -> Counted:
    """The ending after the k-th king (S0: the first; S1 offers the second)."""
    return Counted("kings", k)


def rounds(n: int) -> Counted:
    """The ending after n rounds of the table (S1's timer, counted)."""
    return Counted("rounds", n)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What the players agree on before the first throw.

    Raises :class:`OptionError` where a value is out of range, contradicts another, or could have no effect.
    Only the kinds of rules are weighed for that, not their numbers: ``broke`` is allowed with a timer so short
    that nobody can go broke.
    """

    players: int = whole_number(2, 2, 20, "How many sit at the table.", "S1: 2 to 8, a habit and not a limit")
    chips: int = whole_number(10, 1, 1000, "Chips for each player.", "S1: 10 or 15; S2: 2 to 10")
    four: str = choice(
        "What a throw of 4 does.",
        "S0, S1, S2, X1",
        Value("nothing", "A free turn: nothing is paid or taken.", "S0, S1, S2"),
        Value("pay_house", "A chip goes to the owner of the board and leaves the game.", "S0; X1 doubts it"),
        Value("room", "The house has an eleventh room, which behaves as any other.", "S2"),
        Value("roll_again", "The same player throws again: the only time the dice do not pass.", "X1"),
    )
    fill: str = choice(
        "How much a room holds.",
        "S1, X3",
        Value("single", "One chip. An empty room asks for it, a full one gives it up.", "S1"),
        Value(
            "to_number",
            "A chip a throw until the room holds as many as its number; the throw that finds it full takes them all.",
            "S1",
            ours="S1 names this way of playing and leaves it undefined; this is our reading.",
        ),
        Value(
            "by_value",
            "An empty room asks for as many chips as its number, all at once.",
            "X3",
            ours="Who has fewer gives all of them; the wedding still asks for one.",
        ),
    )
    ante: str = choice(
        "Whether the wedding starts with gifts.",
        "S0, S1, S2",
        Value("none", "The house starts empty.", "S1, S2"),
        Value("wedding", "Each player brings one chip to the wedding before the first throw.", "S0"),
    )
    broke: str = choice(
        "When a player is out.",
        "S1, X2",
        Value("at_zero", "The moment the last chip is gone.", "S1"),
        Value(
            "cannot_pay",
            "One stays in on nothing, and is out when a payment falls due that one cannot meet.",
            "X2",
            ours="With by_value, who pays something but less than asked stays in on nothing.",
        ),
    )
    end: str | Counted = choice(
        "When the game ends. One player left in wins at once, whatever the ending.",
        "S0, S1, S2",
        Value("last_standing", "When only one player is left in.", "S1, S2"),
        Value(
            "kings",
            "After the n-th king. The biggest pile wins.",
            "S0: the first king; S1 offers the second",
            ours="Equal piles share the win.",
            counts=(1, _MANY),
        ),
        Value(
            "rounds",
            "After n rounds. The biggest pile wins.",
            "S1: a timer of twenty minutes; S2: stopped early",
            ours="Rounds are counted in place of minutes, so that the odds can be computed; equal piles share the win.",
            counts=(1, _MANY),
        ),
    )
    settle: str = choice(
        "What becomes of the chips in the house when the rounds are over.",
        "S1, S2",
        Value("in_hand", "They stay there and do not count.", "S1"),
        Value(
            "shared",
            "They go in equal parts to the players still in.",
            "S2",
            ours="What cannot be divided stays out, and is reported.",
        ),
    )

    def __post_init__(self) -> None:
        check(self)
        if not is_default(self, "settle") and self.rounds is None:
            raise OptionError(
                "settle",
                f"settle={self.settle} has no effect with end={self.end}: "
                "it says how the board is settled when a number of rounds is over, so it needs end=rounds(n).",
            )
        if self.ante == "wedding" and self.chips == 1 and self.broke == "at_zero":
            raise OptionError(
                "ante",
                "ante=wedding with chips=1 and broke=at_zero would put everybody out before the first throw: "
                "it needs chips of 2 or more, or broke=cannot_pay.",
            )

    @property
    def kings(self) -> int | None:
        """After how many kings the game ends, if kings end it."""
        return self.end.count if isinstance(self.end, Counted) and self.end.word == "kings" else None

    @property
    def rounds(self) -> int | None:
        """After how many rounds the game ends, if rounds end it."""
        return self.end.count if isinstance(self.end, Counted) and self.end.word == "rounds" else None


@dataclass(frozen=True, slots=True)
class State:
    """A position.

    ``rooms`` holds the chips in each ordinary room, in the order of ``Glueckshaus.rooms``; ``house`` the
    chips paid to the owner of the board; ``rest`` those that could not be divided at the end. ``turn`` is the
    seat that throws next (after the last king: the seat that threw it). ``clock`` counts the kings thrown or
    the rounds completed where they end the game, and is 0 elsewhere.
    """

    hands: tuple[int, ...]
    still_in: tuple[bool, ...]
    rooms: tuple[int, ...]
    wedding: int
    house: int = 0
    rest: int = 0
    turn: int = 0
    clock: int = 0

    @property
    def on_board(self) -> int:
        """All chips that lie in the house, the wedding's included."""
        return sum(self.rooms) + self.wedding


@dataclass(frozen=True, slots=True)
class Paid(Event):
    """A player put chips into a room."""

    room: int
    chips: int


@dataclass(frozen=True, slots=True)
class Took(Event):
    """A player took what lay in a room."""

    room: int
    chips: int


@dataclass(frozen=True, slots=True)
class Gave(Event):
    """A player brought a chip to the wedding, where so many lie now."""

    wedding: int


@dataclass(frozen=True, slots=True)
class TookAsPig(Event):
    """Double one: a player took all chips but the wedding's. Whoever throws it grunts."""

    chips: int


@dataclass(frozen=True, slots=True)
class Hailed(Event):
    """Double six: a player took every chip in the house, so many of them from the wedding. Everybody hails."""

    chips: int
    gifts: int


@dataclass(frozen=True, slots=True)
class Free(Event):
    """A throw of 4 that does nothing."""


@dataclass(frozen=True, slots=True)
class PaidHouse(Event):
    """A throw of 4 that cost a chip to the owner of the board."""


@dataclass(frozen=True, slots=True)
class Again(Event):
    """A throw of 4 after which the same player throws again."""


@dataclass(frozen=True, slots=True)
class Out(Event):
    """A player is out; ``owed`` is the payment that could not be met, 0 where the last chip was paid."""

    owed: int


@dataclass(frozen=True, slots=True)
class Shared(Event):
    """The house was settled: each player still in got ``each``; ``rest`` could not be divided."""

    each: int
    rest: int


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The agreed end came: so many kings, or so many rounds."""

    ending: Counted


@dataclass(frozen=True, slots=True)
class Won(Event):
    """A player won, sharing with so many others; ``chips`` lay in the house and went to the last one in."""

    others: int
    chips: int


@dataclass(frozen=True, slots=True)
class GlueckshausOutcome(Outcome):
    """How the game ended; ``last_king`` is the seat that threw the king that ended it."""

    last_king: int | None = None


class Glueckshaus(ByOptions):
    """The game under given options.

    >>> game = Glueckshaus(Options(players=4))
    >>> state, events = game.play(game.start(), Dice(6, 3))
    >>> state.hands, events
    ((9, 10, 10, 10), (Paid(seat=0, room=9, chips=1),))
    """

    name: Final = "glueckshaus"

    def __init__(self, options: Options | None = None) -> None:
        self.options: Final = Options() if options is None else options
        self.players: Final = self.options.players
        self.rooms: Final = _ELEVEN_ROOMS if self.options.four == "room" else _TEN_ROOMS
        self._index = {number: i for i, number in enumerate(self.rooms)}
        self._kings = self.options.kings
        self._rounds = self.options.rounds
        self._plain = self._kings is None and self._rounds is None

    @property
    def total(self) -> int:
        """All chips there are: in hands, in the house, with its owner and left over. It never changes."""
        return self.players * self.options.chips

    def capacity(self, room: int) -> int:
        """How many chips an ordinary room can hold."""
        return 1 if self.options.fill == "single" else room

    def start(self) -> State:
        """The state before the first throw, the ante already on the wedding."""
        ante = 1 if self.options.ante == "wedding" else 0
        return State(
            hands=(self.options.chips - ante,) * self.players,
            still_in=(True,) * self.players,
            rooms=(0,) * len(self.rooms),
            wedding=ante * self.players,
        )

    def position(self, rooms: Mapping[int, int] | None = None, wedding: int = 0) -> State:
        """A position with these chips in the house and the others shared out to the players, seat 1 to throw.

        ``rooms`` gives the chips by the room's number; a room left out is empty. What cannot be shared out evenly goes
        to the first seats. Raises :class:`StateError` where the position cannot occur.

        >>> Glueckshaus(Options(players=4)).position({5: 1, 8: 1}, wedding=3).hands
        (9, 9, 9, 8)
        """
        lying = dict.fromkeys(self.rooms, 0)
        for number, chips in ({} if rooms is None else rooms).items():
            if number not in lying:
                listed = ", ".join(map(str, self.rooms))
                raise StateError(f"There is no room {shown(number)} for chips: the rooms are {listed}.")
            lying[number] = read_count(chips, f"Room {number}", 0, self.capacity(number))
        read_count(wedding, "The wedding", 0, self.total)
        each, more = divmod(self.total - sum(lying.values()) - wedding, self.players)
        hands = [each + (seat < more) for seat in range(self.players)]
        house = {str(number): chips for number, chips in lying.items()}
        return self.load(self.dump(self.start()) | {"hands": hands, "rooms": house, "wedding": wedding})

    def turn(self, state: State) -> Throw | Choose | Over:
        """Whose throw it is, or the outcome."""
        if state.still_in.count(True) == 1:
            return Over(GlueckshausOutcome("last_standing", (state.still_in.index(True),)))
        if self._kings is not None and state.clock == self._kings:
            return Over(GlueckshausOutcome("kings", _biggest(state), last_king=state.turn))
        if self._rounds is not None and state.clock == self._rounds:
            return Over(GlueckshausOutcome("rounds", _biggest(state)))
        return Throw(state.turn)

    def is_over(self, state: State) -> bool:
        """Whether the game is finished."""
        return state.still_in.count(True) == 1 or (not self._plain and state.clock == (self._kings or self._rounds))

    def throws(self, state: State) -> Mapping[Dice, int]:
        """The 21 pairs with their weights over 36; raises :class:`GameOverError` where the game is finished."""
        if self.is_over(state):
            raise GameOverError
        return PAIRS

    def throw_classes(self, state: State) -> Mapping[Dice, int]:
        """One pair for each total, for only the total counts here."""
        if self.is_over(state):
            raise GameOverError
        return BY_TOTAL

    def moves(self, state: State) -> Sequence[NoReturn]:
        """Nothing: this is a game of pure chance."""
        return ()

    def play(self, state: State, choice: Dice) -> Step[State]:
        """The state after this throw, and what the players saw.

        Raises :class:`DiceError` for what is no throw, and :class:`GameOverError` where the game is finished.
        """
        if not isinstance(choice, Dice):
            raise DiceError(f"Glückshaus is played by a throw of two dice, such as Dice(6, 3), not by {shown(choice)}.")
        if self.is_over(state):
            raise GameOverError
        seat, total = state.turn, choice.total
        hands, rooms, wedding, house = list(state.hands), state.rooms, state.wedding, state.house
        events: list[Event] = []
        due, again = 0, False

        if total == WEDDING:
            due = 1
        elif total == PIG:
            found = sum(rooms)
            hands[seat] += found
            rooms = (0,) * len(rooms)
            events.append(TookAsPig(seat, found))
        elif total == KING:
            found = sum(rooms) + wedding
            hands[seat] += found
            events.append(Hailed(seat, found, wedding))
            rooms, wedding = (0,) * len(rooms), 0
        elif total in self._index:
            here = rooms[self._index[total]]
            if here == 0 and self.options.fill == "by_value":
                due = total
            elif here < self.capacity(total) and (here == 0 or self.options.fill == "to_number"):
                due = 1
            else:
                hands[seat] += here
                rooms = self._put(rooms, total, 0)
                events.append(Took(seat, total, here))
        elif self.options.four == "pay_house":
            due = 1
        elif self.options.four == "roll_again":
            again = True
            events.append(Again(seat))
        else:
            events.append(Free(seat))

        paid = min(due, hands[seat])
        if paid:
            hands[seat] -= paid
            if total == WEDDING:
                wedding += paid
                events.append(Gave(seat, wedding))
            elif total == FREE and FREE not in self._index:
                house += paid
                events.append(PaidHouse(seat))
            else:
                rooms = self._put(rooms, total, rooms[self._index[total]] + paid)
                events.append(Paid(seat, total, paid))

        still_in = state.still_in
        if due and hands[seat] == 0 and (self.options.broke == "at_zero" or not paid):
            still_in = (*still_in[:seat], False, *still_in[seat + 1 :])
            events.append(Out(seat, owed=0 if paid else due))
        elif self._plain and not again:
            # Nearly every throw: nobody goes out, nothing is counted, the dice pass.
            turn = self._next_in(still_in, seat)
            return Step(State(tuple(hands), still_in, rooms, wedding, house, 0, turn), tuple(events))
        after = State(tuple(hands), still_in, rooms, wedding, house, state.rest, seat, state.clock)
        return self._pass_on(after, total, again, events)

    def _pass_on(self, state: State, total: int, again: bool, events: list[Event]) -> Step[State]:
        """What follows a throw: the last one in takes the house, the clock strikes, the dice pass."""
        hands, rooms, wedding, rest = state.hands, state.rooms, state.wedding, state.rest
        seat, clock, ended = state.turn, state.clock, False
        if state.still_in.count(True) == 1:
            seat = state.still_in.index(True)
            found = sum(rooms) + wedding
            hands = _add(hands, seat, found)
            rooms, wedding = (0,) * len(rooms), 0
            events.append(Won(seat, others=0, chips=found))
        elif total == KING and self._kings is not None:
            clock += 1
            ended = clock == self._kings
        if not again and not ended and state.still_in.count(True) > 1:
            seat = self._next_in(state.still_in, seat)
            if self._rounds is not None and seat <= state.turn:
                clock += 1
                ended = clock == self._rounds
                if ended and self.options.settle == "shared":
                    each, rest = divmod(sum(rooms) + wedding, state.still_in.count(True))
                    hands = tuple(h + each * i for h, i in zip(hands, state.still_in, strict=True))
                    rooms, wedding = (0,) * len(rooms), 0
                    events.append(Shared(state.turn, each, rest))
        after = State(hands, state.still_in, rooms, wedding, state.house, rest, seat, clock)
        if ended and isinstance(self.options.end, Counted):
            winners = _biggest(after)
            events.append(Ended(state.turn, self.options.end))
            events.extend(Won(winner, others=len(winners) - 1, chips=0) for winner in winners)
        return Step(after, tuple(events))

    def key(self, state: State) -> tuple[object, ...]:
        """All but the chips that have left the game: those are what is missing from the total."""
        return (state.hands, state.still_in, state.rooms, state.wedding, state.turn, state.clock)

    def fold(self, state: State) -> Folded[State]:
        """The thrower brought to seat 0, and rooms that are thrown in equally many ways put in order.

        Seats are not alike where rounds end the game, for a round begins with the lowest seat still in. Rooms
        are twins (3 and 11, 5 and 9 …) only where they hold the same.
        """
        shift = 0 if self._rounds is not None else state.turn
        rooms, copies = state.rooms, 1
        for low, high in self._twins:
            if rooms[low] != rooms[high]:
                copies *= 2
                if rooms[low] < rooms[high]:
                    rooms = (*rooms[:low], rooms[high], *rooms[low + 1 : high], rooms[low], *rooms[high + 1 :])
        if shift == 0 and rooms is state.rooms:
            return Folded(state, 0, copies)
        hands = state.hands[shift:] + state.hands[:shift]
        still_in = state.still_in[shift:] + state.still_in[:shift]
        turned = (state.turn - shift) % self.players
        folded = State(hands, still_in, rooms, state.wedding, state.house, state.rest, turned, state.clock)
        return Folded(folded, shift, copies)

    def dump(self, state: State) -> dict[str, Any]:
        """The state as JSON knows it."""
        return {
            "hands": list(state.hands),
            "still_in": list(state.still_in),
            "rooms": {str(number): chips for number, chips in zip(self.rooms, state.rooms, strict=True)},
            "wedding": state.wedding,
            "house": state.house,
            "rest": state.rest,
            "turn": state.turn,
            "clock": state.clock,
        }

    def load(self, data: object) -> State:
        """The state from :meth:`dump`; raises :class:`StateError` where it cannot occur under the options.

        Every position that can occur is accepted. Each part, the sum of all chips and what an ending leaves
        behind are checked. Whether some row of throws leads to the position is not searched for: after so few
        rounds that nobody can have lost so much, say, it is accepted.
        """
        what = "A position of Glückshaus"
        read = read_mapping(data, ["hands", "still_in", "rooms", "wedding", "house", "rest", "turn", "clock"], what)
        rooms = read_mapping(read["rooms"], [str(number) for number in self.rooms], "The house")
        state = State(
            hands=tuple(
                read_count(chips, f"The hand of seat {seat + 1}", 0, self.total)
                for seat, chips in enumerate(read_list(read["hands"], "hands", self.players))
            ),
            still_in=read_flags(read["still_in"], "still_in", self.players),
            rooms=tuple(
                read_count(rooms[str(number)], f"Room {number}", 0, self.capacity(number)) for number in self.rooms
            ),
            wedding=read_count(read["wedding"], "The wedding", 0, self.total),
            house=read_count(
                read["house"], "What the owner of the board holds", 0, self.total * (self.options.four == "pay_house")
            ),
            rest=read_count(
                read["rest"], "The undivided rest", 0, (self.players - 1) * (self.options.settle == "shared")
            ),
            turn=read_count(read["turn"], "The seat to throw", 0, self.players - 1),
            clock=read_count(read["clock"], "The count of kings or rounds", 0, self._kings or self._rounds or 0),
        )
        self._check_whole(state)
        return state

    def _check_whole(self, state: State) -> None:
        """Raise :class:`StateError` where the parts of a position do not fit together."""
        found = sum(state.hands) + state.on_board + state.house + state.rest
        if found != self.total:
            raise StateError(
                f"The chips add up to {found}, but {self.players} players with {self.options.chips} chips each "
                f"make {self.total}, and no chip is ever lost."
            )
        if not state.still_in[state.turn]:
            raise StateError(f"Seat {state.turn + 1} cannot throw next: it is out of the game.")
        for seat, (chips, here) in enumerate(zip(state.hands, state.still_in, strict=True)):
            if chips and not here:
                raise StateError(f"Seat {seat + 1} is out of the game and cannot hold {chips} chips.")
            if here and not chips and self.options.broke == "at_zero":
                raise StateError(f"Seat {seat + 1} has no chips left, so it cannot be still in (broke=at_zero, S1).")
        self._check_end(state)
        self._check_gifts(state)

    def _check_end(self, state: State) -> None:
        """Raise :class:`StateError` where an ending did not leave what it must leave."""
        alone = state.still_in.count(True) == 1
        struck = state.clock > 0 and state.clock == (self._kings or self._rounds)
        if alone and struck:
            raise StateError(
                f"Only seat {state.turn + 1} is still in, which ended the game before end={self.options.end}; "
                f"the count cannot be {state.clock}."
            )
        swept = alone or (struck and (self._kings is not None or self.options.settle == "shared"))
        if swept and state.on_board:
            raise StateError(
                f"The game is over and the house was emptied, but {state.on_board} chips are said to lie in it."
            )
        first = state.still_in.index(True)
        if struck and self._rounds is not None and state.turn != first:
            raise StateError(
                f"A round ends when the dice come back to the first player still in, seat {first + 1}, "
                f"so seat {state.turn + 1} cannot be next after the last round."
            )
        if state.rest and (not swept or state.rest >= state.still_in.count(True)):
            raise StateError(f"An undivided rest of {state.rest} cannot be: it is shared out only at the end.")

    def _check_gifts(self, state: State) -> None:
        """Raise :class:`StateError` where the ante is gone too soon, or rooms hold less than anybody paid."""
        if self.options.ante == "wedding" and self._kings is not None:
            early = state.clock == 0 and state.still_in.count(True) > 1
            if early and state.wedding < self.players:
                raise StateError(
                    f"No king was thrown yet, so the wedding still holds the {self.players} gifts of ante=wedding; "
                    f"it cannot hold {state.wedding}."
                )
            least = self.players + (self.options.broke == "at_zero")
            if self._kings == state.clock == 1 and state.hands[state.turn] < least:
                raise StateError(
                    f"Seat {state.turn + 1} threw the only king and took the gifts of ante=wedding, "
                    f"so it holds {least} chips or more, not {state.hands[state.turn]}."
                )
        if self.options.fill == "by_value" and self.options.broke == "at_zero":
            short = sum(0 < chips < number for number, chips in zip(self.rooms, state.rooms, strict=True))
            gone = state.still_in.count(False)
            if short > gone:
                raise StateError(
                    f"{short} rooms hold less than their number, but only {gone} players are out, and nobody pays "
                    "less than asked and stays in (fill=by_value, broke=at_zero)."
                )

    @cached_property
    def _twins(self) -> tuple[tuple[int, int], ...]:
        """Pairs of rooms, by index, that are thrown in equally many ways and hold the same."""
        if self.options.fill != "single":
            return ()
        return tuple(
            (self._index[low], self._index[14 - low]) for low in self.rooms if low < 7 and 14 - low in self._index
        )

    def _put(self, rooms: tuple[int, ...], number: int, chips: int) -> tuple[int, ...]:
        at = self._index[number]
        return (*rooms[:at], chips, *rooms[at + 1 :])

    def _next_in(self, still_in: tuple[bool, ...], seat: int) -> int:
        seat = (seat + 1) % self.players
        while not still_in[seat]:
            seat = (seat + 1) % self.players
        return seat


def _add(hands: tuple[int, ...], seat: int, chips: int) -> tuple[int, ...]:
    return (*hands[:seat], hands[seat] + chips, *hands[seat + 1 :])


def _biggest(state: State) -> tuple[int, ...]:
    """The seats still in whose piles are the biggest."""
    most = max(chips for chips, here in zip(state.hands, state.still_in, strict=True) if here)
    return tuple(
        seat
        for seat, (chips, here) in enumerate(zip(state.hands, state.still_in, strict=True))
        if here and chips == most
    )
