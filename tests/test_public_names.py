"""What ``from c45 import ...`` gives is complete, sorted, and described."""

from __future__ import annotations

import inspect
import subprocess
import sys

import c45

#: The names that others build on; more may be added, none renamed.
PROMISED = {
    "ALGORITHMS",
    "Attribute",
    "C45Classifier",
    "C45Error",
    "DataError",
    "Dataset",
    "Node",
    "NodeReport",
    "ParameterError",
    "Parameters",
    "SplitCandidate",
    "Tree",
    "dataset_names",
    "explain",
    "from_json",
    "grow",
    "load_dataset",
    "prune",
    "read_table",
    "to_dot",
    "to_json",
    "to_python",
    "to_rules",
    "to_text",
}


def test_all_is_complete():
    for (
        name
    ) in c45.__all__:  # some are loaded when they are asked for, as the program below asserts
        getattr(c45, name)
    public = {
        name
        for name, value in vars(c45).items()
        if not name.startswith("_") and not inspect.ismodule(value) and name != "TYPE_CHECKING"
    }
    assert public == set(c45.__all__)
    assert len(c45.__all__) == len(set(c45.__all__))
    assert set(c45.__all__) >= PROMISED


def test_every_public_thing_says_what_it_is():
    for name in c45.__all__:
        value = getattr(c45, name)
        if inspect.isclass(value) or inspect.isfunction(value):
            assert inspect.getdoc(value), name


def test_scikit_learn_is_loaded_only_for_the_estimator():
    program = (
        "import c45, sys; print('sklearn' in sys.modules); "
        "c45.C45Classifier; print('sklearn' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["False", "True"]
