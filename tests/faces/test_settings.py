from pathlib import Path

from kenning.faces.settings import Llm, Setting, settings


def test_an_option_goes_before_the_environment_and_that_before_the_default():
    given = {"KENNING_STORE": "/env/a.kenning", "KENNING_NAMESPACE": "env"}
    assert settings("/o.kenning", "own", environment=given).store == Setting("/o.kenning", "--store")
    assert settings("/o.kenning", "own", environment=given).namespace == Setting("own", "--namespace")
    assert settings(environment=given).store == Setting("/env/a.kenning", "KENNING_STORE")
    assert settings(environment=given).namespace == Setting("env", "KENNING_NAMESPACE")
    assert settings(environment={"HOME": "/home/ann"}).namespace == Setting("default", "the default")


def test_the_default_store_is_where_xdg_says():
    home = {"HOME": "/home/ann"}
    assert settings(environment=home).store.value == "/home/ann/.local/share/kenning/memory.kenning"
    moved = {**home, "XDG_DATA_HOME": "/data"}
    assert settings(environment=moved).store == Setting("/data/kenning/memory.kenning", "the default")


def test_a_relative_xdg_path_is_ignored():
    given = {"HOME": "/home/ann", "XDG_DATA_HOME": "data"}
    assert settings(environment=given).store.value == "/home/ann/.local/share/kenning/memory.kenning"


def test_an_empty_value_is_none():
    given = {"HOME": "/home/ann", "KENNING_STORE": "", "KENNING_NAMESPACE": ""}
    assert settings("", "", environment=given).store.whence == "the default"
    assert settings("", "", environment=given).namespace.whence == "the default"


def test_a_tilde_is_the_home_even_where_no_shell_resolved_it():
    assert settings(environment={"KENNING_STORE": "~/a.kenning"}).store.value == str(Path.home() / "a.kenning")


def test_the_time_zone_is_ours_then_that_of_the_system():
    both = {"KENNING_TIMEZONE": "Asia/Tokyo", "TZ": "Europe/Warsaw"}
    assert settings(environment=both).time_zone == Setting("Asia/Tokyo", "KENNING_TIMEZONE")
    assert settings(environment={"TZ": ":Europe/Warsaw"}).time_zone == Setting("Europe/Warsaw", "TZ")


def test_a_time_zone_that_is_a_rule_is_no_name():
    assert settings(environment={"TZ": "CET-1CEST,M3.5.0,M10.5.0/3"}).time_zone.whence != "TZ"
    assert settings(environment={"TZ": "/etc/zone"}).time_zone.whence != "TZ"


def test_no_server_of_models_is_known_by_itself_and_its_key_is_shown_nowhere():
    assert settings(environment={"HOME": "/home/ann", "OPENAI_API_KEY": "sk-of-others"}).llm == Llm()
    given = {"KENNING_LLM_URL": "http://localhost:11434/v1", "KENNING_LLM_MODEL": "small", "KENNING_LLM_KEY": "sk-1"}
    llm = settings(environment={"HOME": "/home/ann", **given}).llm
    assert llm.url == Setting("http://localhost:11434/v1", "KENNING_LLM_URL")
    assert (llm.key, llm.price) == (Setting("sk-1", "KENNING_LLM_KEY"), None)
    assert "sk-1" not in repr(llm)
