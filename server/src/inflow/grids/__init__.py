"""Grids: two or three fotos of a member in one picture.

A grid is made of its author's own fotos, each once, and of as many as its layout has places. With a cue foto in it, it
is for whom that foto is for. It goes with the first of its fotos that is deleted.
"""
