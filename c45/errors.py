"""What can go wrong, in words a person can act on."""


class C45Error(Exception):
    """Base of every error this library raises on purpose. Its text is one or two plain sentences."""


class DataError(C45Error, ValueError):
    """The table cannot be used as it is: says where, what was found and what to do."""


class ParameterError(C45Error, ValueError):
    """A knob has a value it cannot take: names the knob, the value and the rule."""
