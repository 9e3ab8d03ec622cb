"""The panels as HTML: what they say, that what they say adds up, and that no word gets out of its quotes."""

import re
from decimal import Decimal
from html.parser import HTMLParser

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from c45 import ALGORITHMS, Dataset, Parameters, ThresholdSplit, dataset_names, grow, load_dataset
from c45.alternatives import alternatives
from c45.evaluate import evaluate
from c45.export import to_rules
from pages.shared import curve, downloads, gain_table, metrics, show, sums, theme, tree_view, views

ID3 = ALGORITHMS["ID3"]
HOSTILE = "<img src=x onerror=alert(1)>\"'&`$x$ [a](b)"


@pytest.fixture(scope="module")
def play_tennis():
    return grow(load_dataset("playtennis_id3"), ID3)


@pytest.fixture(scope="module")
def hostile():
    """Four rows; every name is markup."""
    frame = pd.DataFrame(
        {
            HOSTILE: ["</td><script>a", "</td><script>a", "</b>", "</b>"],
            "</style><b>n": [1.0, 2.0, 3.0, 4.0],
            "<i>class": ["<u>yes", "<u>yes", "</section>no", "<u>yes"],
        }
    )
    return grow(Dataset.from_frame(frame, target="<i>class"), ID3)


def table(tree, node_id, **options):
    node = tree.nodes[node_id]
    best = node.report.chosen.attribute if node.report.chosen else ""
    return gain_table.gain_table(node.report, tree.parameters, opened=best, **options)


def worked(tree, node_id, candidate):
    working = sums.of_attribute(tree, tree.nodes[node_id], candidate.attribute, tree.parameters)
    return show.worked(tree, candidate, working, sums.steps(working))


def text(html):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html)).strip()


def cells(html):
    """The rows of the first table in a panel, each a list of its cells as text."""
    body = html[html.index("<tbody>") : html.index("</tbody>")]
    return [
        [text(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)]
        for row in re.findall(r"<tr[^>]*>(.*?)</tr>", body)
    ]


class Tags(HTMLParser):
    """Which elements and attributes a piece of HTML has, and whether they are closed in order."""

    def __init__(self):
        super().__init__()
        self.names, self.attributes, self.open, self.said = set(), set(), [], []

    def handle_starttag(self, tag, attrs):
        self.names.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.said.append(data)


def read(html):
    tags = Tags()
    tags.feed(html)
    tags.close()
    assert tags.open == []
    return tags


#: All that the panels are made of.
ELEMENTS = {
    *(
        "section",
        "div",
        "h1",
        "h2",
        "p",
        "b",
        "span",
        "small",
        "i",
        "u",
        "abbr",
        "button",
        "sub",
        "sup",
    ),
    *("details", "summary"),
    *("table", "thead", "tbody", "tr", "th", "td", "ul", "li", "dl", "dt", "dd"),
}
ATTRIBUTES = {
    *("class", "style", "title", "role", "tabindex", "type", "scope", "colspan"),
    *("aria-label", "aria-hidden", "aria-expanded", "data-pick", "data-fold"),
}


def test_the_table_of_attributes_at_the_root_of_play_tennis(play_tennis):
    # Quinlan 1986: gains 0.247, 0.152, 0.048, 0.029
    assert [[row[0].split()[0], *row[1:]] for row in cells(table(play_tennis, 0))] == [
        ["Outlook", "0.694", "0.247", "1.577", "0.156", "0.116", "chosen"],
        ["Humidity", "0.788", "0.152", "1.000", "0.152", "0.092", "lower gain"],
        ["Wind", "0.892", "0.048", "0.985", "0.049", "0.031", "lower gain"],
        ["Temperature", "0.911", "0.029", "1.557", "0.019", "0.019", "lower gain"],
    ]


def test_the_winner_its_lead_and_that_the_criteria_agree_stand_above_the_table(play_tennis):
    said = text(table(play_tennis, 0))
    assert "Outlook wins by 0.095 bits over Humidity." in said
    assert "All three criteria choose this split." in said


def test_an_attribute_that_was_asked_before_is_named_with_the_reason(play_tennis):
    assert "Nothing to ask: Outlook (every row here is Sunny)." in text(table(play_tennis, 1))


