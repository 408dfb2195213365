"""How stored bytes are written: they come back exactly, and only where it pays are they other than themselves."""

from concurrent.futures import ThreadPoolExecutor
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage.evidence.digests import canonical_json, digest_bytes
from lineage.models.coding import (
    LARGEST_TEXT,
    SMALLEST,
    Coding,
    Encode,
    NotDecodable,
    decode,
    encode_record,
    encode_text,
    encode_whole,
)
from lineage.models.dictionaries import RECORDS_1

SENTENCE = b"Archived support logs are kept for 24 months, except where a legal hold applies. "
ENCODERS = (encode_text, encode_whole, encode_record)


@pytest.mark.parametrize("encode", ENCODERS)
@given(data=st.binary(max_size=600), times=st.integers(1, 200))
def test_any_bytes_come_back_as_they_were(encode: Encode, data: bytes, times: int) -> None:
    whole = data * times
    body, coding = encode(whole)
    assert decode(body, coding, len(whole)) == whole
    assert decode(memoryview(body), int(coding), len(whole)) == whole


@pytest.mark.parametrize("encode", ENCODERS)
@given(data=st.binary(max_size=600), times=st.integers(1, 200))
def test_a_body_is_the_bytes_themselves_or_at_least_15_percent_smaller(encode: Encode, data: bytes, times: int) -> None:
    whole = data * times
    body, coding = encode(whole)
    assert body == whole if coding == Coding.PLAIN else len(body) <= 0.85 * len(whole)


def test_a_text_that_is_read_in_windows_is_kept_as_it_is_and_a_payload_of_its_size_is_not() -> None:
    largest = (SENTENCE * 1000)[:LARGEST_TEXT]
    assert encode_text(largest).coding == Coding.ZSTANDARD
    assert encode_text(largest + b".") == (largest + b".", Coding.PLAIN)
    assert encode_whole(largest + b".").coding == Coding.ZSTANDARD


def test_a_text_too_short_to_gain_is_kept_as_it_is() -> None:
    short = (SENTENCE * 9)[: SMALLEST - 1]
    assert encode_text(short) == (short, Coding.PLAIN)


def test_a_record_that_says_what_records_say_takes_less_with_the_dictionary() -> None:
    passed = {"basis": "code", "note": "", "outcome": "pass"}
    healthy = {
        "badges": {"coverage": passed, "identity": passed, "standing": passed, "syntax": passed},
        "sentence": "The quoted words stand in the source, exactly as they are quoted.",
        "diagnosis": "healthy",
        "first_divergence": None,
        "repair": None,
    }
    report = canonical_json({"claims": [healthy | {"claim": "retention-period"}]})
    record = encode_record(report)
    assert record.coding == Coding.ZSTANDARD_WITH_RECORDS_1
    assert len(record.body) < len(encode_whole(report).body) / 2


@given(data=st.binary(max_size=300), coding=st.integers(-1, 3), size=st.integers(0, 400))
def test_bytes_that_no_coder_wrote_are_refused_and_never_another_error(data: bytes, coding: int, size: int) -> None:
    try:
        decode(data, coding, size)
    except NotDecodable:
        pass


def test_a_frame_that_claims_another_size_is_refused_before_memory_is_given_to_it() -> None:
    body, coding = encode_whole(bytes(50_000_000))
    with pytest.raises(NotDecodable, match="not one of 10 bytes"):
        decode(body, coding, 10)


def test_several_threads_code_at_once() -> None:
    texts = [SENTENCE * times for times in range(4, 80)]

    def there_and_back(pair: tuple[Encode, bytes]) -> bool:
        encode, text = pair
        return decode(*encode(text), len(text)) == text

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(there_and_back, product(ENCODERS, texts)))


def test_the_dictionary_of_stored_records_is_the_one_they_were_written_with() -> None:
    assert digest_bytes(RECORDS_1) == "sha256:a6a750f67c0116379a3fcca5c1dbc39fb39de3c9022f726c21d6af00547f7811"
    assert [(coding.name, coding.value) for coding in Coding] == [
        ("PLAIN", 0),
        ("ZSTANDARD", 1),
        ("ZSTANDARD_WITH_RECORDS_1", 2),
    ]
