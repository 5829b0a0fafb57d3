"""Summer Pavilion, clause by clause."""