def test_only_the_average_gain_rule_says_below_average():
    dataset = load_dataset("playtennis_id3")
    assert "average" not in text(table(grow(dataset, ID3), 0))
    free = grow(dataset, Parameters(criterion="gain_ratio"))
    assert "average" not in text(table(free, 0))
    book = text(table(grow(dataset, ALGORITHMS["C4.5"]), 0))
    assert "Wind <= 0.892" not in book
    assert book.count("below average") == 4  # Wind and Temperature, wide and narrow
    assert "Average gain 0.119 bits." in book  # (0.247 + 0.152 + 0.048 + 0.029) / 4


def test_where_another_criterion_would_choose_differently_there_is_a_mark():
    tree = grow(load_dataset("refund_marital"), ID3)
    report = tree.root.report
    differs = gain_table.other_choices(report, "information_gain")
    html = table(tree, 0)
    assert html.count('class="flag" role="img"') == len(
        {c.attribute for c in differs.values()} & {c.attribute for c in report.candidates}
    )
    for name, candidate in differs.items():
        assert candidate.attribute in gain_table.choices_words(report, "information_gain"), name


def test_a_tie_says_that_the_first_is_kept():
    frame = pd.DataFrame({"a": list("xxyy"), "b": list("xxyy"), "y": list("nnpp")})
    tree = grow(Dataset.from_frame(frame, target="y"), ID3)
    assert [row[-1] for row in cells(table(tree, 0))] == ["chosen", "tie, first kept"]
    assert "a ties with b at 1.000 bits." in text(table(tree, 0))


def test_a_split_that_a_knob_forbids_says_which_rule():
    dataset = load_dataset("playtennis_id3")
    tree = grow(dataset, Parameters(min_samples_leaf=6))
    said = text(table(tree, 0))
    assert "A branch would have fewer than min_samples_leaf = 6 rows" in said
    assert "not allowed" in said


def test_under_gini_the_drop_decides_and_has_the_bar():
    tree = grow(load_dataset("refund_marital"), ALGORITHMS["CART"])
    html = table(tree, 0)
    assert "Which attribute lowers the Gini index most?" in html
    assert re.search(r'<th scope="col" class="gcol">Gini drop</th>', html)


def test_a_split_picked_by_hand_leads_the_table_and_says_so():
    dataset = load_dataset("cats_mlspec")
    tree = grow(dataset, ID3, overrides={0: ThresholdSplit("Weight", 9.0)})
    rows = cells(table(tree, 0))
    assert rows[0][-1] == "picked by hand"
    assert rows[0][0].startswith("Weight")


@pytest.mark.parametrize("name", dataset_names())
def test_the_lead_adds_up_as_shown_in_every_shipped_table(name):
    for preset in ("ID3", "C4.5", "CART"):
        tree = grow(load_dataset(name), ALGORITHMS[preset])
        for node in tree.nodes.values():
            second = node.report.runner_up
            if node.report.chosen is None or second is None:
                continue
            ahead, behind, by = gain_table.margin(node.report.chosen.score, second.score)
            assert len(ahead) <= len("0.123456")
            assert not by or Decimal(ahead) - Decimal(behind) == Decimal(by)


@pytest.mark.parametrize("name", dataset_names())
def test_no_panel_of_any_shipped_table_shows_an_unfit_number(name):
    for preset in ("ID3", "C4.5 Release 8", "CART"):
        tree = grow(load_dataset(name), ALGORITHMS[preset])
        said = []
        for node in tree.nodes.values():
            said.append(table(tree, node.id))
            said.append(show.step_words(tree, node))
            said.append(show.facts(tree, node))
            said.append(show.leaf(tree, node) if node.is_leaf else "")
        words = text(" ".join(said))
        assert not re.search(r"\bnan\b|\binf\b|-0\.0|−0\.0|(?<![\d.])-\d", words.lower())
        assert not re.search(r"\d\.\d{9}", words)


def test_what_a_step_says(play_tennis):
    assert show.path_words(play_tennis, play_tennis.root) == "All rows, before any question"
    assert text(show.step_words(play_tennis, play_tennis.root)) == (
        "Ask Outlook here: it removes 0.247 of 0.940 bits."
    )
    leaf = play_tennis.nodes[2]
    assert show.path_words(play_tennis, leaf) == "Outlook is Sunny, then Humidity is High"
    assert (
        text(show.step_words(play_tennis, leaf)) == "Stop here and answer No : all 3 rows are No."
    )
    assert text(show.leaf(play_tennis, leaf)) == (
        "Nothing left to ask All 3 rows are No. If Outlook is Sunny, and Humidity is High: No "
        "All 3 training rows here agree."
    )


