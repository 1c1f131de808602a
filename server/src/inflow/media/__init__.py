"""Photographs as bytes: received, checked, made into renditions, stored and served.

Always true: nothing is stored before it was decoded whole and screened; nothing that is served carries metadata; the
original stays private. This file imports nothing, so that a worker process starts fast and holds none of the app.
"""
