"""The sockets and requests of Convex clients, answered by an engine.

The wire does not know what functions do. It keeps the protocol's promises: a response comes before the Transition with
its effects, and each connection has an unbroken sequence of versions. In any doubt it closes the socket, because a
client recovers from a closed socket by itself, and never from a wrong frame.
"""
