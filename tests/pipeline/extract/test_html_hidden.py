import pytest

from lineage.evidence.vocabulary import SkippedKind
from lineage.pipeline.extract.html_hidden import find_skipped_kind, is_visible


@pytest.mark.parametrize(
    ("tag", "attributes", "kind"),
    [
        ("script", {}, SkippedKind.SCRIPT),
        ("style", {}, SkippedKind.STYLE),
        ("template", {}, SkippedKind.TEMPLATE),
        ("noscript", {}, SkippedKind.NOSCRIPT),
        ("iframe", {"src": "https://example.org"}, SkippedKind.EMBEDDED),
        ("p", {"hidden": None}, SkippedKind.HIDDEN),
        ("p", {"hidden": "until-found"}, SkippedKind.HIDDEN),
        ("p", {"style": "color:red; DISPLAY : none"}, SkippedKind.HIDDEN),
        ("p", {"style": "display:/**/none!important"}, SkippedKind.HIDDEN),
        ("dialog", {}, SkippedKind.HIDDEN),
        ("div", {"popover": None}, SkippedKind.HIDDEN),
        ("datalist", {}, SkippedKind.HIDDEN),
        ("dialog", {"open": None}, None),
        ("details", {}, None),
        ("p", {"aria-hidden": "true"}, None),
        ("p", {"style": "display:block"}, None),
        ("p", {"style": None}, None),
    ],
)
def test_what_is_not_shown_is_told_by_tag_attribute_and_own_style(tag, attributes, kind):
    assert find_skipped_kind(tag, attributes) is kind


def test_visibility_is_inherited_and_can_be_given_back():
    assert not is_visible({"style": "visibility:hidden"}, is_parent_visible=True)
    assert not is_visible({"style": "color:red;visibility: Collapse"}, is_parent_visible=True)
    assert not is_visible({}, is_parent_visible=False)
    assert not is_visible({"style": "visibility:inherit"}, is_parent_visible=False)
    assert is_visible({"style": "visibility:visible"}, is_parent_visible=False)
    assert is_visible({"style": "visibility:hidden;visibility:visible"}, is_parent_visible=True)
    assert is_visible({"style": "backface-visibility:hidden"}, is_parent_visible=True)
