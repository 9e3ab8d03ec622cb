"""The sums of pruning: whole text of a published example, and digits that add up everywhere."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal

import pytest

from c45 import ALGORITHMS, Dataset, Parameters, dataset_names, grow, load_dataset, prune
from c45.explain.pruning import (
    explain_pruning,
    other_formulas,
    pruning_latex,
    pruning_markdown,
    pruning_text,
    why_decided,
)
from c45.pruning import Estimate, PruningStep

BOOK = replace(ALGORITHMS["C4.5"], min_branch_rows=1)


def test_the_votes_of_quinlan_worked_out():
    """Quinlan 1993, chapter 4: the subtree on education spending becomes a leaf."""
    pruning = prune(grow(load_dataset("vote_pessimistic_pruning"), BOOK))
    assert pruning_text(explain_pruning(pruning.steps[0], BOOK)) == (
        "education\n"
        "\n"
        "As a leaf\n"
        "  Errors counted: 1 of 16 rows = 1\n"
        "  Upper limit of the error rate p, with q = z² and f = e + 1/2: "
        "(1.50000 + 0.47956/2 + √(0.47956 × (1.50000 × (1 − 1.50000/16) + 0.47956/4)))"
        " / (16 + 0.47956) = 0.15668\n"
        "  Added errors, n p − e: 16 × 0.15668 − 1 = 1.507\n"
        "  Errors to expect: 1 + 1.507 = 2.507\n"
        "As it stands\n"
        "  Branch 1 (0 of 6 wrong): added errors, none being wrong: 6 × (1 − 0.250^(1/6)) = 1.238\n"
        "  Branch 2 (0 of 9 wrong): added errors, none being wrong: 9 × (1 − 0.250^(1/9)) = 1.285\n"
        "  Branch 3 (0 of 1 wrong): added errors, none being wrong: 1 × (1 − 0.250^(1/1)) = 0.750\n"
        "  Errors to expect, branch by branch: 1.238 + 1.285 + 0.750 = 3.273\n"
        "Replaced by its largest branch\n"
        "  Errors to expect: 1 + 1.507 = 2.507\n"
        "\n"
        "It becomes a leaf that answers democrat: expected errors are 2.51 as a leaf, "
        "3.27 as a subtree, 2.51 as its largest branch.\n"
    )


def test_all_formulas_beside_one_another():
    """16 rows, 1 wrong, CF 25 %: program 2.507, exact limit 2.554 (0.1596 of 16)."""
    by_name = other_formulas(Estimate(16, 1), 0.25)
    assert {k: round(1 + v, 3) for k, v in by_name.items()} == {
        "release_8": 2.507,
        "j48": 2.476,
        "binomial": 2.554,
        "normal": 1.866,
    }
    assert other_formulas(Estimate(16, 1), 0.6)["j48"] is None


def step(leaf: float, subtree: float, raised: float, decision: str) -> PruningStep:
    """A pessimistic step over 10 rows, by the errors expected of each choice."""
    wrong = [Estimate(10, 0, e) for e in (leaf, subtree, raised)]
    return PruningStep(
        0, "pessimistic", "x", "yes", wrong[0], wrong[1], (wrong[1],), decision, "", raised=wrong[2]
    )


@pytest.mark.parametrize(
    ("decided", "rule"),
    [
        (step(2.0, 2.0, 3.0, "leaf"), "no more errors than otherwise"),
        (step(2.1, 2.0, 3.0, "leaf"), "up to 0.1 errors more than the others"),
        (step(4.0, 3.0, 2.5, "raise"), "no more errors than the subtree"),
        (step(4.0, 3.0, 3.05, "raise"), "up to 0.1 errors more than the subtree"),
        (step(4.0, 3.0, 3.2, "keep"), "over 0.1 errors more"),
    ],
)
def test_the_rule_of_a_decision_in_words(decided, rule):
    """C4.5 Release 8, prune.c: a leaf within 0.1 errors of both, else the branch within 0.1."""
    assert rule in why_decided(decided)


@pytest.mark.parametrize("name", ["golf_c45_missing", "wine", "iris"])
def test_branches_worked_out_add_up_to_the_subtree(name):
    """Each branch's own last result is a term of the sum, to the digits that both show."""
    for parameters in (BOOK, ALGORITHMS["C4.5 Release 8"], ALGORITHMS["J48"]):
        for one in prune(grow(load_dataset(name), parameters)).steps:
            stands = dict(explain_pruning(one, parameters).parts)["As it stands"]
            terms = [float(t) for t in stands[-1].text.split(" + ")]
            filled = [k for k, b in enumerate(one.branches) if b.n > 0]
            assert len(terms) == len(one.branches)
            for k in filled:
                mine = [x for x in stands if x.label.startswith(f"Branch {k + 1} (")]
                assert float(mine[-1].result) == pytest.approx(terms[k], abs=1e-3)


