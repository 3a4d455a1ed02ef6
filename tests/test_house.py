"""The house, tested like the code in it: sizes, names, and who may touch what. Ratchet; never loosen."""

import ast
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.need import need

ROOT = Path(__file__).resolve().parents[1]
HOUSE = ROOT / "src" / "kenning"

FILE_LINES_MAX = 500
FUNCTION_LINES_MAX = 60
PARAMETERS_MAX = 6
OPTIONS_MAX = 12  # parameters of a command of the CLI: there each is an option, the user's grammar and not a call
MODULES_MAX = 12
FRONT_DOOR_NAMES_MAX = 20

VAGUE_NAMES = {"utils", "util", "helpers", "helper", "manager", "managers", "data", "info", "common", "misc"}
DRIVERS = re.compile(r"apsw|sqlite|psycopg|postgres|\bpragma\b|\bfts5\b|autoincrement|\browid\b", re.IGNORECASE)
# Each with one letter in brackets, so that this file does not name what it forbids.
MACHINE_PATHS = re.compile(r"(?<![\w.~-])/(?:[w]ork|[r]oot)/")
REGISTRY_HOSTS = re.compile(r"[p]ypi\.org|[p]ythonhosted\.|[n]pmjs\.|[d]eb\.debian\.|[s]ecurity\.debian\.")
UNFINISHED = re.compile(r"\b(?:[T]ODO|[F]IXME|[X]XX)\b")

FILES = sorted(HOUSE.rglob("*.py"))
Function = ast.FunctionDef | ast.AsyncFunctionDef


def where(file: Path, node: ast.AST | None = None) -> str:
    """The place of a breach, as an editor opens it."""
    return f"{file.relative_to(ROOT)}" + (f":{getattr(node, 'lineno', 1)}" if node is not None else "")


def floor(file: Path) -> str:
    """The floor a file of the house stands on: `store`, `faces`, or the module itself (`errors.py`)."""
    return file.relative_to(HOUSE).parts[0]


def walk() -> Iterator[tuple[Path, ast.AST]]:
    """Every node of every file in the house."""
    need("src/kenning", bool(FILES), "nothing to hold to the law yet")
    for file in FILES:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"), str(file))):
            yield file, node


def project_files() -> list[Path]:
    """What git tracks or would; where the project is no checkout, all but hidden folders."""
    listed = shutil.which("git") and subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    if listed and listed.returncode == 0:
        return [path for name in listed.stdout.decode().split("\0") if name and (path := ROOT / name).is_file()]
    kept = (path for path in ROOT.rglob("*") if not any(part.startswith(".") for part in path.relative_to(ROOT).parts))
    return [path for path in kept if path.is_file()]


def is_command(function: Function) -> bool:
    """Whether typer registers it: `@app.command()` or `@app.callback()`."""
    called = (decorator.func for decorator in function.decorator_list if isinstance(decorator, ast.Call))
    return any(isinstance(name, ast.Attribute) and name.attr in {"command", "callback"} for name in called)


def parameters(function: Function) -> int:
    """How many values a caller may give, self and cls not counted."""
    arguments = function.args
    named = [*arguments.posonlyargs, *arguments.args]
    bound = bool(named) and named[0].arg in {"self", "cls"}
    stars = (arguments.vararg is not None) + (arguments.kwarg is not None)
    return len(named) - bound + len(arguments.kwonlyargs) + stars


def test_files_are_short():
    need("src/kenning", bool(FILES))
    lines = {where(file): len(file.read_text(encoding="utf-8").splitlines()) for file in FILES}
    assert {name: count for name, count in lines.items() if count > FILE_LINES_MAX} == {}


def test_functions_are_short():
    long = {
        f"{where(file, node)} {node.name}": length
        for file, node in walk()
        if isinstance(node, Function)
        and (length := (node.end_lineno or node.lineno) - node.lineno + 1) > FUNCTION_LINES_MAX
    }
    assert long == {}


def test_many_options_make_a_noun():
    wide = {
        f"{where(file, node)} {node.name}": count
        for file, node in walk()
        if isinstance(node, Function)
        and (count := parameters(node))
        > (OPTIONS_MAX if floor(file) == "faces" and is_command(node) else PARAMETERS_MAX)
    }
    assert wide == {}


def test_packages_are_small():
    need("src/kenning", bool(FILES))
    packages = {file.parent for file in FILES} - {HOUSE / "formats"}
    sizes = {
        where(package): len(
            [child for child in package.iterdir() if child in FILES or (child / "__init__.py") in FILES]
        )
        - ((package / "__init__.py") in FILES)
        for package in packages
    }
    assert {name: size for name, size in sizes.items() if size > MODULES_MAX} == {}


