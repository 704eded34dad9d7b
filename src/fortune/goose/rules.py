"""The Game of the Goose: who moves where, and what follows.

A spiral of 63 squares. Two dice move a piece their total; a goose moves it the same total again; who passes 63
comes back the rest; who ends on it wins. Bridge, inn, well, labyrinth, prison and Death lie in between. Sources:
S0 and S3 of the bibliography, and the published model that the ruleset ``dutch`` follows.

Within one throw this is the order: the move with its geese; nine, bridge, labyrinth, Death; then the release of a
piece that waits on the last square, or else a collision. Only the square where the throw ends is looked at for these.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NoReturn

from fortune.dice import BY_TOTAL, PAIRS, Dice
from fortune.errors import DiceError, GameOverError, shown
from fortune.game import ByOptions, Choose, Event, Folded, Outcome, Over, Step, Throw
from fortune.goose.options import Options
from fortune.goose.saved import begun_in_first_round, read_state
from fortune.goose.squares import (
    ACROSS,
    BRIDGE,
    DEATH,
    GEESE,
    HOME,
    INN,
    LOST,
    MARKED,
    MAZE,
    NINE,
    PRISON,
    START,
    TOLLED,
    WELL,
)
from fortune.goose.state import (
    Crossed,
    Deadlocked,
    Died,
    Displaced,
    Freed,
    Held,
    Hopped,
    Missed,
    Moved,
    Nine,
    Paid,
    PaidAll,
    Rested,
    Returned,
    SentBack,
    State,
    Strayed,
    Stuck,
    Waited,
    Won,
)

__all__ = ["Goose"]

_Whole = tuple[int, ...]


class Goose(ByOptions):
    """The game under given options.

    >>> game = Goose()
    >>> state, events = game.play(game.start(), Dice(6, 3))
    >>> state.places, events
    ((26, 0), (Nine(seat=0, square=26),))
    """

    name: Final = "goose"

    def __init__(self, options: Options | None = None) -> None:
        self.options: Final = Options() if options is None else options
        self.players: Final = self.options.players
        # the squares that carry on
        self.geese = frozenset(GEESE if self.options.geese == "again" else ())
        # where a piece that lands is led on to
        self.leads: dict[int, int] = {}
        if self.options.bridge != "none":
            self.leads[BRIDGE] = ACROSS
        if self.options.maze != "none":
            self.leads[MAZE] = LOST
        if self.options.death != "none":
            self.leads[DEATH] = int(self.options.death)
        self.waits = {INN: self.options.inn, WELL: self.options.waits("well"), PRISON: self.options.waits("prison")}
        # the squares where one waits for a rescuer, with what becomes of the one who is freed
        self.release = {
            square: getattr(self.options, f"{name}_release")
            for name, square in (("well", WELL), ("prison", PRISON))
            if self.options.until_released(name)
        }

    @property
    def resting_squares(self) -> tuple[int, ...]:
        """The squares from 0 to 63 on which a piece can stand at the end of a throw."""
        return tuple(square for square in range(HOME + 1) if square not in self.geese and square not in self.leads)

    def start(self) -> State:
        """The state before the first throw, the ante already in the pool."""
        n = self.players
        ante = 0 if self.options.stakes == "none" else self.options.ante
        return State((START,) * n, (0,) * n, (0,) * n, (False,) * n, (-ante,) * n, ante * n)

    def position(self, places: Sequence[int], turn: int = 0) -> State:
        """A position with the pieces on these squares, nobody owing a turn, and this seat to throw.

        Where ``nine=first_throw`` asks who has thrown, all have, unless the pieces stand as in the first round.

        Raises :class:`StateError` where it cannot occur.

        >>> Goose().position([20, 24]).places
        (20, 24)
        """
        state = self.dump(self.start()) | {"places": list(places), "turn": turn}
        if self.options.nine == "first_throw":
            state["begun"] = begun_in_first_round(places, turn) or [True] * self.players
        return self.load(state)

    def turn(self, state: State) -> Throw | Choose | Over:
        """Whose throw it is, or the outcome: ``home``, or nobody wins: ``deadlock``, alone ``stuck``."""
        if state.places[state.turn] == HOME:
            return Over(Outcome("home", (state.turn,)))
        if self.release and self._all_held(state.places):
            return Over(Outcome("deadlock" if self.players > 1 else "stuck", ()))
        return Throw(state.turn)

    def is_over(self, state: State) -> bool:
        """Whether the game is finished."""
        return state.places[state.turn] == HOME or (bool(self.release) and self._all_held(state.places))

    def held(self, places: Sequence[int], seat: int) -> bool:
        """Whether the piece of this seat waits in well or prison until another comes.

        Where pieces stay after a release, two on the square are both free.
        """
        square = places[seat]
        if square not in self.release:
            return False
        return self.release[square] != "stays" or places.count(square) == 1

    def throws(self, state: State) -> Mapping[Dice, int]:
        """The 21 pairs with their weights over 36; raises :class:`GameOverError` where the game is finished."""
        if self.is_over(state):
            raise GameOverError
        return PAIRS

    def throw_classes(self, state: State) -> Mapping[Dice, int]:
        """One pair for each total; 6-3 and 5-4 apart where a nine asks for it."""
        if self.is_over(state):
            raise GameOverError
        return _BY_TOTAL_AND_NINE if self._nine_counts(state) else BY_TOTAL

    def moves(self, state: State) -> Sequence[NoReturn]:
        """Nothing: this is a game of pure chance."""
        return ()

    def play(self, state: State, choice: Dice) -> Step[State]:
        """The state after this throw, and what the players saw.

        Raises :class:`DiceError` for what is no throw, and :class:`GameOverError` where the game is finished.
        """
        if not isinstance(choice, Dice):
            raise DiceError(f"The Goose is played by a throw of two dice, such as Dice(6, 3), not by {shown(choice)}.")
        if self.is_over(state):
            raise GameOverError
        seat = state.turn
        events: list[Event] = []
        stops = self._travel(state, choice, events)
        square = stops[-1]
        balances, pool = self._pay(seat, stops, state.balances, state.pool, events)
        begun = _put(state.begun, seat, True) if self.options.nine == "first_throw" else state.begun
        if square == HOME:
            events.append(Won(seat, pool))
            places, balances = _put(state.places, seat, HOME), _add(balances, seat, pool)
            return Step(State(places, state.owed, state.origins, begun, balances, 0, seat), tuple(events))
        places, owed, origins = self._arrive(state, square, events)
        if self.release and self._all_held(places):
            balances, pool = self._end_undecided(seat, square, balances, pool, events)
        else:
            owed, seat = self._pass_on(seat, places, owed, events)
        return Step(State(places, owed, origins, begun, balances, pool, seat), tuple(events))

    def _nine_counts(self, state: State) -> bool:
        """Whether a nine of the seat that throws now leads to the dice."""
        if self.options.nine == "first_throw":
            return not state.begun[state.turn]
        return self.options.nine == "from_start" and state.places[state.turn] == START

    def _travel(self, state: State, thrown: Dice, events: list[Event]) -> list[int]:
        """The squares where the piece stops one after the other, the last one to stay."""
        seat = state.turn
        if thrown in NINE and self._nine_counts(state):
            events.append(Nine(seat, NINE[thrown]))
            return [NINE[thrown]]
        at, total, ahead, stops = state.places[seat], thrown.total, True, list[int]()
        kind: type[Moved | Hopped] = Moved
        while not stops or at in self.geese:
            to = at + total if ahead else at - total
            turned = to > HOME
            if turned:
                to, ahead = 2 * HOME - to, False
            if to < START:
                to = START
            events.append(kind(seat, at, to, turned))
            stops.append(to)
            at, kind = to, Hopped
        if at in self.leads:
            at = self.leads[at]
            stops.append(at)
            led = {BRIDGE: Crossed, MAZE: Strayed, DEATH: Died}[stops[-2]]
            events.append(led(seat, at))
        return stops

    def _pay(
        self, seat: int, stops: Sequence[int], balances: _Whole, pool: int, events: list[Event]
    ) -> tuple[_Whole, int]:
        """What the stops of a throw cost: the balances and the pool afterwards."""
        if self.options.stakes == "toll":
            for square in stops:
                if square in TOLLED:
                    balances, pool = _add(balances, seat, -1), pool + 1
                    events.append(Paid(seat, square))
        elif self.options.stakes == "all_ante":
            for square in stops:
                if square in MARKED:
                    balances, pool = tuple(held - 1 for held in balances), pool + self.players
                    events.append(PaidAll(seat, square))
        return balances, pool

    def _arrive(self, state: State, square: int, events: list[Event]) -> tuple[_Whole, _Whole, _Whole]:
        """The mover on its last square: it frees who waits there, or collides; then it waits itself.

        The places, owed turns and origins afterwards.
        """
        seat, origin = state.turn, state.places[state.turn]
        there = [other for other, place in enumerate(state.places) if place == square and other != seat]
        places, owed, origins = list(state.places), list(state.owed), list(state.origins)
        places[seat] = square
        waiting = [other for other in there if self.held(state.places, other)]
        if waiting:
            for other in waiting:
                to = {"rescuer_start": origin, "own_start": origins[other], "square_one": 1, "stays": square}
                places[other], owed[other], origins[other] = to[self.release[square]], 0, 0
                events.append(Freed(other, seat, square, places[other]))
        elif there and square != origin and (square != START or self.options.collision_at_start == "on"):
            if self.options.collision == "mover_back":
                events.append(SentBack(seat, square, origin))
                places[seat] = origin
                return tuple(places), state.owed, state.origins
            if self.options.collision == "swap":
                for other in there:
                    places[other], owed[other], origins[other] = origin, 0, 0
                    events.append(Displaced(other, seat, square, origin))
        turns = self.waits.get(square, 0)
        if turns:
            owed[seat] = turns
            events.append(Rested(seat, square, turns))
        elif self.held(places, seat):
            if self.release[square] == "own_start":
                origins[seat] = origin
            events.append(Held(seat, square))
        # where two were free together, whoever is left alone is held again
        if self.release:
            for other, place in enumerate(places):
                if other != seat and self.held(places, other) and not self.held(state.places, other):
                    events.append(Held(other, place))
        return tuple(places), tuple(owed), tuple(origins)

    def _pass_on(self, seat: int, places: _Whole, owed: _Whole, events: list[Event]) -> tuple[_Whole, int]:
        """The dice go to the next seat that can throw; those before it miss a turn or wait."""
        while True:
            seat = (seat + 1) % self.players
            if self.held(places, seat):
                events.append(Waited(seat, places[seat]))
            elif owed[seat]:
                owed = _add(owed, seat, -1)
                events.append(Missed(seat, owed[seat]))
            else:
                return owed, seat

    def _end_undecided(
        self, seat: int, square: int, balances: _Whole, pool: int, events: list[Event]
    ) -> tuple[_Whole, int]:
        """Nobody can move any more: the pool goes back. The balances and the pool afterwards."""
        events.append(Deadlocked(seat) if self.players > 1 else Stuck(seat, square))
        if not pool:
            return balances, pool
        each, rest = divmod(pool, self.players)
        events.append(Returned(seat, each, rest))
        return tuple(held + each for held in balances), rest

    def key(self, state: State) -> tuple[object, ...]:
        """All but the tokens, which change no chance."""
        return (state.places, state.owed, state.origins, state.begun, state.turn)

    def fold(self, state: State) -> Folded[State]:
        """The thrower brought to seat 0; the order of the others stays."""
        shift = state.turn
        if shift == 0:
            return Folded(state, 0, 1)
        parts = (state.places, state.owed, state.origins, state.begun, state.balances)
        places, owed, origins, begun, balances = (part[shift:] + part[:shift] for part in parts)
        return Folded(State(places, owed, origins, begun, balances, state.pool, 0), shift, 1)  # type: ignore[arg-type]

    def dump(self, state: State) -> dict[str, Any]:
        """The state as JSON knows it."""
        return {
            "places": list(state.places),
            "owed": list(state.owed),
            "origins": list(state.origins),
            "begun": list(state.begun),
            "balances": list(state.balances),
            "pool": state.pool,
            "turn": state.turn,
        }

    def load(self, data: object) -> State:
        """The state from :meth:`dump`; raises :class:`StateError` where it cannot occur under the options.

        Every position that can occur is accepted. Each part, and how the parts fit together, is checked. Whether some
        row of throws leads to the position is not searched for.
        """
        return read_state(self, data)

    def _all_held(self, places: Sequence[int]) -> bool:
        return all(self.held(places, seat) for seat in range(self.players))


_BY_TOTAL_AND_NINE: Mapping[Dice, int] = MappingProxyType(
    {pair: weight for pair, weight in BY_TOTAL.items() if pair.total != 9} | {pair: PAIRS[pair] for pair in NINE}
)


def _put(parts: tuple[Any, ...], seat: int, value: Any) -> tuple[Any, ...]:
    return (*parts[:seat], value, *parts[seat + 1 :])


def _add(parts: _Whole, seat: int, more: int) -> _Whole:
    return _put(parts, seat, parts[seat] + more)
