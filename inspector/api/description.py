"""The description of the API as a page of this house, drawn from the same document that machines read."""

from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from ninja import NinjaAPI
from ninja.openapi.docs import DocsBase

from inspector.readers import find_reader


class Kind(NamedTuple):
    """A type in words, around the name of a shape of this page; `shape` is empty where it is a plain one."""

    before: str
    shape: str
    after: str


class FieldLine(NamedTuple):
    name: str
    where: str
    kind: Kind
    is_needed: bool
    words: str


class AnswerLine(NamedTuple):
    status: str
    words: str
    kind: Kind


class OperationPart(NamedTuple):
    id: str
    summary: str
    method: str
    path: str
    paragraphs: tuple[str, ...]
    parameters: tuple[FieldLine, ...]
    bodies: tuple[str, ...]
    body_fields: tuple[FieldLine, ...]
    answers: tuple[AnswerLine, ...]


class Shape(NamedTuple):
    """An object with its fields, or the values of a word."""

    name: str
    paragraphs: tuple[str, ...]
    fields: tuple[FieldLine, ...]
    values: tuple[str, ...]


class HousePage(DocsBase):
    """What ninja calls for the page of an API's description."""

    def render_page(self, request: HttpRequest, api: NinjaAPI, **options: Any) -> HttpResponse:
        # The page is public; who is signed in finds the way to the others.
        request.reader = find_reader(request)  # type: ignore[attr-defined]
        document = api.get_openapi_schema(path_params=options)
        page = {
            "title": document["info"]["title"],
            "paragraphs": paragraphs_of(document["info"]["description"]),
            "operations": tuple(operations_of(document)),
            "shapes": tuple(shape_of(name, one) for name, one in document["components"]["schemas"].items()),
            "document_url": self.get_openapi_url(api, options),
        }
        return render(request, "inspector/api_description.html", page)


def operations_of(document: Mapping[str, Any]) -> Iterator[OperationPart]:
    for path, methods in document["paths"].items():
        for method, said in methods.items():
            contents = said.get("requestBody", {}).get("content", {})
            form = next((one["schema"] for one in contents.values() if "properties" in one["schema"]), {})
            yield OperationPart(
                id=said["operationId"],
                summary=said["summary"],
                method=method.upper(),
                path=path,
                paragraphs=paragraphs_of(said.get("description", "")),
                parameters=tuple(parameter_of(one) for one in said.get("parameters", ())),
                bodies=tuple(contents),
                body_fields=fields_of(form),
                answers=tuple(answer_of(status, one) for status, one in said["responses"].items()),
            )


def parameter_of(said: Mapping[str, Any]) -> FieldLine:
    schema, needed = said["schema"], said.get("required", False)
    return FieldLine(said["name"], f"in the {said['in']}", kind_of(schema), needed, limits_of(schema))


def answer_of(status: int | str, said: Mapping[str, Any]) -> AnswerLine:
    contents = list(said.get("content", {}).values())
    kind = kind_of(contents[0]["schema"]) if contents else Kind("nothing", "", "")
    return AnswerLine(str(status), HTTPStatus(int(status)).phrase, kind)


def shape_of(name: str, schema: Mapping[str, Any]) -> Shape:
    values = tuple(str(value) for value in schema.get("enum", ()))
    return Shape(name, paragraphs_of(schema.get("description", "")), fields_of(schema), values)


def fields_of(schema: Mapping[str, Any]) -> tuple[FieldLine, ...]:
    needed = schema.get("required", ())
    return tuple(
        FieldLine(name, "", kind_of(one), name in needed, one.get("description", ""))
        for name, one in schema.get("properties", {}).items()
    )


def kind_of(schema: Mapping[str, Any]) -> Kind:
    """The type of a JSON schema: of what is used here, not of all that there is."""
    if "$ref" in schema:
        return Kind("", schema["$ref"].rpartition("/")[2], "")
    if "anyOf" in schema:
        kinds = [kind_of(one) for one in schema["anyOf"] if one.get("type") != "null"]
        absent = " or null" if len(kinds) < len(schema["anyOf"]) else ""
        return kinds[0]._replace(after=kinds[0].after + absent)
    if schema.get("type") == "array":
        inner = kind_of(schema["items"])
        return inner._replace(before=f"list of {inner.before}")
    if "additionalProperties" in schema and "properties" not in schema:
        return Kind("object of numbers by name", "", "")
    plain = {"date-time": "time", "binary": "bytes"}.get(schema.get("format", ""), schema.get("type", "anything"))
    return Kind(str(plain), "", "")


def limits_of(schema: Mapping[str, Any]) -> str:
    named = (("minimum", "at least"), ("maximum", "at most"), ("default", "if left out:"))
    return ", ".join(f"{words} {schema[name]}" for name, words in named if schema.get(name) not in (None, ""))


def paragraphs_of(words: str) -> tuple[str, ...]:
    return tuple(" ".join(part.replace("`", "").split()) for part in words.split("\n\n") if part.strip())
