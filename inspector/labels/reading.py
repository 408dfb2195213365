"""Files of a label set -> the set, whatever form they are in. The one place that knows all forms."""

from collections.abc import Callable, Mapping

from inspector.labels.cells import read_lines
from inspector.labels.format import Files, Format
from inspector.labels.header import SCHEMA
from inspector.labels.json_lines import file_name, read_row
from inspector.labels.jsonl import read_jsonl
from inspector.labels.judge_file import JUDGE_SCHEMA
from inspector.labels.label_set import LabelSet, NotALabelSet
from inspector.labels.limits import MAXIMUM_BYTES
from inspector.labels.publishers import (
    expertqa,
    factcheck_bench,
    fever_symmetric,
    incredible_ae,
    mtrag,
    pubmedqa,
    ragchecker,
    scitab,
    wice,
    xsum,
)
from inspector.labels.sheet import COLUMNS
from inspector.labels.sheet_reading import read_csv
from inspector.labels.table import find_columns, read_table
from lineage.evidence.reading import BYTE_ORDER_MARK, PayloadError

AUTO = "auto"
LONGEST_FIRST_LINE = 20_000


def _of_one(read: Callable[[bytes, str], LabelSet]) -> Callable[[Files], LabelSet]:
    def read_one(files: Files) -> LabelSet:
        if len(files) != 1:
            raise NotALabelSet(f"a set of this form is one file, these are {len(files)}")
        ((name, data),) = files.items()
        return read(data, name)

    return read_one


JSONL = Format(
    name="jsonl",
    label="Label set, JSON Lines",
    about="What an export of this house writes: a header, then a line for each item.",
    files="one file",
    reads=_of_one(read_jsonl),
)
CSV = Format(
    name="csv",
    label="Label set, CSV",
    about="The same for a spreadsheet: each row says one thing of the set or of an item.",
    files="one file",
    reads=_of_one(read_csv),
)
TABLE = Format(
    name="table",
    label="Plain table of labels",
    about="A set of your own as CSV: a row for what one person said of one item, with columns item, rater and value.",
    files="one file",
    reads=_of_one(read_table),
)
PUBLISHED: tuple[Format, ...] = (
    incredible_ae.FORMAT,
    pubmedqa.FORMAT,
    wice.FORMAT,
    ragchecker.FORMAT,
    factcheck_bench.FORMAT,
    mtrag.FORMAT,
    expertqa.FORMAT,
    scitab.FORMAT,
    fever_symmetric.FORMAT,
    xsum.FORMAT,
)
FORMATS: Mapping[str, Format] = {form.name: form for form in (JSONL, CSV, TABLE, *PUBLISHED)}


def read_label_set(files: Files, form: str = AUTO) -> LabelSet:
    """The set that these files hold together. Raises NotALabelSet, which says the file and line.

    `form` is "auto" or a name of FORMATS. Judges' results that a published set brings are in `judges`.
    """
    if form != AUTO and form not in FORMATS:
        raise NotALabelSet(f"no form is called {form[:60]!r}; there are {', '.join(FORMATS)}")
    if not files:
        raise NotALabelSet("no file was given")
    if sum(map(len, files.values())) > MAXIMUM_BYTES:
        raise NotALabelSet(f"files of at most {MAXIMUM_BYTES // 2**20} MiB together can be read")
    try:
        chosen = _detect(files) if form == AUTO else FORMATS[form]
        return chosen.reads(files)
    except PayloadError as error:
        raise NotALabelSet(str(error)) from None


def _detect(files: Files) -> Format:
    """The form that all files are of. Raises NotALabelSet or PayloadError."""
    name, data = next(iter(files.items()))
    first = _first_line(data)
    if not first:
        raise NotALabelSet(f"{file_name(name)}: there is nothing in it")
    if not first.startswith(b"{"):
        return _detect_cells(name, first)
    family = str(read_row(name, 1, first).fields.get("schema")).rpartition("/")[0]
    # Another version of it is refused where it is read, by name.
    if family == SCHEMA.rpartition("/")[0]:
        return JSONL
    if family == JUDGE_SCHEMA.rpartition("/")[0]:
        raise NotALabelSet(f"{file_name(name)}: this is what a judge said of a set; it is imported with the judges")
    fields = {name: frozenset(read_row(name, 1, _first_line(data)).fields) for name, data in files.items()}
    for form in PUBLISHED:
        if all(form.find_role(of_file) for of_file in fields.values()):
            return form
    raise NotALabelSet(
        f"{file_name(name)}: its rows are of none of the forms that can be read: {', '.join(FORMATS)}"
        " (files of different sets are imported apart)"
    )


def _detect_cells(name: str, first: bytes) -> Format:
    row = next(read_lines(first, name), None)
    if row is not None and row.cells == COLUMNS:
        return CSV
    if find_columns(first.decode(errors="replace")) is not None:
        return TABLE
    raise NotALabelSet(
        f"{file_name(name)}:1: this is neither JSON Lines nor a table with the columns item, rater and value"
    )


def _first_line(data: bytes) -> bytes:
    """The first line that is not blank."""
    return data.removeprefix(BYTE_ORDER_MARK).lstrip().partition(b"\n")[0].strip()
