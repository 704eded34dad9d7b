"""Every claim of the book, each told once. Add one here, and no page needs to know its grade or its sources.

The grade says no more than what was seen of the sources, most of which were seen in part. A verdict is held to its
figure by ``tests/claims/test_trials.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from fortune.claims.claim import Claim, Historical, Mathematical, Source
from fortune.errors import FortuneError, shown

__all__ = ["CLAIMS", "find"]


def _by(*keys: str) -> tuple[Source, ...]:
    return tuple(map(Source, keys))


def _against(*keys: str) -> tuple[Source, ...]:
    return tuple(Source(key, against=True) for key in keys)


# -- Glückshaus --------------------------------------------------------------------------------------------------

_GLUECKSHAUS: Final = (
    Historical(
        key="glonnegger",
        game="glueckshaus",
        text="Erwin Glonnegger gave the game its name and its mixed form in the 1960s: an older dice game, the Game of "
        "Seven, joined to a board on which one staked at cards",
        grade="attested",
        sources=_by("wikipedia-en", "wikipedia-de"),
    ),
    Historical(
        key="medieval",
        game="glueckshaus",
        text="Glückshaus, as it is played today, is medieval",
        grade="refuted",
        sources=(*_by("S2"), *_against("wikipedia-en", "wikipedia-de")),
        note="It was put together in the 1960s.",
        traces=(r"\bmedieval\b(?! re-?enact)", r"\bmittelalterlich"),
    ),
    Historical(
        key="missing-four",
        game="glueckshaus",
        text="The missing room 4 comes from the card board",
        grade="probable",
        sources=(Source("richter", "abstract"),),
    ),
    Historical(
        key="game-of-seven",
        game="glueckshaus",
        text="A Game of Seven (*[Lustige]{.language-de}* or *[Böse Sieben]{.language-de}*) is known from about 1500 on",
        grade="probable",
        sources=_by("wikipedia-de"),
    ),
    Historical(
        key="board-1583",
        game="glueckshaus",
        text="A painted board, Upper German, dated 1583, is in the Bavarian National Museum in Munich",
        grade="attested",
        aside="the object and its date",
        sources=_by("S2", "wikipedia-de"),
    ),
    Historical(
        key="board-1583-use",
        game="glueckshaus",
        text="That board of 1583 was used for this game",
        grade="doubtful",
        sources=_by("S2"),
        note="One text sets the board beside the rules; we have seen nothing that joins the two.",
        traces=(
            r"\bGlückshaus\b[^.]*\b(?:in|since|from) 1583",
            r"\b1583\b[^.]*\b(?:played|used for)\b",
            r"\bplayed\b[^.]*\b1583\b",
        ),
    ),
    Historical(
        key="board-r94",
        game="glueckshaus",
        text="A two-sided board in the same museum, R 94, has a field 4",
        grade="attested",
        aside="the date is disputed",
        sources=_by("rampant-strawberry", "reenactment-page"),
        note="One reading dates it 1475 to 1525, another to the 16th century.",
    ),
    Historical(
        key="board-1527",
        game="glueckshaus",
        text="A board dated 1527 is on the back of a board for Poch",
        grade="doubtful",
        sources=_by("reenactment-forum"),
        note="The museum does not stand by it.",
        traces=(r"\b1527\b",),
    ),
    Historical(
        key="seven-in-the-middle",
        game="glueckshaus",
        text="Wooden boards with the 7 in the middle are known from about 1600 on",
        grade="probable",
        sources=_by("gespiele-83"),
    ),
    Historical(
        key="palamedes",
        game="glueckshaus",
        text="*[Palamedes Redivivus]{.language-la}*, of 1730, has drinking rules",
        grade="probable",
        aside="second-hand",
        sources=_by("rampant-strawberry"),
    ),
    Historical(
        key="coin-on-four",
        game="glueckshaus",
        text="The owner of the board took a coin on every 4",
        grade="doubtful",
        sources=(*_by("S0"), *_against("X1")),
        note="The second writer calls the custom undocumented.",
        traces=(r"\bgambling houses?\b", r"\bowners? of (?:the )?boards?\b[^.]*\btook a coin"),
    ),
    Historical(
        key="reversed",
        game="glueckshaus",
        text="In a related game the 2 takes what lies on the 7, and the 12 takes the rest",
        grade="attested",
        aside="the rule text",
        sources=_by("X13"),
    ),
    Historical(
        key="other-names",
        game="glueckshaus",
        text="It is, or was, called Sieben, Der Siebener trinckt, Pinke, Lucky Pig, House of Fortune, Jeu du Juif, "
        "Gioco della Barca, Arlequinspel",
        grade="attested",
        aside="as names",
        sources=_by("S2", "wikipedia-de"),
    ),
    Mathematical(
        key="pig-king-36",
        game="glueckshaus",
        text="Pig and king each come once in 36 throws",
        verdict="true",
        measure="The ways in which two dice make a 2, and a 12.",
        sources=(Source("S1", "on the king"),),
    ),
    Mathematical(
        key="seven-most",
        game="glueckshaus",
        text="The 7 is the most common total of two dice",
        verdict="true",
        measure="Its ways, against those of every other total.",
        sources=(Source("S1", "on the wedding"),),
    ),
    Mathematical(
        key="ten-at-wedding",
        game="glueckshaus",
        text="After a quarter of an hour around the table, ten chips often lie at the wedding",
        verdict="false",
        measure="*Often* we read as: at least half of the time. In a third of the time it would be nearly true. How "
        "many throws a quarter of an hour holds nobody says; the long run is what a long evening comes to.",
        sources=(Source("S1", "on the wedding"),),
        traces=(r"\bten chips\b[^.]*\boften\b[^.]*\b(?:lie|wedding)\b", r"\boften\b[^.]*\bten chips\b[^.]*\bwedding\b"),
    ),
    Mathematical(
        key="quarter-hour",
        game="glueckshaus",
        text="Four players with ten chips each usually take about a quarter of an hour",
        verdict="nearly",
        measure="Nobody says how fast one throws, so each pace gets its chance. *About* a quarter of an hour we read "
        "as 12 to 18 minutes, *usually* as half of the games. If only the mean fits, at two seconds a throw or more, "
        "it is nearly true.",
        sources=(Source("S1", "on the ending"),),
    ),
    Mathematical(
        key="who-starts",
        game="glueckshaus",
        text="It hardly matters who goes first",
        verdict="nearly",
        measure="Two players, ten chips each: by how much the one who begins misses one half. Below one percentage "
        "point it is true, below five nearly.",
        note="With one or two chips each it matters very much.",
        sources=(Source("S1", "on beginning"),),
    ),
    Mathematical(
        key="more-chips",
        game="glueckshaus",
        text="More chips make the game longer",
        verdict="true",
        measure="The mean length for two players, from one chip each to ten: does it grow at every step?",
        note="It grows faster than the chips.",
        sources=(Source("S1", "on the number of chips"),),
    ),
    Mathematical(
        key="five-and-seventeen",
        game="glueckshaus",
        text="With five chips in the rooms and twelve at the wedding, the pig brings five and the king seventeen",
        verdict="true",
        measure="The two throws, played in that position.",
        sources=(Source("S1", "on the king"),),
    ),
    Mathematical(
        key="pig-ten",
        game="glueckshaus",
        text="Later in the game a pig may bring ten chips",
        verdict="false",
        measure="The most that a pig can find: every room full that he takes from.",
        note="Where rooms are filled up to their number, he can find more.",
        sources=(Source("S1", "the worked opening"),),
        traces=(r"\bpig\b[^.]*\bten chips\b", r"\bpig\b[^.]*\b(?:brings?|pays?|takes?|worth) ten\b"),
    ),
    Mathematical(
        key="pig-two-earlier",
        game="glueckshaus",
        text="In the worked opening, a pig two throws earlier would have brought a chip",
        verdict="false",
        measure="A double one, played in the position before each of the last three throws.",
        note="It is a slip by one throw.",
        sources=(Source("S1", "the worked opening"),),
        traces=(r"\btwo (?:throws|rolls) (?:before|earlier)\b",),
    ),
)

# -- the Goose ---------------------------------------------------------------------------------------------------

_GOOSE: Final = (
    Historical(
        key="argenta-1463",
        game="goose",
        text="Borso d'Este bans a dice game called *[ocha]{.language-it}*, goose, in Argenta in 1463",
        grade="attested",
        aside="the name; that it had the board of 63 squares is unproven",
        sources=(Source("seville-2019", "ch.\N{NO-BREAK SPACE}2"),),
        note="Found by Thierry Depaulis.",
    ),
    Historical(
        key="barletta",
        game="goose",
        text="Gabriele da Barletta names a game of the goose in a sermon of about 1480, printed in 1497",
        grade="attested",
        sources=_by("giochi-719", "seville-2019"),
    ),
    Historical(
        key="germany-1471",
        game="goose",
        text="The Game of the Goose is German, of 1471",
        grade="doubtful",
        sources=_by("S0", "gaensespiel"),
        note="A bare theory: no document that we have seen.",
        traces=(r"\b1471\b",),
    ),
    Historical(
        key="francesco-philip",
        game="goose",
        text="Francesco de' Medici sent a board to Philip II of Spain between 1574 and 1587",
        grade="probable",
        sources=_by("giochi-35"),
        note="It rests on Pietro Carrera, 1617, who says “it is said”.",
    ),
    Historical(
        key="barros",
        game="goose",
        text="Alonso de Barros published a game made after it, the *[Filosofía cortesana]{.language-es}*, in 1587; "
        "its board was printed in Naples in 1588",
        grade="attested",
        sources=_by("barros"),
    ),
    Historical(
        key="graz-1589",
        game="goose",
        text="A board of stone in Graz, of 1589, bears the words *[Fortuna-Spill]{.language-de}*",
        grade="attested",
        sources=_by("hist-games-1999"),
    ),
    Historical(
        key="wolfe-1597",
        game="goose",
        text="John Wolfe entered “the newe and most pleasant game of the Goose” in the Stationers' Register on the "
        "16th of June 1597",
        grade="attested",
        sources=(Source("seville-2019", "ch.\N{NO-BREAK SPACE}6"),),
        note="No copy survives.",
    ),
    Historical(
        key="lyon-1597",
        game="goose",
        text="The heirs of Benoist Rigaud printed a woodcut board in Lyon between 1597 and 1601",
        grade="attested",
        sources=_by("hist-games-1999"),
    ),
    Historical(
        key="gargano-1598",
        game="goose",
        text="The earliest print that bears a date is Lucchino Gargano's, Rome, 1598",
        grade="attested",
        sources=_by("seville-royal"),
    ),
    Historical(
        key="academie-1654",
        game="goose",
        text="*[La Maison académique]{.language-fr}* appeared in Paris in 1654",
        grade="attested",
        sources=_by("giochi-719"),
        note="The Russian text that we have gives its rules.",
    ),
    Historical(
        key="satchel",
        game="goose",
        text="Square 52 was not always a prison: in Aldrovandi's rules it is a satchel",
        grade="attested",
        sources=_by("zollinger"),
    ),
    Historical(
        key="other-nines",
        game="goose",
        text="Some German boards add squares for other first throws (2-3 to 26, 1-3 to 53); some Dutch boards exchange "
        "26 and 53",
        grade="attested",
        aside="as variants",
        sources=_by("seville-2012", "mCRL2"),
    ),
    Historical(
        key="templars",
        game="goose",
        text="The game comes from the Templars, from the Way of Saint James, or from the Phaistos disc",
        grade="speculation",
        unsourced="No witness is known; popular accounts repeat it.",
        traces=(r"\bTemplars?\b", r"\bPhaistos\b", r"\bSantiago\b", r"\bSaint James\b", r"\bclay disc\b"),
    ),
    Historical(
        key="analysis-2016",
        game="goose",
        text="The game for small numbers of players was analysed exactly by Groote, Wiedijk and Zantema in 2016",
        grade="attested",
        aside="the paper; we have not read it",
        sources=_by("groote"),
        note="So we quote no figure of it. Those that were published with the mCRL2 toolset are tested below.",
    ),
    Mathematical(
        key="nine-wins",
        game="goose",
        text="Without a rule for it, a nine as the first throw would win at once",
        verdict="true",
        measure="All 36 first throws, played without the rule: do those that make nine end the game?",
        sources=_by("S0", "S3"),
    ),
    Mathematical(
        key="goose-nines",
        game="goose",
        text="A goose sits on every multiple of nine",
        verdict="true",
        measure="The multiples of nine before the last square, and the squares with a goose.",
        sources=_by("S0"),
    ),
    Mathematical(
        key="goose-gaps",
        game="goose",
        text="A goose sits on every fourth or fifth square",
        verdict="true",
        measure="The steps from the start to the first goose, and from each goose to the next.",
        sources=_by("S3"),
    ),
    Mathematical(
        key="ten-and-four",
        game="goose",
        text="From square 10 a throw of 4 leads over two geese to 22",
        verdict="true",
        measure="The throw, played.",
        sources=_by("S3"),
    ),
    Mathematical(
        key="back-to-sixty",
        game="goose",
        text="From square 57 a 9 leads past the end and back to 60",
        verdict="true",
        measure="The throw, played.",
        sources=_by("S3"),
    ),
    Mathematical(
        key="published-figures",
        game="goose",
        text="In the Dutch game for two, the first player wins with the chance 0.393625, the second with 0.379985, and "
        "nobody with 0.226390",
        verdict="true",
        measure="The same three chances from our own rules, to all six digits.",
        sources=_by("mCRL2"),
    ),
    Mathematical(
        key="without-replacement",
        game="goose",
        text="Two dice can be drawn like two tickets from a hat, without putting the first back",
        verdict="false",
        measure="How often a double falls, with two dice and with such tickets.",
        note="A public simulation of the game does it, and lets a goose carry on only once. So its figures are not "
        "those of the rules.",
        sources=_by("neto"),
        traces=(r"\bwithout replacement\b", r"\btickets from a hat\b"),
    ),
)

# -- Tablero -----------------------------------------------------------------------------------------------------

_TABLERO: Final = (
    Historical(
        key="renaissance",
        game="tablero",
        text="Tablero de Jesus is a game of the Renaissance",
        grade="refuted",
        sources=(*_by("S4"), *_against("hist-games-2000", "X4")),
        traces=(r"\bRenaissance\b",),
    ),
    Historical(
        key="pope-1458",
        game="tablero",
        text="A pope banned it in 1458",
        grade="refuted",
        sources=_against("hist-games-2000"),
        note="No pope of the name that the story gives has ever existed.",
        traces=(r"\bpope\b(?! did not)[^.]*\b(?:bans?|banned|forbade|forbids)\b", r"\b1458\b"),
    ),
    Historical(
        key="granada-1404",
        game="tablero",
        text="Cistercian monks of Granada played it in 1404",
        grade="refuted",
        sources=_against("hist-games-2000"),
        note="Granada was Muslim then.",
        traces=(r"\bCistercians?\b", r"\bmonks\b[^.]*\bplay", r"\b1404\b[^.]*\b(?:monks|play)"),
    ),
    Historical(
        key="seventies",
        game="tablero",
        text="It was invented in the early 1970s, given a history, and sold in the United States",
        grade="attested",
        sources=_by("superfluidity", "an-tir"),
        note="A grandchild of the inventor says so; a copyright entry of 1971 and an advertisement of October 1972 "
        "fit.",
    ),
    Historical(
        key="california-1976",
        game="tablero",
        text="It reached the Society for Creative Anachronism by 1976, in California",
        grade="probable",
        sources=_by("hist-games-2001"),
    ),
    Historical(
        key="glasses",
        game="tablero",
        text="The game with glasses was conceived at a party of members of that society, and named after a household",
        grade="attested",
        aside="as their own account",
        sources=_by("S4", "an-tir", "X8"),
        note="About 1980, or 1985: the accounts differ.",
    ),
    Historical(
        key="alfonso",
        game="tablero",
        text="It has to do with the book of games of Alfonso X, 1283",
        grade="speculation",
        unsourced="We know of nobody who shows a link, and have seen no evidence of one.",
        traces=(r"\bAlfonso\b", r"\b1283\b"),
    ),
    Mathematical(
        key="pass-quarter",
        game="tablero",
        text="The numbers 7, 11 and 12 pass the dice: one throw in four",
        verdict="true",
        measure="The ways in which two dice make one of the three. The source names the numbers; the count is ours.",
        sources=(Source("S4", "on playing"),),
    ),
    Mathematical(
        key="seven-in-line",
        game="tablero",
        text="All seven glasses can stand in one line, along a row or from corner to corner",
        verdict="true",
        measure="All positions, counted: how many hold such a line? Nobody says that it is common.",
        sources=(Source("S4", "on lines"),),
    ),
    Mathematical(
        key="more-fun",
        game="tablero",
        text="The game is more fun with drinks than with coins",
        verdict="not testable",
        measure="What would have to be counted?",
        sources=(Source("S4", "on its history"),),
    ),
)


def _all(claims: Iterable[Claim]) -> Mapping[str, Claim]:
    found: dict[str, Claim] = {}
    for claim in claims:
        if claim.key in found:
            raise FortuneError(f"Two claims have the key {claim.key}.")
        found[claim.key] = claim
    return MappingProxyType(found)


CLAIMS: Final[Mapping[str, Claim]] = _all((*_GLUECKSHAUS, *_GOOSE, *_TABLERO))
"""By key, game by game: first what is said of the past, then what can be tested."""


def find(key: str) -> Claim:
    """The claim with this key; raises :class:`FortuneError` where there is none."""
    if key not in CLAIMS:
        raise FortuneError(f"There is no claim {shown(key)}; src/fortune/claims/data.py holds them all.")
    return CLAIMS[key]
