"""Mypy's types and the core's facts, each translated into the other; nothing here looks into a program."""
