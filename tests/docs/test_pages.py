"""The pages point at what is there: links, anchors, and the files of the project they name."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
NAMED = re.compile(r"`((?:errors|faces|engine|rules|store|formats|model|tests)(?:/[\w.]+)*(?:/|\.py|\.sql))[:`]")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)

pytestmark = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


def anchors(page: Path) -> set[str]:
    """The headings of a page as links name them."""
    titles = HEADING.findall(page.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def test_every_link_leads_somewhere(page):
    lost = []
    for link in LINK.findall(page.read_text(encoding="utf-8")):
        if "://" in link:
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path) if path else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            lost.append(link)
    assert lost == []


def test_every_file_named_is_there(page):
    named = {name for name in NAMED.findall(page.read_text(encoding="utf-8")) if page.name != "style.md"}
    places = {name: ROOT / name if name.startswith("tests/") else ROOT / "src" / "kenning" / name for name in named}
    assert {name for name, place in places.items() if not place.exists()} == set()
