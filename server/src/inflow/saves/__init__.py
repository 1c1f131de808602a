"""Saves: posts that a member keeps at hand, in collections of their own.

Only that member learns of it: no author, no count and no other call shows a save. A saved post that its saver may not
see at the moment is in none of their collections, and returns once they may see it again.
"""
