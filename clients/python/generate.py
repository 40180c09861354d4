"""Writes what the Python client knows of the interface: generate.py OPENAPI_JSON FOLDER."""

import itertools
import json
import keyword
import pathlib
import sys
import textwrap
from typing import NamedTuple

MADE = "Made by `cargo xtask clients` from the document of the service."
PRIMITIVES = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
# They are answered without an end.
STREAMS = ("socket", "events")
COLUMNS = 118


class Shape(NamedTuple):
    """What an object can look like. `variant` is its name behind that of its schema."""

    variant: str
    about: str
    fields: dict
    required: frozenset


class Types:
    def __init__(self, schemas):
        self.schemas = schemas

    def code(self):
        for name, schema in self.schemas.items():
            # A choice among what has names of its own needs no classes.
            shapes = [] if all("$ref" in part for part in schema.get("oneOf", [{}])) else self.shapes(schema)
            yield from (class_code(name + shape.variant, shape) for shape in shapes)
            if [shape.variant for shape in shapes] != [""]:
                kind = " | ".join(name + shape.variant for shape in shapes) or type_of(schema)
                yield f"{comment(about(schema))}{name}: TypeAlias = {kind!r}\n"

    def shapes(self, schema):
        """Each shape of what a schema describes; none of what is no object."""
        if "$ref" in schema:
            return self.shapes(self.schemas[name_of(schema)])
        if "oneOf" in schema:
            return [
                shape._replace(variant=self.variant(part) + shape.variant, about=about(part) or shape.about)
                for part in schema["oneOf"]
                for shape in self.shapes(part)
            ]
        if "allOf" in schema:
            return [combined(about(schema), parts) for parts in itertools.product(*map(self.shapes, schema["allOf"]))]
        if "properties" in schema:
            return [Shape("", about(schema), schema["properties"], frozenset(schema.get("required", [])))]
        return []

    def variant(self, schema):
        """What one of several is called: its tag, or the first field that it has to have."""
        shape = self.shapes(schema)[0]
        tags = [field["enum"][0] for field in shape.fields.values() if len(field.get("enum", [])) == 1]
        word = tags[-1] if tags else next(name for name in shape.fields if name in shape.required)
        return "".join(part.capitalize() for part in word.split("_"))


def combined(description, parts):
    """The shape that has the fields of all of these."""
    fields = {name: schema for part in parts for name, schema in part.fields.items()}
    required = frozenset().union(*(part.required for part in parts))
    variant = "".join(part.variant for part in parts)
    described = next((part.about for part in parts if part.variant), description)
    return Shape(variant, described, fields, required)


def name_of(reference):
    return reference["$ref"].rpartition("/")[2]


def type_of(schema):
    """What a value is in Python."""
    if "$ref" in schema:
        return name_of(schema)
    if "oneOf" in schema:
        return " | ".join(map(type_of, schema["oneOf"]))
    if "enum" in schema:
        return f"Literal[{', '.join(map(json.dumps, schema['enum']))}]"
    kind = schema.get("type")
    if isinstance(kind, list):
        return " | ".join(type_of(schema | {"type": one}) for one in kind)
    if kind == "array":
        return f"list[{type_of(schema['items'])}]"
    if kind == "object":
        return f"dict[str, {type_of(schema.get('additionalProperties', {}))}]"
    return PRIMITIVES.get(kind, "Any")


def class_code(name, shape):
    fields = []
    for field, schema in shape.fields.items():
        kind = type_of(schema) if field in shape.required else f"NotRequired[{type_of(schema)}]"
        fields.append((comment(about(schema), "    "), field, kind))
    # Such a field cannot be written in a class.
    if any(keyword.iskeyword(field) for field in shape.fields):
        lines = "".join(f'{words}    "{field}": {kind!r},\n' for words, field, kind in fields)
        return f'{comment(shape.about)}{name} = TypedDict("{name}", {{\n{lines}}})\n'
    lines = "".join(f"{words}    {field}: {kind}\n" for words, field, kind in fields)
    return f"class {name}(TypedDict):\n{docstring(shape.about, '    ')}\n{lines}"


def call_code(method, path, call):
    """The method that makes a call."""
    parameters = call.get("parameters", [])
    places = {it["name"]: type_of(it["schema"]) for it in parameters if it["in"] == "path"}
    query = {it["name"]: type_of(it["schema"]) for it in parameters if it["in"] == "query"}
    arguments = ["self", *(f"{name}: {kind}" for name, kind in places.items())]
    values = [f'"{method.upper()}"', 'f"' + path.replace("{", "{place(").replace("}", ")}") + '"']
    if "requestBody" in call:
        arguments.append(f"body: {type_of(call['requestBody']['content']['application/json']['schema'])}")
        values.append("body")
    if query:
        python = {name: f"{name}_" if keyword.iskeyword(name) else name for name in query}
        arguments += ["*", *(f"{python[name]}: {kind.removesuffix(' | None')} | None = None" for name, kind in query.items())]
        values.append(f"query={{{', '.join(f'{json.dumps(name)}: {python[name]}' for name in query)}}}")
    contents = next(it["content"] for status, it in call["responses"].items() if status.startswith("2"))
    answer = " | ".join(type_of(it["schema"]) for kind, it in contents.items() if kind != "text/event-stream")
    return (
        f"    def {call['operationId']}({', '.join(arguments)}) -> {answer}:\n"
        f"{docstring(call['summary'], '        ')}"
        f"        return self.call({', '.join(values)})\n"
    )


def about(schema):
    """What is said of something; of what can be left out, what is said of the rest."""
    return schema.get("description") or schema.get("oneOf", [{}])[0].get("description", "")


def comment(words, indent=""):
    mark = f"{indent}# "
    return textwrap.fill(words, COLUMNS, initial_indent=mark, subsequent_indent=mark) + "\n" if words else ""


def docstring(words, indent):
    escaped = words.replace("\\", "\\\\").removesuffix('"') + ('\\"' if words.endswith('"') else "")
    return textwrap.fill(f'"""{escaped}"""', COLUMNS, initial_indent=indent, subsequent_indent=indent) + "\n"


def main(document, folder):
    api = json.loads(pathlib.Path(document).read_text())
    types = "\n\n".join(Types(api["components"]["schemas"]).code())
    pathlib.Path(folder, "schema.py").write_text(f'''"""What calls carry. {MADE}"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


{types}''')
    calls = ((method, path, call) for path, item in api["paths"].items() for method, call in item.items())
    methods = "\n".join(call_code(*it) for it in calls if it[2]["operationId"] not in STREAMS)
    pathlib.Path(folder, "calls.py").write_text(f'''"""Every call of the interface. {MADE}"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Literal
from urllib.parse import quote

from .schema import *


def place(value: object) -> str:
    """A value as it stands in a path."""
    return quote(str(value), safe="")


class Calls(ABC):
    @abstractmethod
    def call(self, method: str, path: str, body: Any = None, query: dict[str, Any] | None = None) -> Any:
        """Makes a call, and gives what it answers."""

{methods}''')


main(*sys.argv[1:])
