"""The published examples that come with the library, in the form in which an example is checked."""

from __future__ import annotations

from c45.dataset import Dataset
from c45.errors import DataError
from c45.notation import one_line
from c45.reading import dataset_facts, dataset_names, load_dataset


def published_names() -> tuple[str, ...]:
    """The shipped tables about which figures were printed.

    >>> "refund_marital" in published_names(), "wine" in published_names()
    (True, False)
    """
    return tuple(name for name in dataset_names() if dataset_facts(name).published)


def published_example(name: str) -> dict:
    """A shipped table and the figures printed about it, as ``check_example`` takes them.

    Raises DataError for a table that is not shipped, or about which no figure was printed.

    >>> from c45.check import check_example
    >>> check_example(published_example("refund_marital")).figures[14].verdict.kinds
    (12,)
    """
    facts, table = dataset_facts(name), load_dataset(name)
    if not facts.published:
        raise DataError(f"No printed figure of {one_line(facts.title)} is shipped.")
    columns = [{"name": a.name, "kind": a.kind} for a in table.attributes]
    columns.append({"name": table.target_name, "kind": "categorical"})
    return {
        "name": name,
        "title": facts.title,
        "source": facts.source,
        "columns": columns,
        "target": table.target_name,
        "rows": _rows(table),
        "published": [{k: v for k, v in f.items() if k not in _ANSWERS} for f in facts.published],
    }


#: What the record of a table says about a printed figure, which the check is to find by itself.
_ANSWERS = frozenset({"right", "agrees", "kind", "note"})


def _rows(table: Dataset) -> list[list]:
    frame = table.to_frame().astype(object)
    return frame.where(frame.notna(), None).to_numpy().tolist()
