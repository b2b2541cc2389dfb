"""Write the template of all sentences: python tools/make_pot.py

The same as `pybabel extract -k N_ -k NN_:1,2` over both packages, without what changes at each run.
"""

import io
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

ROOT = Path(__file__).parents[1]
POT = ROOT / "contract_rummy" / "locale" / "contract_rummy.pot"
PACKAGES = ("contract_rummy", "widgets/contract_rummy_widgets")
KEYWORDS = {"N_": None, "NN_": (1, 2)}
HEADER = """\
# The sentences of Contract Rummy, the rule explorer.
# Words in braces are places for what a sentence speaks of; what stands after a colon chooses the form of a word.
msgid ""
msgstr ""
"Project-Id-Version: contract-rummy\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


def extracted() -> Catalog:
    """All sentences that the source code marks."""
    catalog = Catalog()
    for package in PACKAGES:
        found = extract_from_dir(ROOT / package, method_map=[("**.py", "python")], keywords=KEYWORDS)
        for file, _, text, _, _ in sorted(found, key=lambda found: found[:2]):
            catalog.add(text, locations=[(f"{package}/{file}", 1)])
    return catalog


def template() -> str:
    """The template as it has to stand in the repository."""
    said = io.BytesIO()
    write_po(said, extracted(), width=120, omit_header=True, include_lineno=False)
    return HEADER + said.getvalue().decode()


if __name__ == "__main__":
    POT.parent.mkdir(exist_ok=True)
    POT.write_text(template(), "utf-8")
