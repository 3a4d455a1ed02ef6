"""What every namespace begins with, known by rule and said by no event: its admin, and the channel of the local file.

Source: *Entity Model*, "System Bootstrap": admin, primary identity ``webui_primary:bootstrap``, everything allowed, active.
"""

from __future__ import annotations

from kenning.model.access.channel import Channel
from kenning.model.access.party import Party
from kenning.model.access.permissions import EVERYTHING
from kenning.model.identity.definition import DefinitionProvenance, Version, mark, sealed_version
from kenning.model.identity.entity import Entity, Identifier

ADMIN = "admin"
"""The id of the admin's entity in every namespace, and the principal of its sessions: the one id that is not drawn."""
LOCAL = "local"
"""The channel by which whoever opens the file speaks: approved, without a cap, since who holds the file holds all of it."""
BOOTSTRAP = Identifier(channel="webui_primary", identifier="bootstrap")
PERSON = "kenning:Person"

ADMIN_ENTITY = Entity(id=ADMIN, type=PERSON, name=ADMIN, identifiers=[BOOTSTRAP])
_SALT = "00" * 16
GENESIS = "genesis"
"""What stands for the event of the admin's first version, which no event says."""
_NAME = mark(GENESIS, _SALT, "name", ADMIN)
_MET = mark(GENESIS, _SALT, "identifier", [BOOTSTRAP.channel, BOOTSTRAP.identifier])
GENESIS_VALUES = {_NAME: ADMIN, _MET: (BOOTSTRAP.channel, BOOTSTRAP.identifier)}
"""What stands behind the marks of the admin's first version: known to everybody, and nobody's secret."""

ADMIN_VERSION: Version = sealed_version(
    Version(
        entity_id=ADMIN,
        label="v1",
        trust_level="admin",
        entity_type=PERSON,
        name=_NAME,
        primary=_MET,
        permissions=EVERYTHING,
        lifecycle_state="active",
        provenance=DefinitionProvenance(event=GENESIS, action="bootstrap", by=GENESIS),
    )
)
ADMIN_PARTY = Party(
    entity=ADMIN,
    trust_level="admin",
    lifecycle_state="active",
    permissions=EVERYTHING,
    principals=frozenset({ADMIN}),
    identifiers=frozenset({f"{BOOTSTRAP.channel}:{BOOTSTRAP.identifier}"}),
)
LOCAL_CHANNEL = Channel(id=LOCAL, kind="file", approval_state="approved")
