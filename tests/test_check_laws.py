"""What holds for the check of every table: right sheets are right, and each slip put in is found."""

from __future__ import annotations

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from c45 import Parameters, grow
from c45.check import FOLLOWS, RIGHT, WRONG, mark, read_typed, sheet
from c45.check.judge import MOST_DIAGNOSES
from c45.notation import rounded
from tests.tables import datasets

CRITERIA = st.sampled_from(["information_gain", "gain_ratio", "gini"])
law = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.filter_too_much,
    ],
)


def filled(made, places, comma=False):
    """A right sheet: whole counts as they are, all else rounded to so many places."""
    answers = {}
    for cell in made.cells:
        if cell.key == "choice":
            answers[cell.key] = cell.accepted[0] if cell.accepted else ""
        elif cell.value is not None and cell.quantity != "threshold":
            whole = cell.place is None and cell.value == int(cell.value)
            text = f"{int(cell.value)}" if whole else f"{rounded(cell.value, places):f}"
            answers[cell.key] = text.replace(".", ",") if comma else text
        elif cell.value is not None:
            answers[cell.key] = repr(cell.value)
    return answers


@law
@given(datasets(), CRITERIA, st.integers(1, 10), st.booleans(), st.data())
def test_a_right_sheet_at_any_rounding_is_right(dataset, criterion, places, comma, data):
    tree = grow(dataset, Parameters(criterion=criterion, max_depth=2))
    nodes = [n.id for n in tree.walk() if n.n_rows]
    made = sheet(tree, data.draw(st.sampled_from(nodes)))
    marking = mark(made, filled(made, places, comma))
    assert {m.word for m in marking.marks if m.typed} <= {RIGHT}, [
        (m.cell.key, m.cell.value, m.typed, m.sentence) for m in marking.marks if m.word != RIGHT
    ]


@law
@given(datasets(), CRITERIA, st.data())
def test_after_one_wrong_cell_what_is_made_from_it_follows(dataset, criterion, data):
    """A wrong value, and every later sum made from it with all digits: no later cell is wrong."""
    made = sheet(dataset, criterion=criterion)
    steps = [c for c in made.cells if c.place and c.place.step in ("before", "branch", "after")]
    assume(steps)
    wrong = data.draw(st.sampled_from(steps))
    offset = data.draw(st.floats(0.05, 0.4))
    answers = filled(made, 9)
    own = {c.key: c.value for c in made.cells if c.value is not None}
    own[wrong.key] += offset
    for cell in made.cells:
        place = cell.place
        if place is None or cell.key == wrong.key or wrong.key == cell.key:
            continue
        start = cell.key.partition(":")[0]
        given_ = place.given
        if place.step == "after":
            total = sum(given_.sizes)
            own[cell.key] = sum(
                s / total * own.get(f"{start}:b{b}:branch", 0) for b, s in enumerate(given_.sizes)
            )
        elif place.step == "gain":
            own[cell.key] = given_.known * (own[cell.inputs[0]] - own[f"{start}:after"])
        elif place.step == "gain_ratio" and cell.value is not None:
            own[cell.key] = own[f"{start}:gain"] / own[f"{start}:split_info"]
        if cell.key in own and cell.key != wrong.key:
            answers[cell.key] = f"{own[cell.key]:.9f}"
    answers[wrong.key] = f"{own[wrong.key]:.9f}"
    answers.pop("choice")
    marking = mark(made, answers)
    assert marking[wrong.key].word != RIGHT
    later = [m for m in marking.marks if m.typed and m.cell.key != wrong.key]
    assert {m.word for m in later} <= {RIGHT, FOLLOWS}, [
        (m.cell.key, m.typed.text, m.sentence) for m in later if m.word == WRONG
    ]


def weights_left_out(g):
    filled = [v for v, s in zip(g.branches, g.sizes) if s]
    return sum(filled) / len(filled)


#: By step and kind: what the slip makes of the inputs.
SLIPS = {
    ("after", 4): weights_left_out,
    ("after", 5): lambda g: sum(v for v, s in zip(g.branches, g.sizes) if s),
    ("after", 7): lambda g: g.before - g.after,
    ("gain", 4): lambda g: g.before - weights_left_out(g),
    ("gain", 5): lambda g: g.before - sum(s * v for s, v in zip(g.sizes, g.branches)),
    ("gain", 7): lambda g: g.after,
    ("gain_ratio", 21): lambda g: g.gain / sum(s > 0 for s in g.sizes),
    ("gain_ratio", 22): lambda g: g.gain,
}


@law
@given(datasets(gaps=False), st.sampled_from(sorted(SLIPS)), st.data())
def test_a_slip_put_in_is_found(dataset, slip, data):
    """Six places tell it apart: it is named, unless the value is right by a convention or rounding."""
    step, kind = slip
    made = sheet(dataset, criterion="gain_ratio")
    cells = [c for c in made.cells if c.place and c.place.step == step and c.value is not None]
    assume(cells)
    cell = data.draw(st.sampled_from(cells))
    value = SLIPS[slip](cell.place.given)
    assume(abs(value - cell.value) > 0.02)
    found = mark(made, {cell.key: f"{value:.6f}"})[cell.key]
    assert found.word != RIGHT
    crowded = len(found.verdict.diagnoses) == MOST_DIAGNOSES
    assert kind in found.kinds or crowded or found.word != WRONG, found.sentence


@law
@given(datasets(), CRITERIA, st.text(max_size=40), st.data())
def test_any_text_in_any_cell_is_marked(dataset, criterion, text, data):
    made = sheet(dataset, criterion=criterion)
    cell = data.draw(st.sampled_from(made.cells))
    found = mark(made, {cell.key: text})[cell.key]
    assert found.word and "nan" not in found.sentence.lower().split()


@law
@given(datasets(), CRITERIA, st.floats(-3, 3), st.integers(2, 6), st.data())
def test_a_figure_that_agrees_is_never_named(dataset, criterion, value, places, data):
    """Whatever is typed: it is right exactly where it is the value to the digits typed."""
    made = sheet(dataset, criterion=criterion)
    cells = [c for c in made.cells if c.place and c.value is not None]
    cell = data.draw(st.sampled_from(cells))
    text = f"{value:.{places}f}"
    found = mark(made, {cell.key: text})[cell.key]
    assert (found.word == RIGHT) == read_typed(text).agrees(cell.value)
    if found.word == RIGHT:
        assert found.kinds == ()
