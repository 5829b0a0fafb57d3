"""Summer Pavilion as an environment: what a seat sees of it, and its actions in words."""
