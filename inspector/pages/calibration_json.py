"""What a JSON column has under a name, as a value that either engine filters by."""

from typing import Any

from django.db.models import F, Func, TextField, Value
from django.db.models.sql.compiler import SQLCompiler


class TextAt(Func):
    """The text that a JSON object has under a name, NULL where it has none; whatever the name is made of.

    Django's own transform takes a name of digits for a place in a list.
    """

    output_field = TextField()

    def __init__(self, column: str, name: str) -> None:
        super().__init__(F(column), Value(name, output_field=TextField()))

    def as_sqlite(self, compiler: SQLCompiler, connection: Any, **context: Any) -> Any:
        template = "(SELECT one.value FROM json_each(%(expressions)s) AS one WHERE one.key = "
        return self._in_parts(compiler, template, ")")

    def as_postgresql(self, compiler: SQLCompiler, connection: Any, **context: Any) -> Any:
        return self._in_parts(compiler, "(%(expressions)s ->> ", "::text)")

    def _in_parts(self, compiler: SQLCompiler, before: str, after: str) -> Any:
        column, name = (compiler.compile(one) for one in self.get_source_expressions())
        return f"{before % {'expressions': column[0]}}{name[0]}{after}", (*column[1], *name[1])
