"""What was heard against what was said, and the order that came of it against the one that was meant."""

import re
import unicodedata
from collections import Counter
from typing import Any

ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split()

#: Sounds that a recognizer may leave out: they say nothing.
FILLERS = {"um", "uh", "hmm", "mm"}


def words(text: str) -> list[str]:
    """The words of a text, spelled one way: small plain letters, numbers as words, no punctuation, no fillers.

    >>> words("Um, a 10-piece & that's #4, please!")
    ['a', 'ten', 'piece', 'and', 'thats', 'number', 'four', 'please']
    >>> words("Jalapeño, twenty-five, 25, 125")
    ['jalapeno', 'twenty', 'five', 'twenty', 'five', '125']
    """
    letters = unicodedata.normalize("NFKD", text.lower())
    text = "".join(letter for letter in letters if not unicodedata.combining(letter))
    text = text.replace("'", "").replace("’", "").replace("#", " number ").replace("&", " and ")
    spelled = (word for token in re.findall(r"[^\W\d_]+|\d+", text) for word in number(token))
    return [word for word in spelled if word not in FILLERS]


def number(token: str) -> list[str]:
    """A number below a hundred in words; anything else as it is."""
    if not token.isdecimal() or int(token) > 99:
        return [token]
    tens, ones = divmod(int(token), 10)
    if tens < 2:
        return [ONES[int(token)]]
    return [TENS[tens]] if ones == 0 else [TENS[tens], ONES[ones]]


def word_errors(said: list[str], heard: list[str]) -> int:
    """How many words must be put in, taken out or exchanged to come from one to the other (Levenshtein).

    >>> word_errors("a large coke please".split(), "large coat please please".split())
    3
    """
    row = list(range(len(heard) + 1))
    for done, one in enumerate(said, start=1):
        above, row = row, [done]
        for column, other in enumerate(heard, start=1):
            row.append(min(above[column] + 1, row[-1] + 1, above[column - 1] + (one != other)))
    return row[-1]


def difference(meant: list[dict[str, Any]], ordered: list[dict[str, Any]]) -> list[str]:
    """What is missing of the order (`-`) and what should not be there (`+`); nothing if it is right.

    >>> difference([{"item": "coke", "size": "large"}], [{"item": "coke", "size": "large", "quantity": 2}])
    ['- 1 x coke (large)', '+ 2 x coke (large)']
    >>> difference([{"item": "pie", "quantity": 2}], [{"item": "pie"}, {"item": "pie"}])
    []
    """
    left, right = counts(meant), counts(ordered)
    both = sorted(left.keys() | right.keys())
    missing = [f"- {left[line]} x {line}" for line in both if left[line] > 0 and left[line] != right[line]]
    extra = [f"+ {right[line]} x {line}" for line in both if right[line] > 0 and left[line] != right[line]]
    return missing + extra


def counts(lines: list[dict[str, Any]]) -> Counter[str]:
    """How many of each; equal lines count together."""
    total: Counter[str] = Counter()
    for line in lines:
        total[described(line)] += line.get("quantity", 1)
    return total


def described(line: dict[str, Any]) -> str:
    """All of a line but its quantity and prices. What stands for the usual may be left out.

    >>> cream = {"group": "extras", "modifier": "cream", "quantity": 2}
    >>> described({"item": "coffee", "size": "small", "modifiers": [cream]})
    'coffee (small), regular extras/cream x 2'
    """
    text = line["item"]
    if line.get("combo"):
        text += f" as {line['combo']}"
    if line.get("size"):
        text += f" ({line['size']})"
    modifiers = [
        f"{it.get('amount', 'regular')} {it['group']}/{it['modifier']} x {it.get('quantity', 1)}"
        for it in line.get("modifiers", [])
    ]
    components = [f"{it['slot']}: {described(it)}" for it in line.get("components", [])]
    without = [f"without its {what}" for what in line.get("incomplete", [])]
    return ", ".join([text, *sorted(modifiers), *sorted(components), *without])
