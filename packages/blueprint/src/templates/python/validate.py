"""Checks a record against its entity and turns what a form sends into clean values."""
import json
import math
import re
from datetime import date
from pathlib import Path

SCHEMA = json.loads((Path(__file__).parent / "public/data/schema.json").read_text(encoding="utf-8"))
NUMERIC = {"number", "money", "percent", "rating"}


def validate_record(entity, given):
    values, errors = {}, {}
    for field in entity["fields"]:
        value, error = read_field(field, given.get(field["name"]))
        if error:
            errors[field["name"]] = error
        else:
            values[field["name"]] = value
    return values, errors


def read_field(field, raw):
    if field["type"] == "boolean":
        return raw is True or raw in ("true", "on"), None
    text = "" if raw is None else str(raw).strip()
    label = field["label"]
    if text == "":
        return (None, f"{label} is required.") if field.get("required") else (None, None)
    if field["type"] in NUMERIC:
        return read_number(field, text)
    if len(text) > 5000:
        return None, f"{label} is too long."
    return check_text(field, text)


def read_number(field, text):
    label = field["label"]
    try:
        value = float(text.replace(",", "."))
    except ValueError:
        return None, f"{label} must be a number."
    if not math.isfinite(value):
        return None, f"{label} must be a number."
    if "min" in field and value < field["min"]:
        return None, f"{label} must be at least {field['min']}."
    if "max" in field and value > field["max"]:
        return None, f"{label} must be at most {field['max']}."
    return (int(value) if value.is_integer() else value), None


def check_text(field, text):
    label, kind = field["label"], field["type"]
    if kind == "email" and not re.fullmatch(r"[^\s@]+@[^\s@]+\.[^\s@]+", text):
        return None, f"{label} must be an e-mail address."
    if kind == "date":
        try:
            date.fromisoformat(text)
        except ValueError:
            return None, f"{label} must be a date."
    if kind == "time" and not re.fullmatch(r"\d{2}:\d{2}", text):
        return None, f"{label} must be a time."
    if kind == "url" and not re.match(r"https?://", text):
        return None, f"{label} must start with http:// or https://."
    if kind == "choice" and text not in field["options"]:
        return None, f"{label} must be one of: {', '.join(field['options'])}."
    return text, None
