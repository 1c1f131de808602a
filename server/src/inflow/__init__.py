"""A social app for photos that anybody can host: the product, feature by feature, on the engine in `reflow`."""
