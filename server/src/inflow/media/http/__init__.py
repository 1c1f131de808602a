"""Media over HTTP: the routes, and responses with ranges of videos."""
