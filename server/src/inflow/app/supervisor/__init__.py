"""The supervisor: starts the server processes, replaces those that die, and exchanges them for another version's.

It imports the standard library only: it stays small, and it runs for as long as the server does. The command that
starts it (:func:`start`), the messages of `channel` and the requests of `control` are used between versions: extend
them, and never change what they mean.
"""
