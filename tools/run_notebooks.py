"""Run every notebook and store what it shows, the same at every run: no ids of widgets, no times, no machine."""

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from traitlets.config import Config

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
WIDGET = "application/vnd.jupyter.widget-view+json"
QUIET = Config({"KernelManager": {"transport_encryption": "auto"}})  # else each kernel warns of others on this machine
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


def run(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    where = {"metadata": {"path": str(path.parent)}}
    NotebookClient(notebook, kernel_name="python3", resources=where, config=QUIET).execute()
    settle(notebook)
    nbformat.validate(notebook)
    nbformat.write(notebook, path)


def settle(notebook: nbformat.NotebookNode) -> None:
    """Drop from a notebook that has just run all that another run would write otherwise."""
    notebook.metadata.pop("widgets", None)
    notebook.metadata.kernelspec = KERNEL
    notebook.metadata.language_info = {"name": "python"}
    notebook.nbformat_minor = 5
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for cell in notebook.cells:
        cell.metadata = {key: value for key, value in cell.metadata.items() if key in ("tags", "jupyter")}
    for count, cell in enumerate(code, 1):
        cell.execution_count = count
        for output in cell.outputs:
            if "execution_count" in output:
                output.execution_count = count
            if "data" in output:
                output.data.pop(WIDGET, None)
            output.pop("transient", None)


if __name__ == "__main__":
    chosen = [Path(name).resolve() for name in sys.argv[1:]] or sorted(NOTEBOOKS.rglob("[!.]*.ipynb"))
    for path in (path for path in chosen if ".ipynb_checkpoints" not in path.parts):
        print(path.name, flush=True)
        run(path)
