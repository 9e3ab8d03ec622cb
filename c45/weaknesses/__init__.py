"""What goes wrong with trees, each with the number that proves it on a table, or that it does not."""

from c45.weaknesses.boundary import Regions, decision_regions, diagonal_boundary, diagonal_table
from c45.weaknesses.columns import discretisation, irrelevant_attributes, many_values
from c45.weaknesses.finding import Finding
from c45.weaknesses.fit import imbalance, overfitting
from c45.weaknesses.greed import greed
from c45.weaknesses.samples import instability, label_noise, variance

#: Every lesson by its key, in the order of the course.
WEAKNESSES = {
    "overfitting": overfitting,
    "instability": instability,
    "many_values": many_values,
    "greed": greed,
    "diagonal_boundary": diagonal_boundary,
    "irrelevant_attributes": irrelevant_attributes,
    "imbalance": imbalance,
    "label_noise": label_noise,
    "variance": variance,
    "discretisation": discretisation,
}

__all__ = [
    "WEAKNESSES",
    "Finding",
    "Regions",
    "decision_regions",
    "diagonal_boundary",
    "diagonal_table",
    "discretisation",
    "greed",
    "imbalance",
    "instability",
    "irrelevant_attributes",
    "label_noise",
    "many_values",
    "overfitting",
    "variance",
]
