"""Browsers, Apple Health, Home Assistant, OFX and GitHub: each record once, with who and when as told."""

import hashlib
import json
import shutil
import zipfile

import apsw
import pytest

from kenning.errors import InvalidError
from kenning.formats import LeftOut, Options, Skipped, browser_history, recognise
from kenning.store import foreign
from tests.formats.conftest import GOLDEN, moment, text

# -- browsers ----------------------------------------------------------------------------------------------------------


def test_a_visit_tells_page_moment_and_what_led_to_it(golden):
    first, second, third, lost = golden("browser_history/made_here_chromium.sqlite")
    assert text(first) == "Beans\nhttps://example.org/beans"
    assert moment(second) == ("2024-03-02T08:34:20.123456Z", None, "exact")
    assert (second.reply_to, second.relation, third.reply_to) == (first.key, "caused_by", second.key)
    assert first.event.context.app.attributes == {"durationS": 2.5}
    assert lost.reason == "is of no page that is there"


@pytest.mark.parametrize(
    ("browser", "first"),
    [
        ("firefox", "2024-03-02T09:00:00.000000Z"),
        ("safari", "2024-03-02T09:00:00.250000Z"),
        ("qutebrowser", "2024-03-02T09:00:00Z"),
    ],
)
def test_each_browser_counts_from_its_own_beginning(drafts, browser, first):
    assert moment(drafts(f"browser_history/made_here_{browser}.sqlite")[0])[0] == first


def test_bookmarks_are_events_of_their_own_and_questions_to_itself_are_none(drafts):
    found = drafts("browser_history/made_here_firefox.sqlite")
    assert [draft.event.kind for draft in found] == ["page.visited", "page.visited", "page.bookmarked"]


@pytest.mark.parametrize("browser", ["chromium", "firefox", "safari", "qutebrowser"])
def test_a_browsers_file_is_neither_changed_nor_given_company(tmp_path, browser):
    file = tmp_path / "History"
    shutil.copy(GOLDEN / "browser_history" / f"made_here_{browser}.sqlite", file)
    before = (hashlib.sha256(file.read_bytes()).digest(), file.stat().st_mtime_ns)
    file.chmod(0o400)
    assert list(browser_history.read(file, Options(tables=foreign.opened)))
    assert [path.name for path in tmp_path.iterdir()] == ["History"]
    assert (hashlib.sha256(file.read_bytes()).digest(), file.stat().st_mtime_ns) == before


