"""`make values`: lays every variable of the chapters beside what the run has."""

import sys
import warnings

from tests.typecheck.values import main

if __name__ == "__main__":
    warnings.simplefilter("ignore")
    sys.exit(main())
