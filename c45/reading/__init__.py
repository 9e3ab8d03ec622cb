"""Files into tables: read right, or refused with a sentence that says what is wrong."""

from c45.reading.assembly import ColumnReading, Reading
from c45.reading.limits import LIMITS, Limits
from c45.reading.shipped import DatasetFacts, dataset_facts, dataset_names, load_dataset
from c45.reading.sources import shown_file_name
from c45.reading.table import inspect_table, read_frame, read_table
from c45.reading.typed import TypedTable

__all__ = [
    "LIMITS",
    "ColumnReading",
    "DatasetFacts",
    "Limits",
    "Reading",
    "TypedTable",
    "dataset_facts",
    "dataset_names",
    "inspect_table",
    "load_dataset",
    "read_frame",
    "read_table",
    "shown_file_name",
]