def value(expression: str) -> float:
    """An expression of the text worked out from its digits, by a grammar of five signs."""
    tokens = re.findall(r"\d+(?:\.\d+)?|[+−×/^()√]", expression)
    assert "".join(tokens) == expression.replace(" ", "")
    at = 0

    def peek():
        return tokens[at] if at < len(tokens) else ""

    def take():
        nonlocal at
        at += 1
        return tokens[at - 1]

    def total():
        out = product()
        while peek() in ("+", "−"):
            out = out + product() if take() == "+" else out - product()
        return out

    def product():
        out = power()
        while peek() in ("×", "/"):
            out = out * power() if take() == "×" else out / power()
        return out

    def power():
        out = atom()
        if peek() == "^":
            take()
            out **= atom()
        return out

    def atom():
        token = take()
        if token == "√":
            return atom() ** 0.5
        if token == "(":
            out = total()
            assert take() == ")"
            return out
        return float(token)

    out = total()
    assert at == len(tokens)
    return out


def shown_to_add_up(line) -> bool:
    places = Decimal(1).scaleb(-len(line.result.partition(".")[2]))
    worth = Decimal(repr(round(value(line.text), 13))).quantize(places, ROUND_HALF_UP)
    return abs(worth - Decimal(line.result)) < Decimal("1e-12")


SETTINGS = {
    "book": ALGORITHMS["C4.5"],
    "Release 8": ALGORITHMS["C4.5 Release 8"],
    "J48": ALGORITHMS["J48"],
    "cost-complexity": Parameters(criterion="gini", pruning="cost_complexity", ccp_alpha=1.0),
    "by error": Parameters(pruning="cost_complexity", ccp_alpha=1.0, ccp_cost="error"),
}


@pytest.mark.parametrize("name", dataset_names())
def test_the_digits_shown_add_up_on_every_table(name):
    for parameters in SETTINGS.values():
        tree = grow(load_dataset(name), parameters)
        for step in prune(tree).steps:
            working = explain_pruning(step, parameters)
            assert any(True for _ in working)
            for line in working:
                assert not line.about
                if "of" not in line.text:
                    assert shown_to_add_up(line), line
            assert pruning_latex(working).count("{") == pruning_latex(working).count("}")


def test_names_from_the_table_are_quoted():
    frame = load_dataset("iris").to_frame().rename(columns={"petal length": "a_b & <b>*{x}*</b>"})
    dataset = Dataset.from_frame(frame, target="species")
    parameters = replace(ALGORITHMS["C4.5 Release 8"], confidence=0.01)
    steps = prune(grow(dataset, parameters)).steps
    texts = [explain_pruning(s, parameters) for s in steps]
    assert any("a_b & <b>" in pruning_text(w) for w in texts)
    for working in texts:
        assert "<b>" not in pruning_markdown(working)
        assert r"a\_b \& " in pruning_latex(working) or "a_b" not in pruning_latex(working)