def test_the_front_door_is_narrow():
    door = HOUSE / "__init__.py"
    need("kenning/__init__.py", door.exists(), "the front door is not built yet")
    exported = [
        ast.literal_eval(node.value)
        for node in ast.parse(door.read_text(encoding="utf-8")).body
        if isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == ["__all__"]
    ]
    assert len(exported) == 1, "the front door declares __all__ once, as a literal"
    assert len(exported[0]) <= FRONT_DOOR_NAMES_MAX
    assert len(set(exported[0])) == len(exported[0])


def test_no_module_has_a_name_that_says_nothing():
    names = {where(path): path.stem for path in HOUSE.rglob("*") if path.is_dir() or path.suffix == ".py"}
    assert {place for place, name in names.items() if name.strip("_") in VAGUE_NAMES} == set()


def test_every_module_says_what_it_is_for():
    need("src/kenning", bool(FILES))
    silent = [where(file) for file in FILES if not ast.get_docstring(ast.parse(file.read_text(encoding="utf-8")))]
    assert silent == []


def test_no_error_is_swallowed_whole():
    """A broad except stands in faces, or ends in a bare `raise` (undo, then let it through)."""

    def is_broad(handler: ast.ExceptHandler) -> bool:
        caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
        return any(
            kind is None or ast.unparse(kind).split(".")[-1] in {"Exception", "BaseException"} for kind in caught
        )

    def lets_through(handler: ast.ExceptHandler) -> bool:
        last = handler.body[-1]
        return isinstance(last, ast.Raise) and last.exc is None

    broad = [
        where(file, node)
        for file, node in walk()
        if isinstance(node, ast.ExceptHandler) and floor(file) != "faces" and is_broad(node) and not lets_through(node)
    ]
    assert broad == []


def test_only_settings_reads_the_environment():
    def reads(node: ast.AST) -> bool:
        if isinstance(node, ast.ImportFrom):
            return node.module == "os" and any(name.name in {"environ", "environb", "getenv"} for name in node.names)
        return isinstance(node, ast.Attribute) and ast.unparse(node) in {"os.environ", "os.environb", "os.getenv"}

    breaches = [where(file, node) for file, node in walk() if reads(node) and file != HOUSE / "faces" / "settings.py"]
    assert breaches == []


def test_only_the_store_names_a_database():
    """Imports, names and strings; prose (comments, docstrings) may say what the file on disk is."""
    nodes = list(walk())
    prose = {
        id(node.body[0].value)
        for _, node in nodes
        if isinstance(node, ast.Module | ast.ClassDef | Function) and ast.get_docstring(node, clean=False) is not None
        if isinstance(node.body[0], ast.Expr)
    }

    def words(node: ast.AST) -> str:
        match node:
            case ast.Constant(value=str(text)):
                return "" if id(node) in prose else text
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name) | ast.arg(arg=name):
                return name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                return name
            case ast.ImportFrom(module=str(name)):
                return name
            case _:
                return ""

    named = [
        f"{where(file, node)} {found[0]}"
        for file, node in nodes
        if floor(file) != "store" and (found := DRIVERS.search(words(node)))
    ]
    assert named == []


def test_nothing_is_left_unfinished():
    need("src/kenning", bool(FILES))
    left = [
        f"{where(file)}:{number}"
        for file in FILES
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if UNFINISHED.search(line)
    ]
    assert left == []


@pytest.mark.parametrize("forbidden", [MACHINE_PATHS, REGISTRY_HOSTS], ids=["path of one machine", "registry host"])
def test_the_project_names_no(forbidden: re.Pattern[str]):
    """It builds anywhere: nothing in it points at the machine or the mirror it was written on."""
    found = [
        f"{where(file)}:{number}"
        for file in project_files()
        if b"\0" not in (content := file.read_bytes())[:8192]
        for number, line in enumerate(content.decode("utf-8", errors="replace").splitlines(), 1)
        if forbidden.search(line)
    ]
    assert found == []


def test_the_lock_pins_by_hash_and_names_no_index():
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    assert "://" not in lock
    assert "index-url" not in lock
    pinned = re.findall(r"^[a-z0-9-]+(?:\[[^]]*\])?(.*)$", lock, re.MULTILINE)
    assert pinned
    assert [pin for pin in pinned if not re.match(r"==\S+ (?:; .*)?\\$", pin)] == []