def test_a_mixed_leaf_says_how_sure_it_is():
    tree = grow(load_dataset("playtennis_id3"), Parameters(max_depth=0))
    assert show.sureness(tree, tree.root) == "9 of 14 training rows here agree (64%), 5 do not."


def test_a_leaf_without_rows_says_so():
    tree = grow(load_dataset("aima_restaurant"), ID3)
    empty = next(n for n in tree.leaves if not n.n)
    assert (
        show.sureness(tree, empty)
        == "No training row came here, so there is nothing to be sure by."
    )
    assert "0 of 12 rows reach this node" in show.rows_here(tree, empty, "")


def test_the_answers_so_far_grow_with_the_steps(play_tennis):
    assert text(show.answers(play_tennis, 1)) == (
        "Answers so far 0 of 5 None yet. An answer appears when a node becomes a leaf."
    )
    assert text(show.answers(play_tennis, 2)) == (
        "Answers so far 1 of 5 Outlook is Sunny and Humidity is High No 3 rows"
    )


def test_an_opened_attribute_shows_its_contingency_table(play_tennis):
    html = worked(play_tennis, 0, play_tennis.root.report.chosen)
    assert [[row[0], *row[2:]] for row in cells(html)] == [
        ["Sunny", "2", "3", "5", "0.971"],
        ["Overcast", "4", "0", "4", "0.000"],
        ["Rain", "3", "2", "5", "0.971"],
    ]


def test_a_bar_holds_what_fits():
    classes = ["Yes", "No", "Perhaps"]
    assert text(theme.class_bar([9, 5, 0], classes)) == "9 Yes 5 No"
    assert text(theme.class_bar([97, 2, 1], classes)) == "97 Yes"
    assert text(theme.class_bar([9, 5, 0], classes, small=True)) == "9 5"
    assert 'aria-label="97 Yes, 2 No and 1 Perhaps"' in theme.class_bar([97, 2, 1], classes)


def test_above_ten_classes_the_tenth_and_later_are_grey():
    twelve = [f"k{i}" for i in range(12)]
    bar = theme.class_bar([1] * 12, twelve)
    assert bar.count("<span") == 10
    assert '<span style="flex:3;background:var(--dt-other)' in bar
    assert "1 k8 and 3 in 3 other classes" in bar
    assert theme.class_bar([1] * 10, twelve[:10]).count("var(--dt-other)") == 0


def test_hostile_names_stay_text(hostile):
    everything = []
    for node in hostile.nodes.values():
        everything += [
            show.header(HOSTILE, show.path_words(hostile, node), show.step_words(hostile, node)),
            show.rows_here(hostile, node, ""),
            show.facts(hostile, node),
            show.answers(hostile, node.id),
            table(hostile, node.id),
        ]
        everything += [worked(hostile, node.id, c) for c in node.report.candidates]
        if node.is_leaf:
            everything.append(show.leaf(hostile, node))
    everything.append(metrics.class_table(evaluate(hostile, hostile.dataset), "training rows"))
    everything.append(metrics.rules(to_rules(hostile), hostile.classes))
    everything.append(show.heading(HOSTILE, HOSTILE))
    for html in everything:
        tags = read(html)
        assert tags.names <= ELEMENTS
        assert tags.attributes <= ATTRIBUTES
    assert HOSTILE in " ".join(read(table(hostile, 0)).said)


@settings(max_examples=60, deadline=None)
@given(name=st.text(min_size=1, max_size=12), word=st.text(min_size=1, max_size=12))
def test_any_name_stays_text(name, word):
    frame = pd.DataFrame({name: ["a", "a", word + "b"], name + "!": [word, "k", "k"]})
    tree = grow(Dataset.from_frame(frame, target=name + "!"), ID3)
    for html in (
        table(tree, 0),
        show.header(name, show.path_words(tree, tree.root), show.step_words(tree, tree.root)),
        show.answers(tree, 9),
        *(worked(tree, 0, c) for c in tree.root.report.candidates),
    ):
        tags = read(html)
        assert tags.names <= ELEMENTS
        assert tags.attributes <= ATTRIBUTES


def test_a_plot_takes_no_markup_from_a_name():
    assert curve.in_plot("<b>$x$</b>") == "&lt;b&gt;&#36;x&#36;&lt;/b&gt;"
    assert curve.in_plot("a" * 40) == "a" * 23 + "…"


