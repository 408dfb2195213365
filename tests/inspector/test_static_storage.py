"""Style sheets and scripts go over the wire as one file each, and nothing of them is forgotten."""

from django.conf import settings

from inspector.static_storage import JOINED


def test_every_style_sheet_and_script_of_ours_is_joined_exactly_once() -> None:
    static = settings.BASE_DIR / "static"
    ours = sorted(str(path.relative_to(static)) for kind in ("css", "js") for path in (static / kind).glob("*.*"))
    assert sorted(part for parts in JOINED.values() for part in parts) == ours


def test_the_file_that_names_the_layers_comes_first() -> None:
    first = settings.BASE_DIR / "static" / JOINED["css/site.css"][0]
    assert "@layer tokens, base" in first.read_text()
