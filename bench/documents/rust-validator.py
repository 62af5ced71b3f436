"""Validates JSON by jsonschema-rs, which shares no code with the mock: a line on standard input for each question.

The first line is the document. Each further one is [number, pointer of a schema, text]; the answer is [number, what is wrong],
null where nothing is. A schema that can't be compiled says nothing.
"""

import json
import sys
from urllib.parse import quote

import jsonschema_rs

base = "https://document.invalid/"
registry = jsonschema_rs.Registry([(base, json.loads(sys.stdin.readline()))], draft=jsonschema_rs.Draft202012)
validators = {}


def validator_at(pointer):
    if pointer not in validators:
        reference = base + "#" + quote(pointer, safe="/~")
        try:
            validators[pointer] = jsonschema_rs.Draft202012Validator(
                {"$ref": reference}, registry=registry, validate_formats=True
            )
        except Exception:
            validators[pointer] = None
    return validators[pointer]


def problem_of(pointer, text):
    try:
        value = json.loads(text)
    except ValueError:
        return "no JSON"
    validator = validator_at(pointer)
    error = next(iter(validator.iter_errors(value)), None) if validator else None
    if error is None:
        return None
    return "/".join(["", *map(str, error.instance_path)]) + " " + error.message[:300]


for line in sys.stdin:
    number, pointer, text = json.loads(line)
    print(json.dumps([number, problem_of(pointer, text)]), flush=True)
