"""Other people's code: what mypy says of large PyTorch packages must be the same with the plugin as without it."""
