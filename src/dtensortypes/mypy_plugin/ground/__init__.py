"""What every room of the plugin stands on: full names, error codes, settings, and what is remembered for a tree."""
