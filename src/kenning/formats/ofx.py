"""Bank statements in OFX, as the SGML of version 1 and the XML of version 2: each transaction is an event.

The SGML leaves out the ends of fields, and banks add more liberties; so the tags are read as they come, by code of our own: the
libraries there are either are not MIT's kin or have not been released for years.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

from kenning.formats.documents import contents
from kenning.formats.draft import Options, Record, Skipped, checked
from kenning.formats.elements import Element
from kenning.formats.parts import (
    Occurrences,
    clean,
    concerned,
    damaged,
    idempotency_key,
    kind_of,
    limited,
    primary,
    provenance,
    source,
)
from kenning.model.event import Concerned, Context, Event, Part, Time

name = "ofx"

_TAG = re.compile(r"<(/?)([A-Za-z][\w.]*)\s*(/?)>([^<]*)")
_LOOKS = re.compile(rb"(?:\xef\xbb\xbf|\s)*(?:OFXHEADER\s*:|<\?xml[^>]*>\s*<\?OFX|<\?OFX|<OFX>)", re.IGNORECASE)
_ENCODING = re.compile(rb"^ENCODING\s*:\s*([\w-]+)|^CHARSET\s*:\s*([\w-]+)", re.MULTILINE | re.IGNORECASE)
_MOMENT = re.compile(
    r"(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)?(?:\.(\d{1,6}))?)?(?:\[([+-]?\d{1,2})(?:\.(\d+))?(?::[^\]]*)?\])?"
)
_AMOUNT = re.compile(r"[+-]?\d+(?:[.,]\d+)?")
_DEPTH_MAX = 32
_TAGS_MAX = 4_000_000
_ACCOUNTS = ("BANKACCTFROM", "CCACCTFROM", "INVACCTFROM")
_STATEMENTS = {"STMTRS", "CCSTMTRS", "INVSTMTRS"}
_NOT_INVESTED = {"INVBANKTRAN"}


class _Account(msgspec.Struct, frozen=True):
    """Whose transactions they are: the account, its currency, its bank."""

    key: str
    kind: str
    currency: str
    bank: str | None


def recognises(path: Path, head: bytes) -> bool:
    """Whether a file begins with the header of OFX, in either form."""
    return not path.is_dir() and bool(_LOOKS.match(head))


def read(path: Path, options: Options) -> Iterator[Record]:
    """The transactions of every statement, in the order of the file."""
    content = contents(path)
    if not _LOOKS.match(content):
        raise damaged(path.name, "line 1", "is no header of OFX")
    root = _tree(_decoded(content), path.name)
    bank = limited(root.words("OFX", "SIGNONMSGSRSV1", "SONRS", "FI", "ORG"))
    occurrences = Occurrences()
    for statement in _every(root, _STATEMENTS):
        account = _account(statement, bank)
        for transaction in _transactions(statement):
            where = f"{path.name}: line {transaction.line}: {transaction.name}"
            yield _told(transaction, account, where, occurrences, options)
    options.done(len(content), len(content))


def _decoded(content: bytes) -> str:
    """The file as text, in the encoding that its header names; what is in none is read as UTF-8 or as Latin letters."""
    named = [found[1] or found[2] for found in _ENCODING.finditer(content[:1024])]
    encodings = ["utf-8-sig"]
    if any(one.upper() == b"UNICODE" for one in named) and content[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        encodings.insert(0, "utf-16")
    for encoding in encodings:
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    return content.decode("cp1252", errors="replace")


def _tree(text: str, title: str) -> Element:
    """The tags as a tree: one with text behind it is a field, whether or not it is ended; others are ended by their ends."""
    root = Element("", {}, 1)
    above = [root]
    line, place = 1, 0
    for count, found in enumerate(_TAG.finditer(text)):
        line += text.count("\n", place, found.start())
        place = found.start()
        is_end, tag, is_empty, words = found[1], found[2].upper(), found[3], html.unescape(clean(found[4])).strip()
        if count > _TAGS_MAX or len(above) > _DEPTH_MAX:
            raise damaged(title, f"line {line}", "is nested too deeply or too long")
        if is_end:
            names = [element.name for element in above]
            if tag in names[1:]:
                del above[len(names) - 1 - names[::-1].index(tag) :]
        else:
            element = Element(tag, {}, line, words, [])
            above[-1].inside.append(element)
            if not words and not is_empty:
                above.append(element)
    if root.first("OFX") is None:
        raise damaged(title, "the whole file", "has no <OFX>")
    if len(above) > 1 and above[1].name == "OFX":
        raise damaged(title, f"line {line}", f"has no </{above[-1].name}>: the file is cut")
    return root


def _every(element: Element, names: set[str]) -> Iterator[Element]:
    """All elements of these names, wherever they are, in the order of the file."""
    if element.name in names:
        yield element
        return
    for child in element.inside:
        yield from _every(child, names)


def _transactions(statement: Element) -> Iterator[Element]:
    """What happened on an account: transactions of a bank, of securities, and orders that are open."""
    for child in statement.inside:
        if child.name == "INVTRANLIST":
            for transaction in child.inside:
                if transaction.name in _NOT_INVESTED:
                    yield from _every(transaction, {"STMTTRN"})
                elif transaction.inside:
                    yield transaction
        elif child.name == "INVOOLIST":
            yield from (order for order in child.inside if order.inside)
        else:
            yield from _every(child, {"STMTTRN"})


def _account(statement: Element, bank: str | None) -> _Account:
    """The account of a statement."""
    told_of = next((found for one in _ACCOUNTS if (found := statement.first(one))), Element("", {}, 0))
    number = told_of.words("ACCTID")
    house = told_of.words("BANKID") or told_of.words("BROKERID")
    kind = told_of.words("ACCTTYPE").lower() or {"CCACCTFROM": "credit card", "INVACCTFROM": "investment"}.get(
        told_of.name, "account"
    )
    return _Account("/".join(part for part in (house, number) if part), kind, statement.words("CURDEF"), bank)


def _told(transaction: Element, account: _Account, where: str, occurrences: Occurrences, options: Options) -> Record:
    """The record of a transaction. A bank's id of it is its own only within an account, and some banks repeat it."""
    is_banked = transaction.name == "STMTTRN"
    fields = {one.name: one.text for one in _every_field(transaction)}
    key = fields.get("FITID", "")
    posted = next((fields[one] for one in ("DTPOSTED", "DTTRADE", "DTPLACED", "DTUSER") if fields.get(one)), "")
    time = _moment(posted, options)
    amount = next((fields[one] for one in ("TRNAMT", "TOTAL", "UNITS") if one in fields), "")
    if time is None or (is_banked and not _AMOUNT.fullmatch(amount)):
        return Skipped(where=where, reason=f"has no {'amount' if time else 'date'} that can be read")
    known = (account.key, key) if key else (account.key, posted, amount, sorted(fields.items()))
    number = occurrences.number("", *known, amount, posted)
    payee = limited(transaction.words("PAYEE", "NAME"))
    event = Event(
        kind="bank.transaction" if is_banked else kind_of("investment", transaction.name),
        source=source(name),
        time=time,
        context=_context(account),
        files=[primary(_text(transaction, fields, account), options)],
        provenance=provenance(name, f"{account.key}/{key}" if key else ""),
        idempotency_key=idempotency_key(name, *known, amount, posted, number),
        entities=concerned([Concerned(name=payee, role="counterparty")]),
    )
    return checked(event, where)


