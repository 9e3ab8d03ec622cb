"""The fast way to the same tree: exact, in NumPy, held to the plain search by laws."""

from c45.engine.growth import flat_tree
from c45.engine.on_demand import tree_on_demand
from c45.engine.rules import supports

__all__ = ["flat_tree", "supports", "tree_on_demand"]
