"""Media: photographs are received, checked, made into renditions, stored and served.

Always true: a photograph is decoded whole and moderated before it is stored; served files contain no metadata; the
original stays private. This file imports nothing, so that a worker process starts fast and loads none of the app.
"""
