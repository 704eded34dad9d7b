"""Who begins: everybody throws one die, the highest begins (or the lowest), and those who tie for it throw again."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Contest"]


@dataclass(frozen=True, slots=True)
class Contest:
    """One round of it: who throws in this round, by place at the table, and the dice that fell so far.

    >>> Contest((0, 1, 2)).after(4).after(2).after(4)
    Contest(rivals=(0, 2), faces=(), lowest=False)
    """

    rivals: tuple[int, ...]
    faces: tuple[int, ...] = ()
    lowest: bool = False

    @property
    def thrower(self) -> int:
        """The place that throws next."""
        return self.rivals[len(self.faces)]

    @property
    def winner(self) -> int | None:
        """Who begins, once that is known."""
        return self.rivals[0] if len(self.rivals) == 1 else None

    def after(self, face: int) -> Contest:
        """The contest after the next die: the round goes on, or the next begins among those who tied."""
        faces = (*self.faces, face)
        if len(faces) < len(self.rivals):
            return Contest(self.rivals, faces, self.lowest)
        best = min(faces) if self.lowest else max(faces)
        rivals = tuple(place for place, die in zip(self.rivals, faces, strict=True) if die == best)
        return Contest(rivals, lowest=self.lowest)

    @property
    def wanted(self) -> str:
        """Which die begins."""
        return "lowest" if self.lowest else "highest"
