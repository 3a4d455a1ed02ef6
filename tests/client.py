"""The client in TypeScript, for tests that run programs written with it: built once, whoever comes first."""

import fcntl
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from tests.need import need

CLIENT = Path(__file__).resolve().parents[1] / "clients" / "typescript"
SECONDS_MAX = 300
CHECKED = {
    "strict": True,
    "noUncheckedIndexedAccess": True,
    "exactOptionalPropertyTypes": True,
    "skipLibCheck": True,
    "target": "ES2022",
    "module": "NodeNext",
    "types": ["node"],
}


def printed(folder: Path, name: str, program: str, setting: dict[str, str]) -> str:
    """What a program says that is written in a project of its own, which has the client installed: checked, then run."""
    _built()
    modules = folder / "node_modules"
    (modules / "@kenning").mkdir(parents=True)
    (modules / "@kenning" / "client").symlink_to(CLIENT)
    (modules / "@types").symlink_to(CLIENT / "node_modules" / "@types")
    (modules / "undici-types").symlink_to(CLIENT / "node_modules" / "undici-types")
    (folder / "package.json").write_text(json.dumps({"type": "module"}), encoding="utf-8")
    (folder / "tsconfig.json").write_text(json.dumps({"compilerOptions": CHECKED, "files": [name]}), encoding="utf-8")
    (folder / name).write_text(program, encoding="utf-8")
    _run(["node", str(CLIENT / "node_modules" / "typescript" / "bin" / "tsc"), "--project", str(folder)], folder, {})
    return _run(["node", str((folder / name).with_suffix(".js"))], folder, setting)


def _built() -> None:
    """Build the client where it is not, one process at a time. Skips where there is no Node, and fails in CI."""
    there = all(shutil.which(name) for name in ("node", "npm", "make"))
    need("node, npm or make", there, "the client in TypeScript is built and run by them")
    path = Path(tempfile.gettempdir(), f"kenning-client-{os.getuid()}.lock")
    with path.open("w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        _run(["make", "--silent", "clients/typescript/dist/.ready"], CLIENT.parents[1], {})


def _run(command: list[str], folder: Path, setting: dict[str, str]) -> str:
    outer = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    done = subprocess.run(
        command, cwd=folder, env=outer | setting, capture_output=True, text=True, timeout=SECONDS_MAX, check=False
    )
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}{done.stderr}"
    return done.stdout
