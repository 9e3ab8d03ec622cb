"""Four published documents, live: their figures beside ours, and what is wrong in them and why."""

from c45.reports.broken_search import (
    PRINTED,
    BrokenPick,
    SearchLesson,
    broken_search,
    picks_in_words,
    search_lesson,
)
from c45.reports.learners import (
    SeedRun,
    SeedRuns,
    simplified_report,
    sklearn_seeds,
    tutorial_report,
)
from c45.reports.record import Figure, Part, Report
from c45.reports.worked_examples import classifier_slides, id3_article

#: Every document by its key, as a function that computes it.
REPORTS = {
    "simplified_report": simplified_report,
    "tutorial_report": tutorial_report,
    "id3_article": id3_article,
    "classifier_slides": classifier_slides,
}

__all__ = [
    "PRINTED",
    "REPORTS",
    "BrokenPick",
    "Figure",
    "Part",
    "Report",
    "SearchLesson",
    "SeedRun",
    "SeedRuns",
    "broken_search",
    "classifier_slides",
    "id3_article",
    "picks_in_words",
    "search_lesson",
    "simplified_report",
    "sklearn_seeds",
    "tutorial_report",
]
