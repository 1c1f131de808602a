"""Grids: two or three fotos of a member in one picture.

A grid consists of its author's own fotos, each once, as many as its layout has places. If one of them is a cue foto,
only members who may see that foto may see the grid. A grid is deleted with the first of its fotos that is deleted.
"""
