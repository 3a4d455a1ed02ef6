"""The frame of the benches: one JSON object, honest exit codes, nothing left behind."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bench import __main__ as command
from bench import frame
from bench.frame import Bar, Options, Result

ROOT = Path(__file__).resolve().parents[2]

NOISY = '''"""Prints where only figures belong."""
import subprocess
from bench.frame import Bar, Result
def run(options):
    print("noise")
    subprocess.run(["echo", "noise of a child"], check=True)
    with options.workspace() as folder:
        (folder / "left").write_text("behind")
    return Result({"rate_per_s": 12.5}, {"rate": Bar.at_least(20, 12.5)})
'''


def bench_in(folder: Path, source: str, *flags: str) -> subprocess.CompletedProcess[str]:
    """Run `python -m bench noisy` in a copy of the frame that holds this one bench."""
    package = folder / "bench"
    package.mkdir()
    for name in ("__init__.py", "__main__.py", "frame.py"):
        (package / name).write_text((ROOT / "bench" / name).read_text())
    (package / "noisy.py").write_text(source)
    line = [sys.executable, "-m", "bench", "noisy", *flags]
    return subprocess.run(line, cwd=folder, capture_output=True, text=True, check=False)


def test_json_is_alone_on_stdout_and_nothing_stays(tmp_path):
    done = bench_in(tmp_path, NOISY, "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["figures"] == {"rate_per_s": 12.5}
    assert found["bars"] == {"rate": {"bar": 20, "figure": 12.5, "met": False}}
    assert found["environment"]["fsync_per_s"] > 0
    assert "noise of a child" in done.stderr
    assert list(tmp_path.glob(".bench-*")) == []


def test_strict_fails_on_a_missed_bar(tmp_path):
    assert bench_in(tmp_path, NOISY, "--strict").returncode == 1


def test_a_crash_fails_and_shows_where(tmp_path):
    done = bench_in(tmp_path, 'def run(options):\n    raise OSError("no disk")\n')
    assert done.returncode == 1
    assert "no disk" in done.stderr


@pytest.mark.parametrize(
    ("bar", "met"), [(Bar.at_least(2, 2), True), (Bar.at_least(2, 1), False), (Bar.at_most(2, 3), False)]
)
def test_a_bar_knows_its_direction(bar, met):
    assert bar.met is met


def test_a_figure_that_is_no_number_is_refused():
    with pytest.raises(ValueError, match="rate_per_s"):
        Result({"rate_per_s": float("nan")})


def test_every_bench_says_what_it_measures():
    assert {name: frame.about(name) for name in frame.names() if not frame.about(name)} == {}


def test_keys_are_led_by_the_bench_where_there_are_several():
    found = {"one": Result({"a": 1.0}), "two": Result({"a": 2.0}), "three": None}
    assert command.flat(found)["figures"] == {"one.a": 1.0, "two.a": 2.0}


def test_a_quick_run_is_small_but_never_empty():
    quick = Options(dir=ROOT, quick=True)
    assert [quick.scale(count) for count in (1_000_000, 50)] == [10_000, 1]
