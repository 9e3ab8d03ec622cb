"""The fast way to the same tree: exact, in NumPy, held to the plain search by laws."""

from c45.engine.descent import Descent, descent_of
from c45.engine.growth import flat_tree
from c45.engine.on_demand import TreeOnDemand, tree_on_demand
from c45.engine.rules import supports

__all__ = ["Descent", "TreeOnDemand", "descent_of", "flat_tree", "supports", "tree_on_demand"]
