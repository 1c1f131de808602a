"""The sockets and requests of Convex clients, answered from an engine.

Nothing here knows what a function does. It keeps the client's promises: responses before their effects, one unbroken
line of versions per connection, and a closed socket wherever there is doubt, because the client mends a closed socket
by itself and a wrong frame never.
"""
