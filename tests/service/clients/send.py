"""Sends an event, and prints what came of it: send.py URL EVENT [KEY]."""

import json
import sys

from carhop import Carhop, ProblemError

url, event, *key = sys.argv[1:]
try:
    came = Carhop(url, *key).send("demo", "1", json.loads(event))
except ProblemError as error:
    came = {"status": error.status, "code": error.code, "field": error.field, "title": error.title, "detail": error.detail}
print(json.dumps(came))
