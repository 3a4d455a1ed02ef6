"""What every namespace begins with, known by rule and said by no event: its admin, and the channel of the local file.

Source: *Entity Model*, "System Bootstrap": admin, primary identity ``webui_primary:bootstrap``, everything allowed, active.
"""

from __future__ import annotations

from kenning.model.access.channel import Channel
from kenning.model.access.party import Party
from kenning.model.access.permissions import EVERYTHING
from kenning.model.identity.definition import Definition, DefinitionProvenance, Identity, Primary, sealed_definition
from kenning.model.identity.entity import Entity, Identifier

ADMIN = "admin"
"""The id of the admin's entity in every namespace, and the principal of its sessions: the one id that is not drawn."""
LOCAL = "local"
"""The channel by which whoever opens the file speaks: approved, without a cap, since who holds the file holds all of it."""
BOOTSTRAP = Identifier(channel="webui_primary", identifier="bootstrap")
PERSON = "kenning:Person"

ADMIN_ENTITY = Entity(id=ADMIN, type=PERSON, name=ADMIN, identifiers=[BOOTSTRAP])
ADMIN_DEFINITION: Definition = sealed_definition(
    Definition(
        entity_id=ADMIN,
        label="v1",
        trust_level="admin",
        entity_type=PERSON,
        name=ADMIN,
        identity=Identity(primary=Primary(channel_id=BOOTSTRAP.channel, identifier=BOOTSTRAP.identifier)),
        permissions={},
        lifecycle_state="active",
        provenance=DefinitionProvenance(event="", action="bootstrap", by="genesis"),
    ),
    bytes(16),
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
