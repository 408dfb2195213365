from lineage.pipeline.extract.html_prose import Prose, is_blank


def test_white_space_is_one_blank_and_none_at_the_ends_of_a_line():
    prose = Prose()
    prose.add(" \n24\t months ")
    prose.add(" of\f")
    prose.add("logs \r\n")
    prose.border(1)
    prose.add(" more")
    assert prose.text == "24 months of logs\nmore"


def test_words_of_neighbouring_elements_stand_together_where_no_blank_is_between():
    prose = Prose()
    prose.add("re")
    prose.add("tention")
    assert prose.text == "retention"


def test_a_no_break_space_a_soft_hyphen_and_an_ideographic_space_are_letters():
    prose = Prose()
    prose.add("\xa024\u3000months\xad\xa0")
    assert prose.text == "\xa024\u3000months\xad\xa0"


def test_of_several_borders_the_widest_counts_and_none_stands_at_an_end():
    prose = Prose()
    prose.border(2)
    prose.add("one")
    prose.border(1)
    prose.border(2)
    prose.border(1)
    prose.add("two")
    prose.border(2)
    assert prose.text == "one\n\ntwo"


def test_line_breaks_count_each_but_the_last_one_of_a_block_only_ends_it():
    prose = Prose()
    for words in ("one", "two"):
        prose.add(words)
        prose.break_line()
        prose.break_line()
    prose.border(1)
    prose.add("three")
    prose.break_line()
    prose.border(1)
    prose.border(1)
    prose.add("four")
    assert prose.text == "one\n\ntwo\n\nthree\nfour"


def test_kept_white_space_stays_but_for_a_last_line_end():
    prose = Prose()
    prose.border(2)
    prose.add("  a\n\n\tb  \n", is_kept=True)
    prose.border(2)
    prose.add("after")
    assert prose.text == "  a\n\n\tb  \n\nafter"


def test_cells_stand_behind_tabs_and_what_is_held_back_in_one_does_not_leave_it():
    prose = Prose()
    prose.add("before")
    prose.border(1)
    places = []
    for number, words in enumerate(("one", "", "three")):
        start = prose.begin_cell(is_first=number == 0)
        prose.border(2)
        prose.add(words)
        prose.break_line()
        prose.border(2)
        places.append((start, prose.end_cell()))
    prose.border(1)
    prose.add("after")
    assert prose.text == "before\none\t\tthree\nafter"
    assert [prose.text[start:end] for start, end in places] == ["one", "", "three"]


def test_the_place_of_the_next_words_is_known_before_they_come():
    prose = Prose()
    assert prose.next_start == 0
    prose.add("one")
    prose.border(2)
    start = prose.next_start
    prose.add("two")
    assert prose.text[start:] == "two"
    assert len(prose) == len("one\n\ntwo")


def test_a_no_break_space_alone_is_no_white_space():
    assert is_blank(" \t\r\n\f")
    assert not is_blank("\xa0")
