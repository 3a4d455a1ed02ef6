"""The scripts in `examples/` for frameworks run as they stand, and say what they say."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SAID = {
    "langgraph_agent.py": """\
priya: Remember that the boiler is in the cellar
  -> I will.
priya: Remember that the plumber comes on Friday
  -> I will.
priya: When does the plumber come?
  -> the plumber comes on Friday
tomas: When does the plumber come?
  -> I know nothing of it.
""",
    "mem0_memory.py": """\
0.9  Hi, I'm Alex. I love basketball and gaming.
ADD     Hi, I'm Alex. I love basketball and gaming.
UPDATE  I love basketball and chess.
for Bea: []
left: []
""",
    "openai_agents_session.py": """\
The boiler is in the cellar
  -> First you said: The boiler is in the cellar
What was it?
  -> First you said: The boiler is in the cellar
""",
    "langchain_retriever.py": """\
the admin: ['The boiler is in the cellar', 'The present for Rui is hidden behind the boiler']
Rui: ['The boiler is in the cellar']
""",
}
PACKAGES = {
    "langgraph_agent.py": "langgraph",
    "openai_agents_session.py": "agents",
    "langchain_retriever.py": "langchain_core",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SAID)
def test_an_example_runs_as_it_stands(name, tmp_path):
    if name in PACKAGES:
        pytest.importorskip(PACKAGES[name])
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("OPENAI", "LANGSMITH"))}
    command = [sys.executable, str(EXAMPLES / name), "memory.kenning"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == SAID[name]
