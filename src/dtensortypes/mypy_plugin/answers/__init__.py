"""The answers to mypy's questions, one file for a kind of question; `hooks.py` knows which to ask."""
