"""A package adds a format by an entry point: the example of the docs, installed as pip leaves it, and broken packages."""

import re
import sys
from pathlib import Path

import pytest

import kenning
from kenning.errors import InvalidError, UnsupportedError
from kenning.formats import FORMATS, by_name, recognise

PAGE = Path(__file__).parents[2] / "docs" / "formats.md"
FENCE = re.compile(r"^```(python|toml)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BOOKS = "title;author;read on\nWalden;Henry Thoreau;2024-03-02\nEmma;Jane Austen;2024-03-09\n"


def example(sort):
    """The example of the page: the module, or how a package offers it."""
    return next(code for fence, code in FENCE.findall(PAGE.read_text(encoding="utf-8")) if fence == sort)


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Leave a package on the path as pip would: a module, and a dist-info that names its entry points."""
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    modules = set(sys.modules)

    def installed(module, code, points):
        site = tmp_path / "site"
        info = site / f"{module}-1.0.dist-info"
        info.mkdir(parents=True)
        (site / f"{module}.py").write_text(code, encoding="utf-8")
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n", encoding="utf-8")
        (info / "entry_points.txt").write_text(f"[kenning.formats]\n{points}\n", encoding="utf-8")
        return site

    yield installed
    for name in set(sys.modules) - modules:
        if not name.startswith("kenning"):
            del sys.modules[name]


@pytest.fixture
def books(install, tmp_path):
    """The example, installed, and a file of its format."""
    point = re.search(r'^books = "(\w+)"$', example("toml"), re.MULTILINE)
    assert point is not None
    install(point[1], example("python"), f"books = {point[1]}")
    file = tmp_path / "read.txt"
    file.write_text(BOOKS, encoding="utf-8")
    return file


def test_the_example_is_short():
    assert len([line for line in example("python").splitlines() if line.strip()]) <= 32


def test_a_format_that_a_package_adds_is_known_by_its_looks_and_by_its_name(books):
    assert recognise(books).name == "books"
    assert by_name("books").name == "books"
    assert "books" in FORMATS
    assert list(FORMATS)[-1] == "books"


def test_what_it_reads_is_imported_once(books):
    with kenning.open(":memory:") as session:
        assert session.import_file(books).added == 2
        assert session.import_file(books).added == 0
        found = [event for event in session.log() if event.kind == "book.read"]
        assert [event.text for event in found] == ["Walden by Henry Thoreau", "Emma by Jane Austen"]
        assert session.recall("Who wrote Walden?").hits[0].view.text == "Walden by Henry Thoreau"


def test_its_broken_lines_are_told_and_its_file_is_refused_whole(books):
    books.write_text(BOOKS + "no book\n", encoding="utf-8")
    with kenning.open(":memory:") as session:
        with pytest.raises(InvalidError, match="line 4: is no title;author;day"):
            session.import_file(books)
        assert session.head()[0] == 0
        report = session.import_file(books, keep_going=True)
    assert (report.added, [place.where for place in report.skipped]) == (2, ["read.txt: line 4"])


def test_what_claims_a_reserved_kind_is_refused(install, tmp_path):
    install("my_books", example("python").replace('"book.read"', '"trust.raised"'), "books = my_books")
    file = tmp_path / "read.txt"
    file.write_text(BOOKS, encoding="utf-8")
    with kenning.open(":memory:") as session, pytest.raises(InvalidError, match="reserved"):
        session.import_file(file)


@pytest.mark.parametrize(
    ("code", "point", "reason"),
    [
        ("import no_such_module_at_all\n", "odd = odd_books", "cannot be loaded"),
        ("name = 'odd'\n", "odd = odd_books", "has no recognises"),
        ("name = 'even'\nrecognises = read = print\n", "odd = odd_books", 'calls itself "even"'),
        ("", "odd = odd_books:nothing", "cannot be loaded"),
        (
            "name = 'mail'\nrecognises = read = print\n",
            "mail = odd_books",
            "has the name of a format that Kenning ships",
        ),
        (
            "name = 'jsonl'\nrecognises = read = print\n",
            "jsonl = odd_books",
            "has the name of a format that Kenning ships",
        ),
    ],
)
def test_what_is_no_format_is_refused_by_name(install, tmp_path, code, point, reason):
    install("odd_books", code, point)
    file = tmp_path / "strange.bin"
    file.write_bytes(b"\x7fELF")
    with pytest.raises(UnsupportedError, match=reason) as refusal:
        recognise(file)
    assert {"path", "value", "reason"} <= refusal.value.details.keys()


def test_a_broken_package_hinders_no_file_of_a_format_that_is_shipped(install, tmp_path):
    install("odd_books", "import no_such_module_at_all\n", "odd = odd_books")
    file = tmp_path / "a.vcf"
    file.write_text("BEGIN:VCARD\nVERSION:3.0\nFN:Marta\nEND:VCARD\n", encoding="utf-8")
    assert recognise(file).name == "vcard"


def test_two_packages_cannot_share_a_name(install):
    install("one_books", "name = 'books'\nrecognises = read = print\n", "books = one_books")
    install("two_books", "name = 'books'\nrecognises = read = print\n", "books = two_books")
    with pytest.raises(UnsupportedError, match="added twice"):
        list(FORMATS)
