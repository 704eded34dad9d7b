"""Rule cards of Glückshaus: what each throw does is asked of the rules."""

from __future__ import annotations

from fortune.cards import Card, lowered, meaning
from fortune.game import Event
from fortune.glueckshaus.rules import FREE, KING, PIG, WEDDING, Gave, Glueckshaus, Hailed, TookAsPig
from fortune.glueckshaus.rulesets import ruleset
from fortune.glueckshaus.words import chips

__all__ = ["card"]


def card(key: str) -> Card:
    """The rule card of this ruleset; raises :class:`RulesetError` where there is none."""
    rules = ruleset(key)
    game = Glueckshaus(rules.options())
    options = game.options
    owner = ", and a place for the chips of the board's owner" if options.four == "pay_house" else ""
    broke = meaning(options, "broke")
    end = [
        f"You are out {lowered(broke)}" if options.broke == "at_zero" else broke,
        "The game ends " + lowered(meaning(options, "end")),
    ]
    if options.rounds is not None:
        end.append(f"The chips in the house: {lowered(meaning(options, 'settle'))}")
    end.append(
        "If only one player is left in before that, that one wins at once." if options.end != "last_standing" else _LAST
    )
    return Card(
        rules.title,
        key,
        rules.evidence,
        rules.note,
        rules.sources,
        f"Two players or more, two dice, the board, {chips(options.chips)} for each player{owner}.",
        (
            meaning(options, "ante"),
            "Each player throws one die: the highest begins, and those who tie throw again. Then the dice go round the "
            "table, one throw each.",
        ),
        tuple(_throws(game)),
        tuple(end),
    )


_LAST = "That one has won, and gathers in all that lies in the house."
_LAST_ROWS = (FREE, WEDDING, PIG, KING)
"""In what order the totals stand that are no rooms, below the rooms."""


def _throws(game: Glueckshaus) -> list[tuple[str, str]]:
    """The totals that do the same, and what that is."""
    empty = game.start()
    told: dict[str, list[int]] = {}
    for throw in game.throw_classes(empty):
        told.setdefault(_does(game, throw.total, game.play(empty, throw).events[0]), []).append(throw.total)
    rows = sorted(
        ((sorted(totals), text) for text, totals in told.items()),
        key=lambda row: _LAST_ROWS.index(row[0][0]) if len(row[0]) == 1 else -1,
    )
    return [(", ".join(map(str, totals)), text) for totals, text in rows]


def _does(game: Glueckshaus, total: int, event: Event) -> str:
    match event:
        case Hailed():
            return "The king. Take every chip in the house, the wedding’s too. Everybody hails you."
        case TookAsPig():
            return "The pig. Take every chip in the house but the wedding’s, and grunt."
        case Gave():
            return "The wedding. Bring it a chip, which stays there until a king comes."
    if total == FREE and total not in game.rooms:
        return meaning(game.options, "four")
    gives = " A full one gives up all that lies there." if game.options.fill == "by_value" else ""
    return f"A room. {meaning(game.options, 'fill')}{gives}"
