"""The table of operations laid beside what torch does in the user's own program: the opt-in that finds its errors."""
