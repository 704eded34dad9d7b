"""The positions of a game that can be reached, and with what weight one leads to another.

They are enumerated from ``Game.play``: no rule stands here. The states are the game's keys, folded where the game says
that positions have the same chances; weights are whole numbers over 36. Needs the standard library alone.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from fortune.errors import ChainError
from fortune.exact import Row
from fortune.game import Choose, Folded, Game, Outcome, Over, Step

__all__ = ["SCALE", "Reached"]

S = TypeVar("S", bound=Hashable)

SCALE = 36
"""Weights are whole numbers over this: the ways in which two dice can fall."""
_TOLD = 1000


class Reached(Generic[S]):
    """All positions that can be reached, and the transitions between them. :class:`fortune.chain.Chain` says more."""

    def __init__(
        self,
        game: Game[S, Any],
        *,
        start: S | None = None,
        key: Callable[[S], Hashable] | None = None,
        rewards: Mapping[str, Callable[[Step[S]], int]] | None = None,
        marks: Callable[[Step[S]], Iterable[Hashable]] | None = None,
        limit: int = 1_000_000,
        progress: Callable[[int], object] | None = None,
    ) -> None:
        self.game = game
        self._fold = game.fold if key is None else lambda state: Folded(state, 0, 1)
        self._key = game.key if key is None else key
        first = game.start() if start is None else start
        if isinstance(game.turn(first), Over):
            raise ChainError("The game is over where this chain would begin.")
        folded = self._fold(first)
        self._turned = folded.shift
        self.states: list[S] = [folded.state]
        self._copies = [folded.copies]
        self._index: dict[Hashable, int] = {self._key(folded.state): 0}
        # Transitions in the order of their rows: weight, target, turn of the table, and each reward.
        self._row_ends = array("q", [0])
        self._targets = array("q")
        self._weights = array("q")
        self._shifts = array("q")
        self._rewards = {name: array("q") for name in rewards or {}}
        # The last throws of a game, by state: the weight of each outcome, together with the rewards of that throw.
        self._last: dict[int, dict[tuple[Outcome, tuple[int, ...]], int]] = {}
        # The throws that bring a mark: from which state, to which (none where the game ends), with what weight.
        self._marked: dict[Hashable, list[tuple[int, int | None, int]]] | None = None if marks is None else {}
        self._enumerate(list((rewards or {}).values()), marks, limit, progress)

    def _enumerate(
        self,
        rewards: list[Callable[[Step[S]], int]],
        marks: Callable[[Step[S]], Iterable[Hashable]] | None,
        limit: int,
        progress: Callable[[int], object] | None,
    ) -> None:
        game = self.game
        at = 0
        while at < len(self.states):
            state = self.states[at]
            if isinstance(game.turn(state), Choose):
                raise ChainError(f"{game.name} waits for a decision: without a way to decide it is no Markov chain.")
            onward: dict[tuple[int, int, tuple[int, ...]], int] = {}
            last: dict[tuple[Outcome, tuple[int, ...]], int] = {}
            for thrown, weight in game.throw_classes(state).items():
                step = game.play(state, thrown)
                gains = tuple([reward(step) for reward in rewards])
                turn = game.turn(step.state)
                target = None
                if isinstance(turn, Over):
                    final = (turn.outcome, gains)
                    last[final] = last.get(final, 0) + weight
                else:
                    folded = self._fold(step.state)
                    target = self._number(folded)
                    edge = (target, folded.shift, gains)
                    onward[edge] = onward.get(edge, 0) + weight
                if marks is not None and self._marked is not None:
                    for mark in set(marks(step)):
                        self._marked.setdefault(mark, []).append((at, target, weight))
            for (target, shift, gains), weight in onward.items():
                self._targets.append(target)
                self._shifts.append(shift)
                self._weights.append(weight)
                for kept, gain in zip(self._rewards.values(), gains, strict=True):
                    kept.append(gain)
            self._row_ends.append(len(self._targets))
            if last:
                self._last[at] = last
            at += 1
            if at % _TOLD == 0 and progress is not None:
                progress(_TOLD)
            if len(self.states) > limit:
                raise ChainError(
                    f"This chain has more than {limit} states, too many to hold here. "
                    "Ask for a simulation, or for a smaller game."
                )

    def _number(self, folded: Folded[S]) -> int:
        """The number of this state, a new one where it has not been seen."""
        label = self._key(folded.state)
        number = self._index.get(label)
        if number is None:
            number = self._index[label] = len(self.states)
            self.states.append(folded.state)
            self._copies.append(folded.copies)
        return number

    def __len__(self) -> int:
        """The number of states as they are held, folded."""
        return len(self.states)

    def _transitions(self) -> Iterator[tuple[int, int, int, int]]:
        """Each transition between states: from, to, the weight over 36, and how far the table turns."""
        for state in range(len(self)):
            for at in range(self._row_ends[state], self._row_ends[state + 1]):
                yield state, self._targets[at], self._weights[at], self._shifts[at]

    def _last_throws(self) -> Iterator[tuple[int, Outcome, int, tuple[int, ...]]]:
        """Each way in which the game can end: from which state, how, the weight over 36, and the rewards."""
        for state, last in self._last.items():
            for (outcome, gains), weight in last.items():
                yield state, outcome, weight, gains

    def rows(self) -> list[Row]:
        """For each state where a throw can lead, with the weights over 36; what is missing of 36 ends the game."""
        rows: list[Row] = [{} for _ in range(len(self))]
        for state, target, weight, _ in self._transitions():
            rows[state][target] = rows[state].get(target, 0) + weight
        return rows

    def _gains(self, reward: str) -> Iterator[tuple[int, int | None, Outcome | None, int, int]]:
        """Each throw that can fall: from, to (or how the game ends), the weight over 36, and the reward for it."""
        names = list(self._rewards)
        if reward != "throws" and reward not in names:
            raise ChainError(f"This chain counts throws and {', '.join(names) or 'nothing else'}, not {reward!r}.")
        kept = None if reward == "throws" else self._rewards[reward]
        for at, (state, target, weight, _) in enumerate(self._transitions()):
            yield state, target, None, weight, 1 if kept is None else kept[at]
        place = None if kept is None else names.index(reward)
        for state, outcome, weight, gains in self._last_throws():
            yield state, None, outcome, weight, 1 if place is None else gains[place]
