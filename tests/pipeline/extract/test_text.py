import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from lineage.evidence.vocabulary import ExtractionState
from lineage.pipeline.extract.kinds import find_foreign
from lineage.pipeline.extract.text import extract_text
from tests.formats.samples import needs_samples, sample_bytes, sample_path, sample_rows
from tests.text.texts import encodable_texts

READ, WRONG_TYPE = ExtractionState.READ, ExtractionState.WRONG_TYPE
REVISIONS = "datasets/doc_revisions"


@given(encodable_texts)
def test_the_text_is_the_decoded_bytes_and_nothing_else(text):
    kept = text.removeprefix("\ufeff")
    data = kept.encode()
    # Eight pairs of a letter and a NUL are read as UTF-16.
    assume(kept.count("\0") < 8 and not find_foreign(data))
    found = extract_text(data)
    assert (found.state, found.text, found.encoding, found.is_guess) == (READ, kept, "utf-8", False)
    assert (found.bytes_in, found.characters_out) == (len(data), len(kept))


@given(st.binary(max_size=400), st.sampled_from(["", "utf-8", "latin1", "utf-16", "shift_jis", "nothing", "\0"]))
def test_whatever_the_bytes_and_whatever_was_declared_it_ends_with_a_state(data, declared):
    found = extract_text(data, declared)
    assert (found.text == "") or found.state is READ
    assert bool(found.reason) is (found.state is not READ)


def test_line_ends_nul_and_blanks_stay_as_they_came():
    assert extract_text(b" a\r\nb\rc\n\x00\t ").text == " a\r\nb\rc\n\x00\t "


def test_a_byte_order_mark_is_named_and_is_no_word():
    found = extract_text(b"\xef\xbb\xbfLogs")
    assert (found.text, found.encoding) == ("Logs", "utf-8-sig")


def test_of_two_byte_order_marks_the_second_is_a_word():
    found = extract_text(b"\xef\xbb\xbf\xef\xbb\xbfLogs")
    assert (found.text, found.encoding) == ("\ufeffLogs", "utf-8-sig")


def test_a_guess_of_the_character_set_is_marked():
    found = extract_text("Die Größe der Äpfel und die Maße der Häuser".encode("cp1252"))
    assert (found.text, found.is_guess) == ("Die Größe der Äpfel und die Maße der Häuser", True)
    assert "by a guess" in found.warnings[0]


@pytest.mark.parametrize(
    ("data", "words"), [(b"%PDF-1.7\n", "a PDF"), (b"PK\x03\x04word/document.xml", "a Word document (DOCX)")]
)
def test_a_file_of_another_kind_is_named_with_what_to_do(data, words):
    found = extract_text(data)
    assert found.state is WRONG_TYPE
    assert found.reason.startswith(f"The bytes are {words}, not text. Bring it as the kind it is")


@needs_samples
def test_every_markdown_revision_of_the_samples_is_read_as_it_stands():
    count = 0
    for folder in sorted(sample_path(REVISIONS).iterdir()):
        for row in sample_rows(f"{REVISIONS}/{folder.name}/index.jsonl"):
            if row["file"].endswith(".md"):
                data = sample_bytes(f"{REVISIONS}/{folder.name}/{row['file']}")
                found = extract_text(data)
                assert (found.state, found.text.encode()) == (READ, data)
                count += 1
    assert count == 60
