from __future__ import annotations

from lineage.evidence.vocabulary import ArtifactKind, SourceKind
from lineage.formats.passages import Passage, Shelf, describe_version, make_passage, rename, source_key


def passage(text: str | None, title: str | None = None, key: str = "memo") -> Passage:
    version = describe_version(title=title, raw_text=text)
    return make_passage(key, SourceKind.TEXT, version, ArtifactKind.CHUNK, text)


def test_equal_passages_have_equal_keys_and_any_difference_gives_another() -> None:
    assert passage("Ten.") == passage("Ten.")
    different = [passage("Ten."), passage("Six."), passage(None), passage("Ten.", "Memo"), passage("Ten.", key="other")]
    assert len({found.artifact.key for found in different}) == len(different)


def test_a_renamed_passage_is_the_one_that_would_have_been_made_under_that_name() -> None:
    assert rename(passage("Ten."), "other") == passage("Ten.", key="other")


def test_a_shelf_keeps_each_record_once_and_the_versions_of_a_source_together() -> None:
    shelf = Shelf()
    keys = [shelf.put(passage(text)) for text in ("Ten.", "Six.", "Ten.")]
    assert (len(set(keys)), len(shelf.artifacts)) == (2, 2)
    (source,) = shelf.sources
    assert len(source.versions) == 2


def test_a_name_is_kept_as_the_key_where_it_fits_one() -> None:
    assert source_key("kb/7", "text") == "kb/7"
    assert source_key("k" * 501, "text") != source_key(None, "text")
    assert all(
        key.startswith("sha256:") for key in (source_key("k" * 501, ""), source_key("", "text"), source_key("\0", ""))
    )