def test_the_curve_marks_the_chosen_cut_and_has_a_lane_a_class():
    # Fisher's iris: petal length <= 2.45 parts setosa from the others, gain 0.918 bits
    tree = grow(load_dataset("iris"), ID3)
    chosen = tree.root.report.chosen
    portion = tree.portion_of(0)
    found = alternatives(tree.dataset, portion, chosen.attribute, ID3)
    ink = curve.Ink("#000", "#333", "#ccc", "#fff", "#50a", "#888", ("#111", "#222", "#333"))
    figure = curve.curve(
        found, tree.dataset, portion=portion, best=chosen, criterion=ID3.criterion, ink=ink
    )
    line, mark, *lanes = figure.data
    assert len(line.x) == len(found) == found.n_tried
    assert list(mark.x) == [2.45]
    assert mark.y[0] == max(line.y)
    assert mark.customdata[0] == "2.45: 0.918 bits"
    assert [len(lane.x) for lane in lanes] == [50, 50, 50]
    assert curve.curve_words(found, chosen, "information_gain", 1, "bits") == (
        f"Information gain of 42 cuts of {chosen.attribute}. The best is at 2.45 with 0.918 bits."
    )


def test_the_table_of_cuts_lists_each_and_marks_the_best():
    tree = grow(load_dataset("cats_mlspec"), Parameters())
    best = tree.root.report.candidate("Weight")
    found = alternatives(tree.dataset, tree.portion_of(0), "Weight", tree.parameters)
    frame = curve.tried_table(found, classes=tree.classes, criterion="information_gain", best=best)
    assert len(frame) == len(found)
    marked = frame[frame[""] == "best"]
    assert marked["Split"].tolist() == [best.split.condition(0)]
    assert marked["Gain"].tolist() == [gain_table.shown(best.information_gain)]


def test_the_table_of_groups_lists_every_way_to_part_three_categories():
    tree = grow(load_dataset("refund_marital"), ALGORITHMS["CART"])
    best = tree.root.report.candidate("Marital")
    found = alternatives(tree.dataset, tree.portion_of(0), "Marital", tree.parameters)
    frame = curve.tried_table(found, classes=tree.classes, criterion="gini", best=best)
    assert len(frame) == 3
    assert frame[""].tolist()[0] == "best"
    drops = frame["Gini drop"].astype(float).tolist()
    assert drops == sorted(drops, reverse=True)


def test_a_long_curve_is_thinned_but_keeps_its_best_cut():
    n = 5_000
    values = np.arange(n, dtype=float)
    frame = pd.DataFrame({"x": values, "y": np.where(values < 3_217, "a", "b")})
    dataset = Dataset.from_frame(frame, target="y")
    tree = grow(dataset, ID3)
    found = alternatives(dataset, tree.portion_of(0), "x", ID3)
    best = curve.position_of(found, tree.root.report.chosen)
    at = curve.drawn(found, best)
    assert len(at) <= curve.MOST_CUTS_DRAWN + 1
    assert best in at


def test_the_rows_of_a_node_carry_their_numbers_in_the_whole_table(play_tennis):
    frame = views.rows_table(play_tennis.dataset, play_tennis.portion_of(2), np.arange(14) + 1)
    assert frame["row"].tolist() == [1, 2, 8]  # the three sunny, humid days
    assert frame["Humidity"].tolist() == ["High"] * 3
    assert frame["PlayTennis"].tolist() == ["No"] * 3


def test_a_column_called_row_does_not_take_the_place_of_the_numbers():
    frame = pd.DataFrame({"row": ["a", "b"], "y": ["n", "p"]})
    dataset = Dataset.from_frame(frame, target="y")
    tree = grow(dataset, ID3)
    assert views.rows_table(dataset, tree.portion_of(0), np.array([7, 9])).columns.tolist() == [
        "row",
        "row ",
        "y",
    ]


def test_the_tiles_and_the_sentence_of_a_tree_with_test_rows():
    dataset = load_dataset("playtennis_id3")
    train, test = dataset.take(range(10)), dataset.take(range(10, 14))
    tree = grow(train, ID3)
    on_train, on_test = evaluate(tree, train), evaluate(tree, test)
    tiles = metrics.tree_tiles(tree, on_train, on_test)
    assert tiles[0] == ("Training accuracy", "100%", "10 of 10 right")
    assert tiles[1][2] == f"{on_test.n_right} of 4 right"
    assert metrics.lead(on_train, None) == (
        "It fits all 10 training rows; no rows are held back to test it."
    )


