"""The drawing of the house: walls, roof and the figures in it, as pieces of SVG that never change.

Coordinates are those of :mod:`fortune.glueckshaus.board`, whose width is 720. Line weights are a woodcut's:
heavy for timber, middling for outlines, thin and parallel for shade.
"""

from __future__ import annotations

from fortune.drawing import paint

__all__ = [
    "BACKDROP",
    "CHEST",
    "FRAME",
    "GARLAND",
    "KING_FIGURE",
    "PIG_FIGURE",
    "SCEPTRE",
    "WALL_OF_FOUR",
    "WEDDING_FIGURE",
]


def _path(d: str, fill: str = "none", stroke: str = "", width: float = 0, more: str = "") -> str:
    return f'<path d="{d}" {paint(fill, stroke, width)}{more}/>'


_ROUND = ' stroke-linecap="round" stroke-linejoin="round"'


def _tiles() -> str:
    """Rows of rounded tiles over the main roof; the dormers and the gable are drawn upon them."""
    rows = []
    for i, y in enumerate(range(76, 258, 17)):
        slope = (y - 70) * 36 / 192
        left = 46 - slope + (0, 11)[i % 2]
        rows.append(f"M{left:.0f} {y}" + "q11 15 22 0" * int((672 + slope - left) // 22))
    return "".join(rows)


def _hatch(lines: str, length: float, dash: str) -> str:
    """Short parallel strokes hanging from a line: the shade under a beam."""
    return _path(lines, "none", "line", length, f' stroke-dasharray="{dash}"')


_ROOF = "M40 70H680L716 262H4Z"
_GABLE = "M360 42L476 136V258H244V136Z"
_DORMERS = "".join(f"M{x} 254V150L{x + 70} 98L{x + 140} 150V254Z" for x in (54, 526))
_WALL = "M40 262H680V672H40Z"

BACKDROP = "".join(
    (
        f'<rect width="720" height="100%" {paint("paper")}/>',
        _path("M480 72V40h40V72Z", "sheet", "ink", 5),
        _path("M472 40h56M480 56h40M500 40v16", "none", "ink", 5),
        _path("M500 30C490 20 512 18 502 6M514 26C508 18 524 16 516 4", "none", "soft", 3, _ROUND),
        _path(_ROOF, "red", "ink", 6, _ROUND),
        _path(_tiles(), "none", "paper", 2),
        _path(_DORMERS + _GABLE + _WALL, "sheet"),
    )
)
"""All that lies behind the rooms."""


def _frame() -> str:
    hatched = (
        "M52 286H226M238 286H482M494 286H668M52 418H226M494 418H668M52 550H226M238 550H482M494 550H668"
        "M54 150H194M526 150H666M244 140H476"
    )
    beams = (
        "M46 262V672M232 262V672M488 262V672M674 262V672"  # posts
        "M40 408H232M488 408H680M40 540H680"  # beams
    )
    braces = "".join(
        f"M{x} {y}q2 {26 * 1} {26 * side} 0Z"
        for y in (280, 414, 546)
        for x, side in ((52, 1), (226, -1), (494, 1), (668, -1))
    ) + "".join(f"M{x} {y}q2 26 {26 * side} 0Z" for y in (280, 546) for x, side in ((238, 1), (482, -1)))
    carving = "".join(f"M{x} 276q8-15 16 0Z" for x in range(42, 664, 20))
    dormer = "".join(f"M{x - 4} 258V150L{x + 70} 94L{x + 144} 150V258" for x in (54, 526))
    dormer_roof = "".join(f"M{x - 22} 160L{x + 70} 88L{x + 162} 160" for x in (54, 526))
    return "".join(
        (
            _hatch(hatched, 7, "1.4 4"),
            _path(dormer, "none", "ink", 8),
            _path(dormer_roof, "none", "ink", 20, ' stroke-linejoin="miter"'),
            _path(dormer_roof, "none", "red", 10, ' stroke-linejoin="miter"'),
            _path("M240 258V132M480 258V132", "none", "ink", 8),
            _path("M212 150L360 28L508 150", "none", "ink", 26),
            _path("M216 147L360 28L504 147", "none", "red", 14),
            _path("M360 28V2", "none", "ink", 5, _ROUND),
            _path("M362 3Q376-1 386 4T408 4L398 10L408 17Q396 21 386 17T362 16Z", "blue", "ink", 2.5, _ROUND),
            _path(beams, "none", "ink", 12),
            _path("M28 270H692", "none", "ink", 24),
            _path(carving, "gold"),
            _path(braces, "ink"),
            _path("M0 684H720", "none", "ink", 24),
            _path("M0 700H720", "none", "ink", 8, ' stroke-dasharray="3 5"'),
            _path("M0 684H720", "none", "shade", 12, ' stroke-dasharray="34 5"'),
        )
    )


FRAME = _frame()
"""Timber, roof edges, carved eaves and the ground, drawn over whatever colours the rooms."""

KING_FIGURE = "".join(
    (
        _path("M300 258C302 226 326 216 342 212H378C394 216 418 226 420 258Z", "red", "key", 4, _ROUND),
        _path("M335 214C344 236 376 236 385 214L394 220C382 248 338 248 326 220Z", "sheet", "key", 3, _ROUND),
        _path("M341 226v5M352 234v5M368 234v5M379 226v5", "none", "key", 3, _ROUND),
        _path("M326 132V182C326 220 350 232 360 232S394 220 394 182V132Z", "line", "key", 3, _ROUND),
        _path("M332 134V168C332 184 340 192 360 192S388 184 388 168V134Z", "skin", "key", 3, _ROUND),
        _path("M337 196c3 14 6 20 12 26M360 200v28M383 196c-3 14-6 20-12 26M348 198l5 24M372 198l-5 24",
              "none", "key", 1.6, _ROUND),
        _path("M340 183C346 172 355 174 360 178C365 174 374 172 380 183C372 186 364 184 360 182"
              "C356 184 348 186 340 183Z",
              "line"),
        _path("M343 146q6-4 11 0M366 146q5-4 11 0M360 152v15l-5 3M354 188q6 3 12 0", "none", "key", 2.6, _ROUND),
        _path("M346 154a3 3 0 1 0 6 0a3 3 0 1 0-6 0M368 154a3 3 0 1 0 6 0a3 3 0 1 0-6 0", "key"),
        _path("M322 136L314 84L338 106L360 66L382 106L406 84L398 136Q360 126 322 136Z", "gold", "key", 4, _ROUND),
        _path("M322 124Q360 114 398 124", "none", "key", 3),
        _path("M308 80a6 6 0 1 0 12 0a6 6 0 1 0-12 0M354 62a6 6 0 1 0 12 0a6 6 0 1 0-12 0M400 80a6 6 0 1 0 12 0"
              "a6 6 0 1 0-12 0", "red", "key", 3),
    )
)  # fmt: skip

SCEPTRE = "".join(
    (
        _path("M434 258V190", "none", "ink", 5, _ROUND),
        _path("M434 190C422 184 424 168 434 160C444 168 446 184 434 190Z", "gold", "key", 3, _ROUND),
    )
)

PIG_FIGURE = "".join(
    (
        '<g transform="translate(41 62) scale(.91)">',
        _path("M246 664l20-9 16 7 22-10 18 9 26-8 22 7 24-9 18 8 24-8 20 7 18-5", "none", "bronze", 3, _ROUND),
        _path("M452 598C470 586 476 606 463 606S456 588 474 586", "none", "ink", 4, _ROUND),
        _path("M366 636V660H379V640M424 640V660H437V634", "pink", "key", 4, _ROUND),
        _path("M340 604C340 574 372 564 404 566C440 566 458 586 456 612C454 640 430 646 398 645"
              "C368 646 344 640 340 612Z",
              "pink", "key", 4.5, _ROUND),
        _path("M386 640V660H399V644M444 632V660H455V622", "pink", "key", 4, _ROUND),
        _path("M372 576C360 566 340 568 330 580C316 582 308 592 309 604C310 618 322 622 334 620"
              "C352 630 374 622 378 602"
              "C380 590 378 582 372 576Z", "pink", "key", 4.5, _ROUND),
        _path("M352 576C350 562 362 556 374 556C376 570 370 582 358 584Z", "pink", "key", 4, _ROUND),
        _path("M310 596C304 598 303 612 309 614"
              "C315 616 319 611 319 605S315 595 310 596Z", "pink", "key", 3.5, _ROUND),
        _path("M309 602v6M314 602v6M324 617q8 4 14-1", "none", "key", 2.6, _ROUND),
        _path("M337 594a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0", "key"),
        _path("M392 634q22 4 42-5M402 626q18 3 36-5M414 618q12 1 26-5", "none", "key", 1.8, _ROUND),
        "</g>",
    )
)  # fmt: skip

WEDDING_FIGURE = "".join(
    (
        # the groom
        _path("M312 426C312 392 322 376 344 372H366C384 376 392 392 392 426Z", "blue", "key", 4, _ROUND),
        _path("M346 372L355 384L364 372M355 384V424", "none", "paper", 2.5, _ROUND),
        _path("M338 338C338 362 346 370 355 370S374 362 374 338Z", "skin", "key", 3.5, _ROUND),
        _path("M334 344C330 318 380 318 377 344C370 336 362 334 355 336"
              "C348 334 340 336 334 344Z", "bronze", "key", 2.5, _ROUND),
        _path("M336 330C340 316 370 314 376 330ZM370 320C378 310 388 312 392 304"
              "C394 316 386 324 374 326", "blue", "key", 3, _ROUND),
        _path("M344 350h.1M364 350h.1", "none", "key", 5, _ROUND),
        _path("M349 359q6 4 11 0", "none", "key", 2.4, _ROUND),
        # the bride
        _path("M390 426C390 396 404 380 418 376H434C450 380 464 396 464 426Z", "red", "key", 4, _ROUND),
        _path("M416 376Q426 392 437 376", "sheet", "key", 3, _ROUND),
        _path("M408 350C402 366 402 380 410 388M444 350C450 366 450 380 442 388", "none", "bronze", 6, _ROUND),
        _path("M409 342C409 366 417 374 426 374S444 366 444 342Z", "skin", "key", 3.5, _ROUND),
        _path("M407 350C404 326 448 326 446 350"
              "C440 340 434 338 426 338S412 340 407 350Z", "bronze", "key", 2, _ROUND),
        _path("M410 332l4-10 6 7 6-9 6 9 6-7 4 10Q426 326 410 332Z", "gold", "key", 2.5, _ROUND),
        _path("M416 354h.1M436 354h.1", "none", "key", 5, _ROUND),
        _path("M421 363q5 4 11 0", "none", "key", 2.4, _ROUND),
        # the table
        _path("M246 424H474V526q-9.5 9-19 0t-19 0-19 0-19 0-19 0-19 0-19 0-19 0-19 0-19 0-19 0-19 0Z",
              "paper", "ink", 4, _ROUND),
        _path("M248 512H472M248 519H472", "none", "blue", 2.5),
        _path("M246 424H474", "none", "ink", 6),
    )
)  # fmt: skip

GARLAND = "".join(
    (
        _path("M312 290C336 318 434 318 470 290", "none", "blue", 4, _ROUND),
        *(
            _path(f"M{x} {y}a5 5 0 1 0 10 0a5 5 0 1 0-10 0", "gold" if i % 2 else "red", "key", 2)
            for i, (x, y) in enumerate(((324, 303), (350, 310), (380, 312), (410, 311), (438, 304)))
        ),
    )
)

WALL_OF_FOUR = "".join(
    (
        _path("M52 414H226V534H52Z", "shade"),
        _path(
            "M52 430H226M52 518H226M52 446H92M186 446H226M52 462H72M206 462H226M52 486H72M206 486H226"
            "M52 502H92M186 502H226"
            "M72 414V430M106 414V430M140 414V430M174 414V430M208 414V430M88 430V446M190 430V446M70 446V462"
            "M208 446V462"
            "M70 486V502M208 486V502M88 502V518M190 502V518M72 518V534M106 518V534M140 518V534M174 518V534"
            "M208 518V534",
            "none",
            "line",
            2,
        ),
    )
)
"""The bricked-up window where other houses have no room 4."""

CHEST = _path("M130 516V486Q168 464 206 486V516ZM130 490H206M164 484h8v12h-8Z", "gold", "key", 3.5, _ROUND)
"""The strongbox of the owner of the board."""
