"""What mypy says: heard, judged by the facts, and said again as users write it, or not at all."""
