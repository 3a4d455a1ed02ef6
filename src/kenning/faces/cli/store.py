"""Commands about the whole store: import and export, verify and rebuild, backup and restore, config."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kenning.faces.cli.frame import Asked, face
from kenning.faces.settings import Llm

if TYPE_CHECKING:
    from kenning.model.report import ImportReport, Taken

RECORD, KEEP = "Record", "Keep"
STDIN = "-"
SKIPPED = PROBLEMS = 1  # done, with findings
UNREAD = "unsupported"  # what is in no format: it may lie there, and is no fault


@face.command(
    "import",
    RECORD,
    "kenning import 'WhatsApp Chat with Priya.txt' --time-zone Europe/Lisbon",
    "kenning import slack-export.zip mails.mbox calendar.ics",
    "kenning import old.txt --keep-going --date-order mdy",
    "cat events.jsonl | kenning import -",
)
def import_(
    asked: Asked,
    *,
    paths: Annotated[
        list[str], typer.Argument(metavar="PATH", help="Files or folders; - reads events as JSONL from stdin.")
    ],
    format_: Annotated[
        str | None, typer.Option("--format", metavar="FORMAT", help="Their format, where its looks do not tell.")
    ] = None,
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help="Pass over what is broken and report it; then exit with 1.")
    ] = False,
    time_zone: Annotated[
        str | None, typer.Option("--time-zone", metavar="ZONE", help="The zone of times that name none.")
    ] = None,
    date_order: Annotated[
        str | None, typer.Option("--date-order", metavar="ORDER", help="dmy, mdy or ymd, where the file is unclear.")
    ] = None,
    chat: Annotated[str | None, typer.Option("--chat", metavar="NAME", help="The name of the conversation.")] = None,
) -> int:
    """Import chats, mails, calendars, contacts, events.

    A file that is imported again adds nothing twice. One that holds a broken record adds nothing at all, unless
    --keep-going is said.
    """
    from kenning.errors import KenningError
    from kenning.faces.cli.given.intake import Intake

    options = {"time_zone": time_zone, "date_order": date_order, "chat": chat}
    done: list[tuple[str, ImportReport]] = []
    failed: KenningError | None = None
    with asked.session(create=True) as session:
        intake = Intake(session, format_, options, keep_going=keep_going, is_quiet=asked.json)
        for path in paths:
            try:
                report = intake.take(path)
            except KenningError as error:
                failed = error
                if not keep_going:
                    break
                asked.fail(error)
            else:
                done.append((path, report))
                _say_imported(asked, path, report)
    if time_zone is None and any(report.added for _, report in done):
        zone = asked.settings.time_zone
        asked.remark(f"times that name no zone were taken as {zone.value} ({zone.whence}); --time-zone says another")
    if asked.json:
        asked.answer([{"path": path, "report": report} for path, report in done])
    if failed is not None and not keep_going:
        raise failed
    return SKIPPED if failed is not None or any(report.skipped for _, report in done) else 0


@face.command(
    "watch",
    RECORD,
    "kenning watch ~/Exports --time-zone Europe/Lisbon",
    "kenning watch ~/Exports --once",
    "kenning watch ~/Exports --json | jq .path",
)
def watch(
    asked: Asked,
    *,
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder; what lies below it counts, too.")],
    once: Annotated[bool, typer.Option("--once", help="Import what lies there now, and end.")] = False,
    settle: Annotated[
        float, typer.Option("--settle", metavar="SECONDS", min=0, help="How long a file must rest to be complete.")
    ] = 2.0,
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help="Of a file with broken records, import the others.")
    ] = False,
    time_zone: Annotated[
        str | None, typer.Option("--time-zone", metavar="ZONE", help="The zone of times that name none.")
    ] = None,
    date_order: Annotated[
        str | None, typer.Option("--date-order", metavar="ORDER", help="dmy, mdy or ymd, where a file is unclear.")
    ] = None,
) -> int:
    """Import what appears in a folder, until Ctrl-C.

    A file is imported when it is complete, and once by its content, whatever its name, also after a restart. What cannot be
    imported is told, and tried again when it changes. With --json one object a line.
    """
    from kenning.faces.cli.page import progress

    options = {"time_zone": time_zone, "date_order": date_order}
    failed = known = 0
    with asked.session(create=True) as session:
        taken = session.watch(
            folder,
            once=once,
            settle_s=settle,
            keep_going=keep_going,
            options=options,
            shown=lambda name: progress(name, shown=not asked.json),
        )
        for one in taken:
            known += one.known
            failed += one.code not in {"", UNREAD} or bool(one.report and one.report.skipped)
            _say_taken(asked, one)
    if known:
        asked.remark(f"{known} known already by content")
    return SKIPPED if failed else 0


def _say_taken(asked: Asked, taken: Taken) -> None:
    """Say at once what became of a file; of what was known already a person need not hear."""
    import sys

    from kenning.faces.cli import reports

    if asked.json:
        asked.answer(taken)
    elif taken.report is not None:
        reports.imported(asked.page(), taken.path, taken.report)
    elif taken.code:
        reports.passed_over(asked.page(), taken)
    sys.stdout.flush()


def _say_imported(asked: Asked, path: str, report: ImportReport) -> None:
    from kenning.faces.cli import reports

    if not asked.json:
        reports.imported(asked.page(), "stdin" if path == STDIN else path, report)


@face.command("verify", KEEP, "kenning verify")
def verify(asked: Asked) -> int:
    """Check that all is as it was written.

    The chain of events, the stored files, and that what is read and searched equals what the log folds to from nothing.
    Exits with 1 where it does not.
    """
    from kenning.faces.cli import reports
    from kenning.faces.cli.page import progress

    with asked.session() as session, progress("verifying", shown=not asked.json) as tell:
        report = session.verify(progress=tell)
    if asked.json:
        asked.answer(report)
    else:
        reports.verified(asked.page(), report)
    return 0 if report.ok else PROBLEMS


@face.command("rebuild", KEEP, "kenning rebuild")
def rebuild(asked: Asked) -> None:
    """Fold the log anew into what is read and searched.

    The log itself stays as it is.
    """
    from kenning.faces.cli.page import progress
    from kenning.faces.cli.reports import counted

    with asked.session() as session, progress("rebuilding", shown=not asked.json) as tell:
        events = session.rebuild(progress=tell)
    _say(asked, {"events": events}, f"rebuilt from {counted(events, 'event')}")


@face.command(
    "embed", KEEP, "kenning embed", "kenning embed --list", "kenning embed --drop wordllama/l2_supercat_256/1"
)
def embed(
    asked: Asked,
    *,
    space: Annotated[str | None, typer.Argument(metavar="MODEL", help="One model; else all of this store.")] = None,
    list_: Annotated[bool, typer.Option("--list", help="Say which models' vectors are kept.")] = False,
    drop: Annotated[str | None, typer.Option("--drop", metavar="MODEL", help="Drop what a model made.")] = None,
) -> None:
    """Keep vectors of what is not kept yet.

    Recording keeps up by itself. This is for a store that was filled without vectors, or was rebuilt. It may be broken off, and
    goes on where it stopped.
    """
    from kenning.faces.cli.page import progress
    from kenning.faces.cli.reports import counted

    with asked.session() as session:
        if list_:
            kept = session.spaces()
            _say(asked, {"kept": kept}, *([f"{name}  up to #{upto}" for name, upto in kept.items()] or ["none"]))
        elif drop is not None:
            session.forget_space(drop)
            _say(asked, {"dropped": drop}, f"dropped what {drop} made")
        else:
            with progress("keeping vectors", shown=not asked.json) as tell:
                made = session.embed(space, progress=tell)
            said = [f"{name}: {counted(rows, 'row')}" for name, rows in made.items()]
            _say(asked, {"rows": made}, *(said or ["no model: pip install 'kenning[vectors]'"]))


@face.command(
    "export", KEEP, "kenning export memory.jsonl", "kenning export memory.cloudevents.jsonl --format cloudevents"
)
def export(
    asked: Asked,
    path: Annotated[Path, typer.Argument(metavar="PATH", help="The file to write.")],
    format_: Annotated[
        str, typer.Option("--format", metavar="FORMAT", help="jsonl: sealed, to import again; or cloudevents.")
    ] = "jsonl",
) -> None:
    """Write the log to a file."""
    from kenning.faces.cli.page import progress
    from kenning.faces.cli.reports import counted

    with asked.session() as session, progress("exporting", shown=not asked.json) as tell:
        events = session.export(path, format=format_, progress=tell)
    _say(asked, {"path": path, "format": format_, "events": events}, f"{counted(events, 'event')} written to {path}")


@face.command("backup", KEEP, "kenning backup /mnt/usb/memory-2026-06-01.kenning")
def backup(
    asked: Asked,
    path: Annotated[Path, typer.Argument(metavar="PATH", help="Where the copy goes; nothing may be there yet.")],
) -> None:
    """Copy the store with its files and its key.

    Others may go on writing to it meanwhile; the copy is of one moment.
    """
    from kenning.faces.cli.page import progress

    with asked.session() as session, progress("copying", shown=not asked.json) as tell:
        written = session.backup(path, progress=tell)
    _say(asked, {"written": written}, *(f"wrote {one}" for one in written))


@face.command("restore", KEEP, "kenning restore memory-2026-06-01.kenning --store ./memory.kenning")
def restore(
    asked: Asked,
    path: Annotated[Path, typer.Argument(metavar="BACKUP", help="The copy that backup made.")],
) -> None:
    """Put a backup in place as the store, never over another."""
    from kenning.engine.exchange import transfer
    from kenning.faces.cli.page import progress

    with progress("restoring", shown=not asked.json) as tell:
        written = transfer.restore(path, asked.store, tell)
    _say(asked, {"written": written}, *(f"wrote {one}" for one in written))


@face.command("config", KEEP, "kenning config", "kenning config --json | jq -r .store.value")
def config(asked: Asked) -> None:
    """Say which settings are in force, and whence each came."""
    import kenning

    chosen = asked.settings
    there = asked.store.exists()
    if asked.json:
        named = {"store": chosen.store, "namespace": chosen.namespace, "timeZone": chosen.time_zone}
        named |= {"names": chosen.names, "vectors": chosen.vectors}
        if chosen.me is not None:
            named["me"] = chosen.me
        said = {name: {"value": setting.value, "whence": setting.whence} for name, setting in named.items()}
        llm = {"llmUrl": chosen.llm.url, "llmModel": chosen.llm.model, "llmPrice": chosen.llm.price}
        llm |= {"embedUrl": chosen.embedder.url, "embedModel": chosen.embedder.model}
        said |= {name: {"value": one.value, "whence": one.whence} for name, one in llm.items() if one is not None}
        asked.answer({"version": kenning.__version__, "storeExists": there, **said})
        return
    from kenning.faces.cli.page import QUIET, span

    page = asked.page()
    size = f"{asked.store.stat().st_size:,} bytes" if there else "not made yet"
    rows = [
        ("version", kenning.__version__, ""),
        ("store", chosen.store.value, f"{chosen.store.whence}; {size}"),
        ("namespace", chosen.namespace.value, chosen.namespace.whence),
        ("time zone", chosen.time_zone.value, chosen.time_zone.whence),
        ("names by", chosen.names.value, chosen.names.whence),
        ("meaning", chosen.vectors.value, chosen.vectors.whence),
        *_model("model", chosen.llm),
        *_model("vectors", chosen.embedder),
    ]
    if chosen.me is not None:
        rows.append(("me", chosen.me.value, chosen.me.whence))
    for label, value, whence in rows:
        remark = span(f"  ({whence})" if whence else "", QUIET)
        page.hanging(span(label.ljust(11), QUIET), span(value).append_text(remark))


def _model(what: str, chosen: Llm) -> list[tuple[str, str, str]]:
    """A model that is set, and its server; of its key only that there is one."""
    if chosen.url is None:
        return []
    key = f", {chosen.key.whence}" if chosen.key is not None else ", no key"
    rows = [(f"{what} at", chosen.url.value, chosen.url.whence + key)]
    if chosen.model is not None:
        rows.append((what, chosen.model.value, chosen.model.whence))
    if chosen.price is not None:
        rows.append(("price", chosen.price.value, f"{chosen.price.whence}; USD a million tokens, asked and answered"))
    return rows


def _say(asked: Asked, answer: object, *lines: str) -> None:
    """Answer in JSON, or in a few plain lines."""
    if asked.json:
        asked.answer(answer)
        return
    from kenning.faces.cli.page import span

    page = asked.page()
    for line in lines:
        page.line(span(line))
