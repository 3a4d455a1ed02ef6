"""Identifiers: what an address, a login or a voice print says about whose it is.

An address of the mail grammar (RFC 5322 ``local@domain``) is *exact* where it is one person's own: delivered to a domain of
the network, and no role. Local parts and logins are *handles*: names people choose for themselves and carry from place to
place. Special-use domains: RFC 6761, 6762, 8375; role names: RFC 2142, and what programs put where nobody set a name.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from kenning.rules.names.letters import fold

BIOMETRIC = frozenset({"biometric", "face", "face_print", "fingerprint", "iris", "speaker", "voice", "voice_print"})
"""Channels whose identifiers are measured from a body: equal ones are one body, whatever the channel is called."""

ROLES = frozenset(
    """
    abuse accounts admin administrator alerts all anonymous apache author backup billing bot build builder builds buildbot
    ci code coder commit commits contact daemon debian deploy dev devel developer developers docker donotreply ec2 email
    enquiries everyone example feedback fedora ftp git github gitlab guest hello help hg hi home hostmaster hr http info
    invalid issues jenkins jobs list lists local localdomain localhost login mail mailer mailerdaemon maintainer maintainers
    marketing master me media me my name news newsletter nobody none noauthor noname noreply notifications nouser null
    office opensource operator ops oss patch patches pi postmaster press privacy private public repo robot root sales
    security server service services shared spam staff student subscribe support svn sysadmin system team tech test
    tester testing tests travis ubuntu undefined unknown unset user username users vagrant vm web webmaster work www you
    yourname
    """.split(),  # noqa: SIM905 - reads as a list
)
"""Names of roles, machines and programs, folded: no one person's, so they link nobody."""

HANDLE_CHARACTERS_MIN = 2
_MAIL_CHANNELS = frozenset({"email", "git", "mail", "smtp"})
_MACHINE = re.compile(
    r"[^.]*|.*\.(?:local|localhost|localdomain|lan|home|internal|intranet|corp|arpa|invalid|test|example|\(none\))"
)
_HIDDEN = re.compile(r"(?:^|[.-])no-?reply(?:[.-]|$)")
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_NUMBERED = re.compile(r"(\d+)[+-](.+)")
_PHONE = re.compile(r"\+[\d\s().-]{7,24}")
_TRAILING = re.compile(r"\d+$")
# One mailbox under two spellings, as its provider documents it: dots in the local part count for nothing.
_DOTLESS = {"gmail.com": "gmail.com", "googlemail.com": "gmail.com"}


class Address(NamedTuple):
    """What one identifier says: keys under which it is one person's own, its folded handle, domain, biometric key, local part."""

    exact: tuple[str, ...] = ()
    handle: str = ""
    domain: str = ""
    biometric: str = ""
    local: str = ""


@lru_cache(maxsize=1 << 16)
def read(channel: str, identifier: str) -> Address:
    """What an identifier on a channel says.

    A tag after ``+`` falls; ``123+login@users.noreply.…`` is a login and an account number; ``login@UUID`` is an account of a
    version-control server. Addresses of machines (no dot, ``.local``, ``(none)``) are nobody's own, but their user is a handle.

    >>> read("email", "Mia.Okafor+lists@mail.example.net")[:3]
    (('mail:mia.okafor@mail.example.net',), 'miaokafor', 'mail.example.net')
    >>> read("email", "77+quietriver@users.noreply.github.com").exact
    ('login:users.noreply.github.com:quietriver', 'account:users.noreply.github.com:77')
    >>> read("email", "root@box.local")[:2], read("email", "mokafor@laptop")[:2], read("email", "(none)")[:2]
    (((), ''), ((), 'mokafor'), ((), ''))
    """
    text = identifier.strip().casefold()
    if channel.casefold() in BIOMETRIC:
        return Address(biometric=identifier.strip())
    if _PHONE.fullmatch(text):
        return Address(exact=("phone:" + re.sub(r"\D", "", text),))
    local, at, domain = text.rpartition("@")
    if at and local:
        return _mail(local, domain.rstrip("."))
    if channel.casefold() in _MAIL_CHANNELS:
        return Address(handle=_handle(text), local=text) if re.fullmatch(r"[\w.+-]+", text) else Address()
    login = re.split(r"[#:]", text.removeprefix("@"))[0]
    return Address(exact=(f"id:{channel.casefold()}:{text}",) if text else (), handle=_handle(login), local=login)


def squash(text: str) -> str:
    """A handle as all its spellings share it: folded, without anything but letters and digits.

    >>> squash("Quiet_River"), squash("quiet.river")
    ('quietriver', 'quietriver')
    """
    return re.sub(r"[\W_]", "", fold(text))


def stem(handle: str) -> str:
    """A handle without the number that made it free: ``mokafor7`` is ``mokafor``; empty where too little is left."""
    bare = _TRAILING.sub("", handle)
    return bare if len(bare) >= 4 else ""


def _handle(local: str) -> str:
    """The handle of a local part or login; nothing where it is a role, too short, or a number that may be anybody's."""
    handle = squash(local)
    numeric = handle.isdigit() and len(handle) < 8
    return "" if len(handle) < HANDLE_CHARACTERS_MIN or numeric or handle in ROLES else handle


def _mail(local: str, domain: str) -> Address:
    """Read local part and domain."""
    if _UUID.fullmatch(domain):
        return Address((f"mail:{local}@{domain}",) if _handle(local) else (), _handle(local), local=local)
    if _HIDDEN.search(domain):
        numbered = _NUMBERED.fullmatch(local)
        login = numbered[2] if numbered else local
        exact = [f"login:{domain}:{login}"] if _handle(login) else []
        return Address(
            (*exact, *([f"account:{domain}:{numbered[1]}"] if numbered else [])), _handle(login), local=login
        )
    base = local.split("+", maxsplit=1)[0] or local
    handle = _handle(base)
    if _MACHINE.fullmatch(domain):
        return Address(handle=handle, local=base)
    if squash(base) in ROLES or _HIDDEN.search(base) or not squash(base):
        return Address(local=base, domain=domain)
    kept = base.replace(".", "") if domain in _DOTLESS else base
    return Address((f"mail:{kept}@{_DOTLESS.get(domain, domain)}",), handle, domain, local=base)
