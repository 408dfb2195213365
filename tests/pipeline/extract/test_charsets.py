import pytest

from lineage.evidence.vocabulary import ExtractionState
from lineage.pipeline.extract.charsets import Decoded, Refused, decode

GERMAN = "Die Größe der Äpfel und die Maße der Häuser sind schön und grün, sagt Herr Müller. "
RUSSIAN = "Журналы хранятся двадцать четыре месяца, затем удаляются. "
JAPANESE = "ログは二十四か月間保存されます。期間が過ぎると削除されます。管理者は監査記録を確認できます。"
CHINESE = "日志保存期限为二十四个月，期满后删除。管理员可以查看审计记录，不处理个人信息。"


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_a_byte_order_mark_says_how_to_read_and_is_no_word(codec):
    assert decode(f"\ufeff{GERMAN}".encode(codec)) == Decoded(GERMAN, codec)


@pytest.mark.parametrize(
    ("label", "codec"),
    [("latin1", "windows-1252"), ("US-ASCII", "windows-1252"), (" ISO-8859-1 ", "windows-1252"), ("utf8", "utf-8")],
)
def test_a_declared_set_is_read_as_the_encoding_standard_reads_its_label(label, codec):
    data = "Größe – 24".encode(codec)
    assert decode(data, label)[:3] == ("Größe – 24", codec, False)


def test_bytes_that_windows_1252_leaves_free_are_control_characters_as_in_the_standard():
    assert decode(b"a\x81b\x93", "latin1").text == "a\x81b\u201c"


def test_a_declared_set_is_followed_and_said_where_the_bytes_would_also_be_utf8():
    found = decode("Größe".encode(), "iso-8859-1")
    assert (found.text, found.is_guess) == ("GrÃ¶ÃŸe", False)
    assert "would also be UTF-8" in found.warnings[0]


def test_a_label_that_names_no_character_set_is_not_used_and_that_is_said():
    found = decode(b"24 months", "nothing")
    assert found[:2] == ("24 months", "utf-8")
    assert found.warnings == ("The declared character set 'nothing' is not known here and was not used.",)


@pytest.mark.parametrize(
    ("words", "codec", "name"),
    [
        (GERMAN, "cp1252", "windows-1252"),
        (RUSSIAN, "cp1251", "windows-1251"),
        (RUSSIAN, "koi8_r", "koi8-r"),
        (JAPANESE, "cp932", "shift_jis"),
        (JAPANESE, "euc_jp", "euc-jp"),
        (CHINESE, "gb18030", "gb18030"),
        ("24 months for the logs", "utf-16-le", "utf-16-le"),
        ("24 months for the logs", "utf-16-be", "utf-16-be"),
    ],
)
def test_a_guess_is_marked_and_says_so(words, codec, name):
    found = decode(words.encode(codec))
    assert found[:3] == (words, name, True)
    assert found.warnings == (
        f"Nobody declared the character set, and it is not UTF-8: read as {name} by a guess. Check unusual letters.",
    )


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b"\xef\xbb\xbf24\xff", 5),
        (GERMAN.encode() + b"\x93", len(GERMAN.encode())),
        (b"cut off \xe2\x82", 8),
        (b"\xed\xa0\x80", 0),
        (b"\xff\xfe2\x004", 4),
    ],
)
def test_text_that_is_damaged_is_refused_with_its_place_and_never_guessed(data, place):
    found = decode(data)
    assert isinstance(found, Refused)
    assert found.state is ExtractionState.CORRUPT
    assert found.reason.startswith(f"Byte {place} ")
    assert "save it as UTF-8" in found.reason


def test_bytes_that_do_not_fit_the_declared_set_are_refused_with_their_place():
    refused = decode(b"abcd\xff", "euc-jp")
    assert isinstance(refused, Refused)
    assert refused.reason.startswith("Byte 4 (0xff) is not EUC-JP")


def test_a_last_letter_of_another_set_is_no_damage():
    assert decode(b"un caf\xe9")[:3] == ("un café", "windows-1252", True)


def test_where_replacing_is_asked_for_wrong_bytes_are_counted_and_their_place_is_said():
    found = decode("Größe \ufffd ".encode() + b"\xff und \xc3", replaces=True)
    assert (found.text, found.encoding, found.replaced) == ("Größe \ufffd \ufffd und \ufffd", "utf-8", 2)
    assert found.warnings == ("Bytes that are not UTF-8 are shown as U+FFFD: 2, the first at byte 12.",)


@pytest.mark.parametrize("data", [bytes(range(256)) * 8, b"a\x00b" * 100, b"\x01\x02\x03" * 100])
def test_bytes_that_are_no_text_in_any_way_are_of_another_kind(data):
    found = decode(data)
    assert isinstance(found, Refused)
    assert found.state is ExtractionState.WRONG_TYPE


def test_nor_are_they_text_for_having_been_declared_so():
    found = decode(b"\x01\x02\x03" * 100, "latin1")
    assert isinstance(found, Refused)
    assert found.state is ExtractionState.WRONG_TYPE


def test_a_few_control_characters_and_nul_stay_in_a_text():
    words = "one\x00two\x1b[0m " + "three " * 40
    assert decode(words.encode()) == Decoded(words, "utf-8")
