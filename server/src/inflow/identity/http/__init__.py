"""Identity over HTTP: routes, request bodies and responses, cookies, and the check against other sites' requests."""
