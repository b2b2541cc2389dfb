"""Measure the engine beside other packages that do something alike, and print rows of a table in Markdown.

It runs in an environment of its own, `make bench` makes it, that holds the packages of `peers.txt` and not one of ours:
the engine is read from the clone, since it needs nothing but Python. The workloads are in the folder `workloads`; how
all of them are measured stands in `workloads/common.py`.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from workloads.all_melds import all_melds
from workloads.contracts import contracts
from workloads.fewest_points import ten_cards, twelve_cards
from workloads.imports import imports
from workloads.is_a_meld import explained, is_this_a_meld

WORKLOADS = {
    "meld": (is_this_a_meld, explained),
    "points": (ten_cards, twelve_cards),
    "melds": (all_melds,),
    "contracts": (contracts,),
    "import": (imports,),
}

if __name__ == "__main__":
    for name in sys.argv[1:] or WORKLOADS:
        for workload in WORKLOADS[name]:
            workload()
