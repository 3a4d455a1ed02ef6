"""The page on agents, the plugin and the example: what they tell programs to start starts, and what they name is there."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from kenning.faces.mcp import resources
from kenning.faces.mcp.tools import TOOLS
from kenning.model.access.internal import POLICIES
from tests.need import need

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "mcp.md").read_text(encoding="utf-8")
PLUGIN = ROOT / "examples" / "plugin"
KEBAB = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
SECONDS_MAX = 120
FRAMES = [
    {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
    },
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
    {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "who_is", "arguments": {}}},
]


def fences(kind: str) -> list[str]:
    """The fenced texts of the page of one kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def servers(told: dict[str, Any]) -> list[dict[str, Any]]:
    """The servers a configuration names."""
    return [one for part in ("mcpServers", "servers", "mcp_servers") for one in told.get(part, {}).values()]


def configured() -> list[dict[str, Any]]:
    """Every server of the snippets and of the plugin."""
    plain = [json.loads(one) for one in fences("json")] + [tomllib.loads(one) for one in fences("toml")]
    plain.append(json.loads((PLUGIN / ".mcp.json").read_text(encoding="utf-8")))
    return [one for told in plain for one in servers(told)]


def front(path: Path) -> tuple[dict[str, Any], str]:
    """The front matter of a file, and its body."""
    _, matter, body = path.read_text(encoding="utf-8").split("---\n", 2)
    return yaml.safe_load(matter), body


def test_each_snippet_is_a_server_of_ours():
    found = configured()
    assert len(found) >= 6
    for one in found:
        assert ("command" in one) != ("url" in one)
        if "url" in one:
            assert one["url"].endswith(":8421/mcp")
        else:
            assert one["command"] == "kenning"
            assert one["args"][one["args"].index("mcp") + 1] == "--create"


def test_what_a_program_is_told_to_start_starts_on_a_fresh_store(tmp_path):
    need("the extra mcp", importlib.util.find_spec("mcp") is not None, "the page shows it")
    commands = {tuple(one["args"]) for one in configured() if "args" in one}
    commands.add(tuple(re.findall(r"`claude mcp add kenning -- kenning ([^`]*)`", PAGE)[0].split()))
    assert len(commands) == 2
    for number, arguments in enumerate(sorted(commands)):
        setting = {**os.environ, "KENNING_STORE": str(tmp_path / f"{number}.kenning"), "KENNING_VECTORS": "none"}
        done = subprocess.run(
            [sys.executable, "-m", "kenning", *arguments],
            input="".join(json.dumps(one) + "\n" for one in FRAMES),
            env=setting,
            capture_output=True,
            text=True,
            timeout=SECONDS_MAX,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        *_, last = map(json.loads, done.stdout.splitlines())
        assert last["result"]["structuredContent"]["actingFor"] == "admin"


def test_the_page_names_every_tool_and_every_verb_behind_it():
    rows = re.findall(r"^\| `(\w+)` \| .* \| (`.*`) \|$", PAGE, re.MULTILINE)
    assert [name for name, _ in rows] == list(TOOLS)
    source = (ROOT / "src/kenning/faces/mcp/tools.py").read_text(encoding="utf-8")
    named = {verb for _, verbs in rows for verb in re.findall(r"`(\w+)`", verbs)}
    assert named == set(re.findall(r'\.verb\("(\w+)"', source))


def test_the_page_names_every_resource_and_every_type_of_assistant():
    for one in (resources.SESSION, *(template.uri.replace("{id}", "ID") for template in resources.TEMPLATES)):
        assert f"`{one}`" in PAGE
    assert {kind for kind in POLICIES if f"`{kind}`" in PAGE} == set(POLICIES)


@pytest.mark.parametrize("folder", [".claude-plugin", ".codex-plugin"])
def test_the_plugin_s_manifests_name_what_is_there(folder):
    assert [one.name for one in (PLUGIN / folder).iterdir()] == ["plugin.json"]
    manifest = json.loads((PLUGIN / folder / "plugin.json").read_text(encoding="utf-8"))
    assert KEBAB.fullmatch(manifest["name"])
    assert re.fullmatch(r"\d+\.\d+\.\d+", manifest["version"])
    for part in ("skills", "mcpServers"):
        if part in manifest:
            assert manifest[part].startswith("./")
            assert (PLUGIN / manifest[part]).exists()
    other = json.loads((PLUGIN / ".claude-plugin" / "plugin.json").read_text(encoding="utf-8"))
    assert {key: manifest[key] for key in other} == other


def test_the_plugin_s_skill_says_when_it_is_wanted_and_names_tools_there_are():
    matter, body = front(PLUGIN / "skills" / "memory" / "SKILL.md")
    assert (matter["name"], KEBAB.fullmatch(matter["name"]) is not None) == ("memory", True)
    assert 0 < len(matter["description"]) <= 1024
    fields = {name for tool in TOOLS.values() for name in tool.takes.__struct_encode_fields__}
    others = {"kenning", "kenning erase", "untrusted", "user_stated"}
    named = set(re.findall(r"`([^`]+)`", body))
    assert named - others - fields <= set(TOOLS)
    assert set(TOOLS) - {"review"} <= named


@pytest.mark.parametrize("name", ["recall", "remember"])
def test_the_plugin_s_commands_call_tools_there_are(name):
    matter, body = front(PLUGIN / "commands" / f"{name}.md")
    assert matter["description"]
    assert f"the tool `{name}`" in body
    assert "$ARGUMENTS" in body


def test_the_example_runs_and_says_what_it_did():
    need("the extra mcp", importlib.util.find_spec("mcp") is not None, "it is the client")
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "mcp_client.py")],
        env={**os.environ, "KENNING_VECTORS": "none"},
        capture_output=True,
        text=True,
        timeout=SECONDS_MAX,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert f"tools: {', '.join(TOOLS)}" in done.stdout
    assert "«Priya moved to the Porto office in June» (corrected)" in done.stdout
    assert "needs a person at the store" in done.stdout
    assert "lines left: 0" in done.stdout
    assert "error " not in done.stdout
