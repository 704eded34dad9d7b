"""Rule cards of the Goose: the squares, and what the chosen rules make of them."""

from __future__ import annotations

from collections.abc import Iterator

from fortune.cards import Card, lowered, meaning
from fortune.goose.options import Options
from fortune.goose.rulesets import ruleset
from fortune.goose.squares import BRIDGE, DEATH, GEESE, HOME, INN, MAZE, PRISON, WELL
from fortune.goose.words import square_name, tokens, turns

__all__ = ["card"]


def card(key: str) -> Card:
    """The rule card of this ruleset; raises :class:`RulesetError` where there is none."""
    rules = ruleset(key)
    options = rules.options()
    stakes = options.stakes != "none"
    setup = ["All pieces stand outside the board, at the start."]
    if stakes:
        setup.append(f"Everybody puts {tokens(options.ante)} into the pool.")
    setup.append(
        "Each player throws one die: the highest begins, and those who tie throw again (ours: S3 draws lots). Then the "
        "dice go round the table, one throw each."
    )
    pool = " and takes the pool" if stakes else ""
    end = [f"Whoever comes to {HOME}, the garden, has won{pool}."]
    if options.until_released("well") and options.until_released("prison"):
        end.append("If every piece is held and nobody can come, nobody wins.")
    return Card(
        rules.title,
        key,
        rules.evidence,
        rules.note,
        rules.sources,
        f"Two dice, the board, a piece for each player{', tokens to pay with' if stakes else ''}.",
        tuple(setup),
        tuple(_rows(options)),
        tuple(end),
    )


def _rows(options: Options) -> Iterator[tuple[str, str]]:
    yield (
        "Each throw",
        f"Move the total of both dice. {HOME} must be met exactly: count the rest of a throw backwards.",
    )
    if options.geese != "none":
        yield f"Geese: {', '.join(map(str, GEESE))}", meaning(options, "geese")
    if options.nine != "none":
        yield "A nine from the start", meaning(options, "nine", ours=False) + _NINE[options.nine]
    if options.bridge != "none":
        yield _called(BRIDGE), meaning(options, "bridge")
    if options.inn:
        yield _called(INN), f"One misses {turns(options.inn)}."
    yield from _waits(options, "well", WELL)
    if options.maze != "none":
        yield _called(MAZE), meaning(options, "maze")
    yield from _waits(options, "prison", PRISON)
    if options.death != "none":
        yield _called(DEATH), meaning(options, "death")
    at_start = " This holds at the start, too." if options.collision_at_start == "on" else ""
    yield "A square that others hold", meaning(options, "collision", ours=False) + at_start
    if options.stakes != "none":
        yield "To pay", meaning(options, "stakes")


_NINE = {"from_start": " This holds whenever one stands at the start.", "first_throw": ""}


def _called(square: int) -> str:
    """``The inn, 19``: a square as the card names it."""
    name = square_name(square).removesuffix(f" ({square})")
    return f"{name[0].upper()}{name[1:]}, {square}"


def _waits(options: Options, square: str, number: int) -> Iterator[tuple[str, str]]:
    if not options.until_released(square):
        if options.waits(square):
            yield _called(number), f"One misses {turns(options.waits(square))}."
        return
    text = f"One waits {lowered(meaning(options, square))}"
    yield _called(number), f"{text} Who is freed goes {lowered(meaning(options, f'{square}_release'))}"