def test_a_cell_of_the_confusion_matrix_says_right_or_wrong(play_tennis):
    judged = evaluate(play_tennis, play_tennis.dataset)
    ink = curve.Ink("#1A2330", "#333", "#ccc", "#FFFFFF", "#50a", "#888", ("#111",))
    figure = metrics.confusion(
        judged.confusion, judged.classes, ink=ink, ramp=("#F1EEF8", "#B2A3D8", "#5B3FA8")
    )
    assert [a.text for a in figure.layout.annotations] == [
        "<b>9</b> right",
        "<b>0</b> wrong",
        "<b>0</b> wrong",
        "<b>5</b> right",
    ]
    assert (figure.layout.xaxis.title.text, figure.layout.yaxis.title.text) == ("predicted", "true")
    assert metrics.confusion_words(judged, "training rows") == (
        "Confusion matrix on 14 training rows. True Yes: 9 predicted Yes. True No: 5 predicted No."
    )


def test_classes_that_look_alike_when_shortened_stay_apart():
    names = ["a" * 30 + "1", "a" * 30 + "2"]
    assert len(set(metrics._lanes(names))) == 2


def test_the_tree_is_read_aloud_node_by_node(play_tennis):
    said = tree_view.described(play_tennis)
    assert said[0] == ["node-0", None, 1, 1, 1, "All rows: 14 rows, asks Outlook"]
    assert said[2] == ["node-2", "node-1", 3, 1, 2, "Humidity is High: 3 rows, answers No"]
    assert len(tree_view.described(play_tennis, {0, 1})) == 2


def test_each_colour_of_a_picture_is_swapped_for_a_token_of_the_page():
    css = tree_view.swap_css()
    assert '[fill="#1b62ac" i]{fill:var(--dt-c0)}' in css
    assert '[stroke="#7e8894" i]{stroke:var(--dt-line2)}' in css


def test_c45s_own_rules_stand_in_the_table_of_attributes():
    """Golf with one outlook unknown, Release 8: average gain 0.124, penalties 0.226 and 0.185."""
    tree = grow(load_dataset("golf_c45_missing"), ALGORITHMS["C4.5 Release 8"])
    table = gain_table.gain_table(tree.root.report, tree.parameters, opened="outlook")
    shown = text(table)
    assert "13 of 14 rows known" in shown
    assert "Average gain 0.124 bits. Below it: not considered." in shown
    assert "penalty 0.226 bits off" in shown
    assert "No cut gains more than the penalty log2(6) / 14 = 0.185." in shown
    assert shown.index("outlook") < shown.index("Average gain") < shown.index("windy")


def test_rows_that_come_in_part_are_told_for_a_beginner():
    tree = grow(load_dataset("golf_c45_missing"), ALGORITHMS["C4.5 Release 8"])
    sunny = tree.root.children[0]
    assert show.in_part(tree, sunny) == (
        "5 rows come here whole. 1 row comes in part, together 0.38 of a row: "
        "it has no value for something asked on the way."
    )
    assert show.in_part(tree, tree.root) == ""


def test_a_leaf_that_a_limit_made_does_not_say_that_nothing_is_left_to_ask():
    tree = grow(load_dataset("playtennis_id3"), Parameters(max_depth=1))
    assert "Stopped by a limit The depth limit is reached" in text(show.leaf(tree, tree.leaves[0]))
    assert "Nothing left to ask" in text(show.leaf(tree, tree.leaves[1]))  # Overcast is pure


def test_the_headline_counts_on_the_known_rows_where_values_are_missing():
    tree = grow(load_dataset("golf_c45_missing"), ID3)
    assert text(show.step_words(tree, tree.root)) == (
        "Ask outlook here: it removes 0.199 bits, counted on the 13 of 14 rows whose value is known."
    )


def test_pictures_are_taken_away_with_the_detail_that_is_shown():
    tree = grow(load_dataset("playtennis_id3"), ID3)
    svg = next(make for label, _, _, make in downloads.FILES if label == "Picture, SVG")
    assert "entropy 0.940" in svg(tree, "full")
    assert "entropy" not in svg(tree, "counts")
