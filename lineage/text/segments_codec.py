"""Segments as bytes: one header, then columns of little-endian integers of the least width that holds them."""

from __future__ import annotations

import struct

import numpy as np

from lineage.text.segments import Columns, Ints, SpanMapError

# magic, version, which optional columns follow, widths of four columns, output length, input length, segments
_HEADER = struct.Struct("<4sBB4BIII")
_MAGIC = b"SMAP"
_VERSION = 1
_HAS_WEIGHT, _HAS_CONFIDENCE = 1, 2
_WIDTHS: dict[int, str] = {1: "<u1", 2: "<u2", 4: "<u4"}


def encode(columns: Columns, output_length: int, input_length: int) -> bytes:
    """Columns in canonical order -> bytes. Starts are stored as steps from the start before."""
    steps = np.diff(columns.in_start, prepend=0)
    numbers = (
        np.diff(columns.out_start, prepend=0),
        columns.out_end - columns.out_start,
        np.where(steps < 0, -2 * steps - 1, 2 * steps),
        columns.in_end - columns.in_start,
    )
    has_weight = not np.isnan(columns.weight).all()
    has_confidence = not np.isnan(columns.confidence).all()
    optional = _HAS_WEIGHT * has_weight + _HAS_CONFIDENCE * has_confidence
    widths = [_width(column) for column in numbers]
    body = [column.astype(_WIDTHS[width]).tobytes() for column, width in zip(numbers, widths, strict=True)]
    body.append(columns.kind.tobytes())
    if has_weight:
        body.append(columns.weight.astype("<f8").tobytes())
    if has_confidence:
        body.append(columns.confidence.astype("<f8").tobytes())
    header = _HEADER.pack(_MAGIC, _VERSION, optional, *widths, output_length, input_length, len(columns.kind))
    return header + b"".join(body)


def decode(data: bytes) -> tuple[Columns, int, int]:
    """Bytes -> (columns, output length, input length), not yet checked for sense. SpanMapError for other bytes."""
    if len(data) < _HEADER.size:
        raise SpanMapError(f"{len(data)} bytes are too few for a packed map")
    magic, version, optional, *widths, output_length, input_length, count = _HEADER.unpack_from(data)
    if magic != _MAGIC or version != _VERSION:
        raise SpanMapError("not a packed map of version 1")
    if optional & ~(_HAS_WEIGHT | _HAS_CONFIDENCE) or any(width not in _WIDTHS for width in widths):
        raise SpanMapError("columns of an unknown form")
    floats = bool(optional & _HAS_WEIGHT) + bool(optional & _HAS_CONFIDENCE)
    expected = _HEADER.size + count * (sum(widths) + 1 + 8 * floats)
    # Compared before anything is allocated: the count is a claim of the sender.
    if len(data) != expected:
        raise SpanMapError(f"{len(data)} bytes where {count} segments take {expected}")
    at = _HEADER.size
    numbers: list[Ints] = []
    for width in widths:
        numbers.append(np.frombuffer(data, np.dtype(_WIDTHS[width]), count, at).astype(np.int64))
        at += width * count
    kind = np.frombuffer(data, np.uint8, count, at).copy()
    at += count
    weight = confidence = np.full(count, np.nan)
    if optional & _HAS_WEIGHT:
        weight = np.frombuffer(data, "<f8", count, at).astype(np.float64)
        at += 8 * count
    if optional & _HAS_CONFIDENCE:
        confidence = np.frombuffer(data, "<f8", count, at).astype(np.float64)
    out_steps, out_lengths, in_steps, in_lengths = numbers
    out_start = np.cumsum(out_steps)
    # Half of it, and all bits turned where it is odd: the inverse of how `encode` writes steps back.
    in_start = np.cumsum((in_steps >> 1) ^ -(in_steps & 1))
    columns = Columns(out_start, out_start + out_lengths, in_start, in_start + in_lengths, kind, weight, confidence)
    return columns, output_length, input_length


def _width(values: Ints) -> int:
    largest = int(values.max()) if len(values) else 0
    return 1 if largest < 2**8 else 2 if largest < 2**16 else 4
