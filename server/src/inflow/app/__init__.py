"""The composition root: settings, wiring, the ASGI application, the command line."""
