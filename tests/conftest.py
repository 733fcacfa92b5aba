"""Settings of the whole suite."""

from hypothesis import settings

# A first call pays for imports and a busy machine for its neighbours: time says nothing about a law.
settings.register_profile("untimed", settings(), deadline=None)
settings.load_profile("untimed")
