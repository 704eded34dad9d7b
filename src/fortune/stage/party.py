"""Who sits at the table: names, and which seats the computer plays."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from fortune.errors import StageError, shown
from fortune.stage.opponent import Opponent
from fortune.stage.protocol import Control, Select, Switch, TextField
from fortune.stage.reading import read_switch

__all__ = ["LONGEST_NAME", "MOST", "NAMES", "Party"]

NAMES = (
    *("Anna", "Bjørn", "Cato", "Dina", "Emil", "Frida", "Gustav", "Hanna", "Isak", "Jorunn"),
    *("Karl", "Lena", "Magnus", "Nora", "Oskar", "Petra", "Rolf", "Signe", "Tor", "Ulla"),
)
"""The names that seats have until somebody gives them others."""

MOST = len(NAMES)
LONGEST_NAME = 20


@dataclass(frozen=True, slots=True)
class Party:
    """The places at the table, as many as there can be; a game uses the first of them.

    Where nothing else is said, a person has the first place and the computer all others. ``strengths``: how well the
    computer decides at places where it was chosen, by the key of an :class:`Opponent`.
    """

    names: tuple[str, ...] = NAMES
    computers: tuple[bool, ...] = (False,) + (True,) * (MOST - 1)
    strengths: Mapping[int, str] = field(default_factory=dict)

    def rename(self, place: int, name: object, seated: int) -> Party:
        """Another name at a place, an empty one meaning the usual one; ``seated`` places are in use."""
        names = list(self.names)
        names[place] = _read_name(name) or NAMES[place]
        return replace(self, names=tuple(names)).checked(seated)

    def seat(self, place: int, computer: object) -> Party:
        """A place given to the computer, or to a person."""
        given = read_switch(computer, "A seat is the computer's or it is not")
        return replace(self, computers=(*self.computers[:place], given, *self.computers[place + 1 :]))

    def strengthen(self, place: int, key: object, known: Mapping[str, Opponent]) -> Party:
        """The computer at this place with another strength, one of those ``known``."""
        if not isinstance(key, str) or key not in known:
            raise StageError(f"The computer can play as {', '.join(known) or 'chance has it'}, not as {shown(key)}.")
        return replace(self, strengths={**self.strengths, place: key})

    def opponent(self, place: int, known: Mapping[str, Opponent]) -> Opponent:
        """Who decides for the computer at this place: the one chosen, or the first of those ``known``."""
        return known[self.strengths.get(place, next(iter(known)))]

    def checked(self, seated: int) -> Party:
        """The same, or :class:`StageError` where two who sit at the table have one name."""
        seen: set[str] = set()
        for name in self.names[:seated]:
            if name.casefold() in seen:
                raise StageError(f"Two players cannot both be called {name}: nobody would know whose turn it is.")
            seen.add(name.casefold())
        return self

    def controls(self, seated: int, opponents: Mapping[str, Opponent] | None = None) -> tuple[Control, ...]:
        """For each place a field for the name, ``name.0``, and a switch for the computer, ``computer.0``.

        Where the computer decides, too, how well: ``strength.0``.
        """
        controls: list[Control] = []
        for place in range(seated):
            controls.append(TextField(f"name.{place}", f"Name {place + 1}", self.names[place], LONGEST_NAME))
            controls.append(
                Switch(f"computer.{place}", f"The computer plays {self.names[place]}", self.computers[place])
            )
            if opponents and self.computers[place]:
                here = self.opponent(place, opponents)
                key = next(key for key, known in opponents.items() if known is here)
                choices = tuple((key, known.title) for key, known in opponents.items())
                controls.append(
                    Select(f"strength.{place}", f"How well {self.names[place]} plays", key, choices, here.note)
                )
        return tuple(controls)

    def save(self) -> dict[str, Any]:
        """What differs from the usual: names by place, and the places that persons have."""
        data: dict[str, Any] = {}
        named = {str(i): name for i, (name, usual) in enumerate(zip(self.names, NAMES, strict=True)) if name != usual}
        if named:
            data["names"] = named
        if self.computers != Party().computers:
            data["persons"] = [place for place, computer in enumerate(self.computers) if not computer]
        if self.strengths:
            data["strengths"] = {str(place): key for place, key in sorted(self.strengths.items())}
        return data

    @classmethod
    def load(cls, data: Mapping[str, Any], seated: int, known: Mapping[str, Opponent] | None = None) -> Party:
        """The party from :meth:`save`, or from an app's options: there ``names`` may be a list.

        ``known``: the strengths that the computer can have.
        """
        names, persons = data.get("names", {}), data.get("persons", [0])
        if isinstance(names, list) and len(names) <= MOST:
            names = {str(place): name for place, name in enumerate(names)}
        if not isinstance(names, dict):
            raise StageError(f"Names are a list of at most {MOST}, or a mapping from places, not {shown(names)}.")
        party = cls()
        places = {str(place): place for place in range(MOST)}
        for place, name in names.items():
            if place not in places:
                raise StageError(f"There are places 0 to {MOST - 1} for a name, not {shown(place)}.")
            party = party.rename(places[place], name, 0)
        strengths = data.get("strengths", {})
        if not isinstance(strengths, dict) or not strengths.keys() <= places.keys():
            raise StageError(f"Strengths are a mapping from places, 0 to {MOST - 1}, not {shown(strengths)}.")
        for place, key in strengths.items():
            party = party.strengthen(places[place], key, known or {})
        if not isinstance(persons, list) or not all(type(p) is int and 0 <= p < MOST for p in persons):
            raise StageError(f"Persons sit at places from 0 to {MOST - 1}, given as a list, not {shown(persons)}.")
        return replace(party, computers=tuple(place not in persons for place in range(MOST))).checked(seated)


def _read_name(name: object) -> str:
    """A name as it is kept: without outer blanks, and only of characters that can be seen."""
    if not isinstance(name, str) or len(name) > 10 * LONGEST_NAME:
        raise StageError(f"A name is a text of at most {LONGEST_NAME} characters, not {shown(name)}.")
    kept = " ".join(unicodedata.normalize("NFC", name).split())
    if len(kept) > LONGEST_NAME or not kept.isprintable():
        raise StageError(f"A name is a text of at most {LONGEST_NAME} characters that can be seen, not {shown(name)}.")
    return kept
