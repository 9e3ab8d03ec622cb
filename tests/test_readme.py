"""README.md stays true: its program runs, its numbers and its names are those of the project."""

from __future__ import annotations

import json
import re
from pathlib import Path

import c45
from c45.parameters import ALGORITHMS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def test_its_program_runs(capsys):
    program = re.search(r"```python\n(.*?)```", README, re.DOTALL).group(1)
    exec(compile(program, "README.md", "exec"), {})
    printed = capsys.readouterr().out
    assert printed.startswith("Outlook 0.247 0.156")
    assert "0.94029 − 0.69354 = 0.24675, rounded 0.247 bits" in printed


def test_its_two_commands_make_their_own_environment():
    commands = re.findall(r"^python3 -m venv .*$", README, re.MULTILINE)
    assert len(commands) == 2
    for command in commands:
        for file in re.findall(r"\S+\.txt", command):
            assert (ROOT / file).exists()


def test_the_examples_it_counts():
    examples = [
        json.loads(p.read_text("utf-8")) for p in (ROOT / "tests" / "textbook").glob("*.json")
    ]
    figures = sum(len(e["computed"]) for e in examples)
    assert f"{len(examples)} published examples whose {figures} figures" in README
    assert len(c45.dataset_names()) >= 30


def test_every_preset_and_picture_it_names_exists():
    for name in ALGORITHMS:
        assert f"`{name}`" in README
    for picture in re.findall(r"!\[.*?\]\((.*?)\)", README):
        assert (ROOT / picture).exists()


def test_every_module_has_its_place_in_the_layout():
    plan = re.search(r"```\n(   app\.py.*?)```", README, re.DOTALL).group(1)
    modules = {p.stem for p in (ROOT / "c45").iterdir() if not p.name.startswith("_")}
    assert {m for m in modules if not re.search(rf"\b{m}\b", plan)} == set()


def test_continuous_integration_runs_the_test_command_of_the_readme():
    run = (ROOT / ".ci" / "run").read_text("utf-8")
    assert "test command" in run and "README.md" in run
    after = README.split("<!-- test command -->")[1].splitlines()
    assert after[2].startswith("python3 -m venv .venv") and after[2].endswith("worksteal")
