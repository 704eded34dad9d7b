"""Solving Tablero da Gucci: compiled passes over all 823,543 positions, with numpy and Numba.

``positions`` (codes and lines), ``kernels`` (the compiled passes), ``iterate`` (fixed points), ``nextline`` and
``whole`` (what is solved), ``policies`` (ways of playing, one against another), ``shipping`` and ``figures`` (what
the package keeps).
"""
