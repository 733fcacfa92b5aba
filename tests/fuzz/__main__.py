"""`make fuzz`: checks and runs random programs in batches, and prints where mypy and torch disagree."""

import sys

from tests.fuzz.campaign import main

if __name__ == "__main__":
    sys.exit(main())
