import pytest

from lineage.pipeline.extract.html_charset import decode_page, find_own_charset


@pytest.mark.parametrize(
    ("page", "label"),
    [
        (b'<meta charset="windows-1251">', "windows-1251"),
        (b"<META lang=ru CHARSET = koi8-r />", "koi8-r"),
        (b'<meta http-equiv="Content-Type" content="text/html; charset=Shift_JIS">', "Shift_JIS"),
        (b'<?xml version="1.0" encoding="iso-8859-2"?><html>', "iso-8859-2"),
        (b'<!-- <meta charset="koi8-r"> --><meta charset=latin1>', "latin1"),
        (b'<meta charset="nothing"><meta charset="latin1">', "latin1"),
        (b'<meta charset="utf-16">', "utf-8"),
        (b'<meta name="description" content="charset=koi8-r">', ""),
        (b"<p>charset=koi8-r", ""),
        (b" " * 1024 + b"<meta charset=latin1>", ""),
    ],
)
def test_a_page_is_asked_for_its_character_set_as_the_standard_does(page, label):
    assert find_own_charset(page) == label


def test_a_mark_is_believed_first_then_what_was_declared_outside_then_the_page():
    page = '<meta charset="koi8-r"><p>Größe'
    assert decode_page(b"\xef\xbb\xbf" + page.encode(), "latin1")[:2] == (page, "utf-8-sig")
    assert decode_page(page.encode("latin1"), "latin1")[:2] == (page, "windows-1252")
    russian = '<meta charset="koi8-r"><p>Журналы'
    assert decode_page(russian.encode("koi8-r"))[:2] == (russian, "koi8-r")
    assert decode_page(russian.encode("koi8-r"), "nothing")[:2] == (russian, "koi8-r")


def test_a_page_that_says_nothing_is_utf8_where_it_can_be():
    assert decode_page("<p>Größe".encode())[:3] == ("<p>Größe", "utf-8", False)


def test_wrong_bytes_of_a_known_set_are_shown_and_counted():
    found = decode_page(b'<meta charset="utf-8"><p>24 \xff months \x93')
    assert (found.text.count("\ufffd"), found.replaced) == (2, 2)
    assert "the first at byte 28" in found.warnings[0]


def test_a_description_that_speaks_of_a_character_set_declares_none():
    assert find_own_charset(b'<meta name="description" content="text; charset=koi8-r">') == ""
    assert find_own_charset(b"<meta " + b"a" * 500 + b" " * 500) == ""
    assert find_own_charset(b"<meta a=b" * 100) == ""
