"""`python -m sandtable.cli` is the same as `sandtable`."""

import sys

from . import main

sys.exit(main())