def _every_field(element: Element) -> Iterator[Element]:
    """The fields of a transaction, at any depth."""
    for child in element.inside:
        if child.inside:
            yield from _every_field(child)
        elif child.text:
            yield child


def _context(account: _Account) -> Context:
    """The account as that in which it happened, and the bank as that around it."""
    return Context(
        session=Part(id=limited(account.key), name=limited(account.kind), type="account"),
        environment=Part(name=account.bank, type="bank") if account.bank else None,
    )


def _text(transaction: Element, fields: dict[str, str], account: _Account) -> str:
    """The transaction in words: what, how much, to or from whom, for what."""
    what = (fields.get("TRNTYPE") or transaction.name).lower()
    currency = transaction.words("CURRENCY", "CURSYM") or account.currency
    amount = fields.get("TRNAMT") or fields.get("TOTAL") or ""
    lines = [f"{what} {amount} {currency}".strip() if amount else what]
    lines += [fields[one] for one in ("NAME", "MEMO") if fields.get(one)]
    for field, label in (("CHECKNUM", "check"), ("REFNUM", "reference"), ("UNITS", "units"), ("UNITPRICE", "at"),
                         ("UNIQUEID", "security")):  # fmt: skip
        if fields.get(field):
            lines.append(f"{label} {fields[field]}")
    return "\n".join(dict.fromkeys(lines))


def _moment(text: str, options: Options) -> Time | None:
    """A moment of OFX: a day in the reader's zone, or a time with its offset; by the standard, a time without one is UTC's."""
    found = _MOMENT.fullmatch(text.strip())
    if found is None:
        return None
    year, month, day, hour, minute, second, _, ahead, part = found.groups()
    date = f"{year}-{month}-{day}"
    if hour is None or (hour, minute, second or "00") == ("00", "00", "00"):
        return Time(occurred_at=date, time_zone=options.time_zone, precision="day")
    offset = "Z"
    if ahead:
        minutes = round(float(f"0.{part}") * 60) if part else 0
        offset = f"{'-' if ahead.startswith('-') else '+'}{abs(int(ahead)):02}:{minutes:02}"
    return Time(occurred_at=f"{date}T{hour}:{minute}:{second or '00'}{offset}", precision="second")
