import codecs

import pytest

from lineage.pipeline.extract.charset_labels import find_codec, name_of


@pytest.mark.parametrize(
    ("label", "codec"),
    [
        ("latin1", "cp1252"),
        ("US-ASCII", "cp1252"),
        (" ISO-8859-1 ", "cp1252"),
        ("iso-8859-9", "cp1254"),
        ("gb2312", "gb18030"),
        ("Shift_JIS", "cp932"),
        ("x-sjis", "cp932"),
        ("ks_c_5601-1987", "cp949"),
        ("windows-874", "cp874"),
        ("iso-8859-8-i", "iso8859-8"),
        ("utf8", "utf-8"),
        ("UTF-16", "utf-16-le"),
    ],
)
def test_a_label_is_read_as_the_encoding_standard_reads_it(label, codec):
    assert find_codec(label) == codec


@pytest.mark.parametrize(
    "label",
    ["nothing", "base64", "rot13", "punycode", "idna", "utf-7", "unicode_escape", "cp037", "undefined", "\0", ""],
)
def test_a_codec_that_is_no_character_set_of_the_standard_has_no_label(label):
    assert find_codec(label) is None


@pytest.mark.parametrize(
    ("codec", "name"),
    [("cp1252", "windows-1252"), ("cp932", "shift_jis"), ("koi8_r", "koi8-r"), ("iso8859-2", "iso8859-2")],
)
def test_a_set_is_reported_by_a_name_that_people_and_python_know(codec, name):
    assert name_of(codec) == name
    assert codecs.lookup(name)