def test_what_a_running_browser_has_not_written_into_its_file_is_read(tmp_path):
    file = tmp_path / "History"
    writer = apsw.Connection(str(file))
    writer.execute("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
    writer.execute("CREATE TABLE History (url NOT NULL, title NOT NULL, atime NOT NULL, redirect NOT NULL)")
    writer.execute("INSERT INTO History VALUES ('https://example.org/', '', 1709370000, 0)")
    assert len(list(browser_history.read(file, Options(tables=foreign.opened)))) == 1
    writer.close()


def test_a_view_in_place_of_a_table_is_no_table(tmp_path):
    """A crafted file could have a view compute for ever, or read what it should not."""
    file = tmp_path / "History"
    writer = apsw.Connection(str(file))
    writer.execute("CREATE VIEW History AS SELECT 'CREATE TABLE History (' AS url, 1 AS title, 1 AS atime")
    writer.close()
    with pytest.raises(InvalidError, match="tables of no browser"):
        list(browser_history.read(file, Options(tables=foreign.opened)))


def test_a_database_that_is_cut_is_refused_by_name(tmp_path):
    content = (GOLDEN / "browser_history" / "made_here_chromium.sqlite").read_bytes()
    file = tmp_path / "History"
    file.write_bytes(content[: len(content) // 2])
    with pytest.raises(InvalidError, match="History"):
        list(browser_history.read(file, Options(tables=foreign.opened)))


def test_without_anything_to_open_a_database_it_is_refused():
    with pytest.raises(InvalidError, match="nothing was given"):
        list(browser_history.read(GOLDEN / "browser_history" / "made_here_safari.sqlite", Options()))


def test_gathered_visits_in_json_are_read_with_their_zone(written):
    visits = [{"url": "https://example.org/", "dt": 1709370000, "metadata": {"title": "x"}}, {"url": "y", "dt": "soon"}]
    first, broken = written("browser_history", json.dumps(visits))
    assert moment(first)[0] == "2024-03-02T09:00:00Z"
    assert isinstance(broken, Skipped)


# -- Apple Health ------------------------------------------------------------------------------------------------------


def test_health_tells_what_was_measured_when_and_by_what(golden):
    heart, sleep, broken, pressure, walk, rings = golden("apple_health/made_here_export.xml")
    assert (heart.event.kind, text(heart)) == ("health.heart_rate", "heart rate: 61 count/min")
    assert moment(heart) == ("2024-03-02T08:00:01+01:00", None, "second")
    assert heart.event.time.captured_at == "2024-03-02T08:00:06+01:00"
    assert heart.event.context.device.name == "Watch"
    assert text(sleep).startswith("sleep analysis: sleep analysis asleep core")
    assert broken.reason == "has no startDate that can be read"
    assert text(pressure) == "blood pressure\nblood pressure systolic: 118"
    assert moment(walk) == ("2024-03-02T08:05:00+01:00", "Europe/London", "second")
    assert "distance: 1.10 km" in text(walk)
    assert moment(rings) == ("2024-03-02", "UTC", "day")


def test_health_is_the_same_from_the_file_and_from_the_zip(drafts):
    alone = {draft.event.idempotency_key for draft in drafts("apple_health/made_here_export.xml")}
    packed = {draft.event.idempotency_key for draft in drafts("apple_health/made_here_export.zip")}
    assert alone < packed


# -- XML that means harm -----------------------------------------------------------------------------------------------

BOMB = '<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">'


@pytest.mark.parametrize(
    ("name", "root", "inside"), [("gpx", "gpx", "<trk>{}</trk>"), ("apple_health", "HealthData", "<Record>{}</Record>")]
)
@pytest.mark.parametrize(
    "declared", [BOMB, '<!ENTITY b SYSTEM "file:///etc/passwd">', '<!ENTITY % b SYSTEM "http://127.0.0.1/x">']
)
def test_xml_that_declares_an_entity_is_refused(written, name, root, inside, declared):
    content = f"<?xml version='1.0'?><!DOCTYPE {root} [{declared}]><{root}>{inside.format('&b;')}</{root}>"
    with pytest.raises(InvalidError, match="declares an entity"):
        written(name, content)


@pytest.mark.parametrize("name", ["gpx", "apple_health"])
def test_xml_that_is_nested_without_end_or_never_ends_is_refused(written, name):
    root = "gpx" if name == "gpx" else "HealthData"
    with pytest.raises(InvalidError, match="nested too deeply"):
        written(name, f"<{root}>" + "<trk>" * 1000 + "</trk>" * 1000 + f"</{root}>")
    with pytest.raises(InvalidError, match="no sound XML"):
        written(name, f"<{root}><trk>")
    with pytest.raises(InvalidError, match="has no end"):
        written(name, f"<!DOCTYPE {root} [<!ELEMENT x")


def test_a_zip_that_would_unpack_without_end_is_refused(tmp_path):
    file = tmp_path / "export.zip"
    with (
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("Takeout/a.json", "w", force_zip64=True) as member,
    ):
        member.write(b'{"locations": [{"latitudeE7": 1, "longitudeE7": 1}')
        for _ in range(70):
            member.write(b" " * (1 << 20))
        member.write(b"]}")
    with pytest.raises(InvalidError, match="would unpack to"):
        recognise(file)


# -- Home Assistant ----------------------------------------------------------------------------------------------------


def test_a_state_is_told_with_the_one_before_and_its_unit(golden):
    light, soil, person, service, result, broken = golden("home_assistant/made_here_events.jsonl")
    assert (text(light), light.event.actor.identifier) == ("Shed light: on (before: off)", "user1")
    assert (text(soil), soil.event.actor) == ("Soil: 41 %", None)
    assert person.event.location.coordinates.accuracy_m == 20
    assert (service.event.kind, text(service)) == ("home.call_service", "call_service\ndomain: light\nservice: turn_on")
    assert isinstance(result, LeftOut)
    assert broken.reason == "has no time_fired"


def test_only_persons_and_trackers_have_a_place(written):
    """Lights and zones carry the coordinates of the house, which are nobody's business."""
    state = {"entity_id": "zone.home", "state": "0", "attributes": {"latitude": 51.5, "longitude": 0.1}}
    data = {"entity_id": "zone.home", "new_state": state, "old_state": None}
    (found,) = written(
        "home_assistant",
        json.dumps({"event_type": "state_changed", "time_fired": "2024-01-01T00:00:00Z", "data": data}),
    )
    assert found.event.location is None


# -- OFX ---------------------------------------------------------------------------------------------------------------


def test_transactions_are_told_with_amount_day_and_offset(golden):
    first, second, broken = golden("ofx/made_here_card.ofx", time_zone="Europe/Warsaw")
    assert text(first) == "debit -13.00 EUR\nSeeds & Sons\nbeans"
    assert moment(first) == ("2024-03-02", "Europe/Warsaw", "day")
    assert moment(second) == ("2024-03-02T18:30:00-03:30", None, "second")
    assert "Café" in text(second)
    assert broken.reason == "has no date that can be read"
    assert first.event.context.environment.name == "Example Bank"
    assert first.event.idempotency_key != second.event.idempotency_key


def test_investments_are_of_a_kind_of_their_own(drafts):
    found = drafts("ofx/made_here_invest.ofx")
    assert [draft.event.kind for draft in found] == ["investment.buystock", "bank.transaction", "investment.oobuystock"]
    assert [one.name for one in found[1].event.entities] == ["Marta Wilk"]


@pytest.mark.parametrize("end", ["</OFX>", "</CREDITCARDMSGSRSV1>"])
def test_a_statement_that_is_cut_is_refused(written, end):
    content = (GOLDEN / "ofx" / "made_here_card.ofx").read_bytes()
    with pytest.raises(InvalidError, match="cut"):
        written("ofx", content[: content.index(end.encode())])


# -- GitHub ------------------------------------------------------------------------------------------------------------


def test_deliveries_are_named_by_what_is_in_them(golden):
    *found, broken = golden("github/made_here_deliveries.json")
    assert [draft.event.kind for draft in found] == [
        *(
            "github.issues.opened",
            "github.issue_comment.created",
            "github.push",
            "github.star.created",
            "github.create",
        ),
    ]
    assert [draft.event.actor.identifier for draft in found] == ["mwilk", "treyes", "mwilk", "helper[bot]", "mwilk"]
    assert found[3].event.actor.type == "bot"
    assert [moment(draft)[0] for draft in found] == [
        *("2024-03-01T08:00:00Z", "2024-03-02T09:00:00Z", "2024-03-02T08:00:00Z", "2024-03-02T10:00:00Z"),
        "2024-03-02T08:00:00Z",
    ]
    assert "neither sender nor repository" in broken.reason


def test_a_push_tells_who_wrote_its_commits_by_login_and_address(drafts):
    push = drafts("github/made_here_deliveries.json")[2]
    assert ("email", "mwilk@example.org") in {(one.channel, one.identifier) for one in push.event.entities}
    assert "Plan the beds" in text(push)
    assert json.loads(push.event.files[-1].content)["ref"] == "refs/heads/main"


def test_a_star_is_the_same_when_the_counts_have_changed(written):
    stars = json.loads((GOLDEN / "github" / "made_here_stars.json").read_bytes())
    before = written("github", json.dumps(stars))
    stars[0]["stargazers_count"] = 999
    assert written("github", json.dumps(stars)) == before


def test_events_of_the_api_are_known_by_their_ids(drafts):
    closed, watched = drafts("github/made_here_events.json")
    assert (closed.event.kind, watched.event.kind) == ("github.pull_request.closed", "github.watch.started")
    assert closed.event.provenance.metadata["id"] == "3001"


def test_a_long_delivery_is_known_before_its_sender_comes(tmp_path):
    entry = {
        "action": "opened",
        "issue": {"html_url": "https://github.com/a/b/issues/1", "body": "x" * 100_000},
        "sender": {"login": "a"},
    }
    file = tmp_path / "a.json"
    file.write_text(json.dumps(entry), encoding="utf-8")
    assert recognise(file).name == "github"
