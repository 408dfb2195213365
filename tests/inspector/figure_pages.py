"""What the pages of figures say to a machine, and label sets brought in as a browser sends them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from selectolax.lexbor import LexborHTMLParser, LexborNode

from tests.formats.samples import sample_bytes

# Attributes of a block beside its kind: which rater, pair, label or stratum it is about.
ABOUT = ("pair", "label", "rater", "stratum", "value")


class Figures:
    """The figures of one page by block. A figure without a number is absent: `why` has the words in its stead."""

    def __init__(self, html: str) -> None:
        self.html = html
        self.blocks: dict[tuple[str, ...], dict[str, float]] = {}
        self.absent: dict[tuple[str, ...], dict[str, str]] = {}
        for node in LexborHTMLParser(html).css("[data-figures] [data-name]"):
            key = block_of(node)
            numbers, words = self.blocks.setdefault(key, {}), self.absent.setdefault(key, {})
            name, value = str(node.attributes["data-name"]), node.attributes.get("value")
            if value is None:
                words.setdefault(name, " ".join((node.parent or node).text().split()))
            else:
                assert numbers.setdefault(name, float(value)) == float(value), f"{key} says two things of {name}"

    def get(self, name: str, kind: str = "overall", **about: str) -> float:
        """Raises AssertionError with what there is instead where the page has no such number."""
        key = block_key(kind, {f"data-{what}": value for what, value in about.items()})
        assert key in self.blocks, f"no block {key}, only {sorted(self.blocks)}"
        found = self.blocks[key].get(name)
        assert found is not None, f"{key} has no {name}, only {self.blocks[key]} and {self.absent[key]}"
        return found

    def why(self, name: str, kind: str = "overall", **about: str) -> str:
        """The words in the place of a number that there is not."""
        key = block_key(kind, {f"data-{what}": value for what, value in about.items()})
        assert name not in self.blocks[key], f"{name} is {self.blocks[key][name]}"
        return self.absent[key][name]

    def counts(self) -> dict[str, int]:
        """How many items have which expected label."""
        return {key[1].partition("=")[2]: int(of["count"]) for key, of in self.blocks.items() if key[0] == "count"}


def block_of(node: LexborNode) -> tuple[str, ...]:
    """The innermost block around a figure, and what the blocks around that one are about."""
    around: list[dict[str, str | None]] = []
    parent = node.parent
    while parent is not None:
        if "data-figures" in parent.attributes:
            around.append(parent.attributes)
        parent = parent.parent
    merged = {name: value for attributes in reversed(around) for name, value in attributes.items()}
    return block_key(str(merged["data-figures"]), merged)


def block_key(kind: str, attributes: Mapping[str, str | None]) -> tuple[str, ...]:
    return (kind, *(f"{what}={attributes[f'data-{what}']}" for what in ABOUT if f"data-{what}" in attributes))


def read_figures(client: Client, route: str, public_id: str, **asked: str) -> Figures:
    response = client.get(reverse(route, args=[public_id]), asked)
    assert response.status_code == 200, response.status_code
    return Figures(response.content.decode())


def form_with(html: str, selector: str) -> LexborNode:
    """The form that holds such a control."""
    (form,) = [form for form in LexborHTMLParser(html).css("form") if form.css_first(selector) is not None]
    return form


def filled(form: LexborNode) -> dict[str, Any]:
    """What a browser sends of a form as it stands, without files and without its buttons."""
    sent: dict[str, Any] = {}
    for node in form.css("input, textarea, select"):
        name, kind = node.attributes.get("name"), node.attributes.get("type", "text")
        if not name or kind in ("file", "submit", "button"):
            continue
        if kind in ("checkbox", "radio"):
            if "checked" in node.attributes:
                sent.setdefault(name, []).append(node.attributes.get("value") or "on")
        elif node.tag == "select":
            chosen = node.css("option[selected]") or node.css("option")[:1]
            sent[name] = [option.attributes.get("value", option.text()) for option in chosen]
        else:
            sent[name] = node.text() if node.tag == "textarea" else node.attributes.get("value") or ""
    sent.pop("csrfmiddlewaretoken", None)
    return sent


def send_files(client: Client, address: str, files: Iterable[tuple[str, bytes]], **changed: str) -> Any:
    """The answer to the form with a file field at this address, sent with these files."""
    drawn = client.get(address)
    assert drawn.status_code == 200, drawn.status_code
    form = form_with(drawn.content.decode(), "input[type=file]")
    control = form.css_first("input[type=file]")
    assert control is not None
    sent = filled(form) | changed
    sent[str(control.attributes["name"])] = [SimpleUploadedFile(name, data) for name, data in files]
    return client.post(form.attributes.get("action") or address, sent)


def import_samples(client: Client, folder: str, *names: str, **changed: str) -> str:
    """Brings a published data set in through the page; gives the address of the revision that was made of it."""
    files = [(name, sample_bytes(f"datasets/{folder}/{name}")) for name in names]
    response = send_files(client, reverse("calibration_import"), files, **changed)
    assert response.status_code == 303, LexborHTMLParser(response.content).text(separator=" ")
    return str(response["Location"])
