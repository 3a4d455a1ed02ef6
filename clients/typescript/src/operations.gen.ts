// Made by scripts/generate.mjs from the server's description. Not edited by hand.

import type { Answer, Asking, Given } from "./shape.js";

/** Every operation of the server that answers once. */
export interface Operations {
  /**
   * Ask who saw a thing (by id), what a principal saw, and what was refused; the newest first.
   *
   * Asking is in the audit, too. Raises `NotAllowedError` without the permission `read_audit`.
   *
   * `GET /v1/access/audit`
   */
  audit(given?: Given<"audit">, asking?: Asking<"audit">): Promise<Answer<"audit">>;

  /**
   * Decide whether this session may do something: ``("tool", "deploy", "invoke")``, ``("event", id, "read")``.
   *
   * Every decision is audited. What is not there and what may not be known of are denied alike.
   *
   * `POST /v1/access/check`
   */
  check(given: Given<"check">, asking?: Asking<"check">): Promise<Answer<"check">>;

  /**
   * Give the context of this session: definition, state and binding, with the permissions that hold now.
   *
   * `GET /v1/access/context`
   */
  context(given?: Given<"context">, asking?: Asking<"context">): Promise<Answer<"context">>;

  /**
   * Give what is declared of tools and sensors.
   *
   * `GET /v1/access/declarations`
   */
  declarations(given?: Given<"declarations">, asking?: Asking<"declarations">): Promise<Answer<"declarations">>;

  /**
   * Say in words whether this session may do something and why: the same evaluation as `check`.
   *
   * `POST /v1/access/explain`
   */
  explain(given: Given<"explain">, asking?: Asking<"explain">): Promise<Answer<"explain">>;

  /**
   * List the grants that stand, to one entity or all; whoever may not manage permissions sees those it gave or got.
   *
   * `GET /v1/access/grants`
   */
  grants(given?: Given<"grants">, asking?: Asking<"grants">): Promise<Answer<"grants">>;

  /**
   * Take over a grant that lost what it rested on, or end it.
   *
   * `POST /v1/access/grants/{grant_id}/review`
   */
  reviewGrant(given: Given<"review_grant">, asking?: Asking<"review_grant">): Promise<Answer<"review_grant">>;

  /**
   * End a grant, named by the event that gave it.
   *
   * `POST /v1/access/grants/{grant_id}/withdraw`
   */
  withdraw(given: Given<"withdraw">, asking?: Asking<"withdraw">): Promise<Answer<"withdraw">>;

  /**
   * List the internal entities: id by name; whoever may not manage permissions sees itself, if it is one.
   *
   * `GET /v1/access/internals`
   */
  internals(given?: Given<"internals">, asking?: Asking<"internals">): Promise<Answer<"internals">>;

  /**
   * Make an internal entity by one of the four ready retrieval policies, or change its policy; gives its id.
   *
   * Its name is that of the agent whose records are its own.
   *
   * `POST /v1/access/internals`
   */
  defineInternal(given: Given<"define_internal">, asking?: Asking<"define_internal">): Promise<Answer<"define_internal">>;

  /**
   * Draw a one-time code by which whoever speaks under an identifier becomes one with this session's entity.
   *
   * Present it with `redeem_link` in a session of that identifier, in this process, within the minutes it lives.
   *
   * `POST /v1/access/links`
   */
  issueLink(given: Given<"issue_link">, asking?: Asking<"issue_link">): Promise<Answer<"issue_link">>;

  /**
   * Present a code: this session's entity is joined with whoever issued it; gives the id of the merge.
   *
   * Raises `NotAllowedError`, in the same words whatever is wrong with the code.
   *
   * `POST /v1/access/links/redeem`
   */
  redeemLink(given: Given<"redeem_link">, asking?: Asking<"redeem_link">): Promise<Answer<"redeem_link">>;

  /**
   * Declare whether an action of a sensor reads or controls, where its name does not end in either.
   *
   * `POST /v1/access/sensors`
   */
  declareSensor(given: Given<"declare_sensor">, asking?: Asking<"declare_sensor">): Promise<Answer<"declare_sensor">>;

  /**
   * Tell whoever is signed in by which token, in which namespace and for which agent.
   *
   * `GET /v1/access/signed-in`
   */
  signedIn(given?: Given<"signed_in">, asking?: Asking<"signed_in">): Promise<Answer<"signed_in">>;

  /**
   * List the tokens that were issued and not revoked, those that are too old among them; their secrets nobody has.
   *
   * `GET /v1/access/tokens`
   */
  tokens(given?: Given<"tokens">, asking?: Asking<"tokens">): Promise<Answer<"tokens">>;

  /**
   * Issue a token by which somebody signs in: its secret is in the answer and nowhere else.
   *
   * It opens what `enter` opens: a session of the entity on the channel, for a person where `acting_for` names one. On the
   * channel `local` the admin's is that of whoever holds the file. `days` is how long it lives (`None`: until it is
   * revoked). `more`: `name`, to tell it from others; `verbs` (those it lets through), `reading` (none that changes
   * anything), `ceiling` and `domains`.
   *
   * `POST /v1/access/tokens`
   */
  issueToken(given: Given<"issue_token">, asking?: Asking<"issue_token">): Promise<Answer<"issue_token">>;

  /**
   * Revoke a token, named by the event that issued it: it opens nothing from the next call on; gives the id of the act.
   *
   * `POST /v1/access/tokens/{token_id}/revoke`
   */
  revokeToken(given: Given<"revoke_token">, asking?: Asking<"revoke_token">): Promise<Answer<"revoke_token">>;

  /**
   * Declare how dangerous a tool is: safe, effectful, administrative or reserved. One nobody declared is reserved.
   *
   * `POST /v1/access/tools`
   */
  declareTool(given: Given<"declare_tool">, asking?: Asking<"declare_tool">): Promise<Answer<"declare_tool">>;

  /**
   * Copy the store with its files and its key while it is in use; gives the paths written.
   *
   * `POST /v1/admin/backup`
   */
  backup(given?: Given<"backup">, asking?: Asking<"backup">): Promise<Answer<"backup">>;

  /**
   * Tell one state of the store from another; waits so long until it is another than ``since``.
   *
   * `GET /v1/admin/changed`
   */
  changed(given?: Given<"changed">, asking?: Asking<"changed">): Promise<Answer<"changed">>;

  /**
   * Keep in the store what the lane of meaning needs of every row, of one model or of all: of how many rows, by model.
   *
   * Recording keeps static vectors up by itself; this is for a store that was filled without the extra `vectors`, or was
   * rebuilt, and for the embedders it was opened with. It may be broken off, and goes on where it stopped. Raises
   * `NotFoundError` for a model that is none of this store's, `UnavailableError` where one cannot be reached.
   *
   * `POST /v1/admin/embed`
   */
  embed(given?: Given<"embed">, asking?: Asking<"embed">): Promise<Answer<"embed">>;

  /**
   * Destroy an entity, with all that reads as one with it: names, identifiers, attributes, claims, judgements.
   *
   * Versions of its definition stay as blanks that verify. `events`: the events too that it caused or recorded; without it
   * they stay and are listed, as other people's events that mention it always are.
   *
   * `POST /v1/admin/erase/entity`
   */
  eraseEntity(given: Given<"erase_entity">, asking?: Asking<"erase_entity">): Promise<Answer<"erase_entity">>;

  /**
   * Say what erasing an entity would destroy, and which events stay that say who it was; nothing is done.
   *
   * `POST /v1/admin/erase/entity/plan`
   */
  planEraseEntity(given: Given<"plan_erase_entity">, asking?: Asking<"plan_erase_entity">): Promise<Answer<"plan_erase_entity">>;

  /**
   * Destroy an event, what acts on it and what is derived from it, and sweep every file of the store.
   *
   * The log keeps a tombstone: who, when, why. Not reversible. Ask `plan_erase` first.
   *
   * `POST /v1/admin/erase/event`
   */
  erase(given: Given<"erase">, asking?: Asking<"erase">): Promise<Answer<"erase">>;

  /**
   * Say what erasing an event would destroy and sweep, and what it could not reach; nothing is done.
   *
   * `POST /v1/admin/erase/event/plan`
   */
  planErase(given: Given<"plan_erase">, asking?: Asking<"plan_erase">): Promise<Answer<"plan_erase">>;

  /**
   * Destroy an identifier wherever Kenning holds it; whoever was met by it stays, with what else is known.
   *
   * `events`: the events too that were caused or recorded under it; without it they stay and are listed.
   *
   * `POST /v1/admin/erase/identifier`
   */
  eraseIdentifier(given: Given<"erase_identifier">, asking?: Asking<"erase_identifier">): Promise<Answer<"erase_identifier">>;

  /**
   * Say what erasing an identifier would destroy, and which events stay that carry it; nothing is done.
   *
   * `POST /v1/admin/erase/identifier/plan`
   */
  planEraseIdentifier(given: Given<"plan_erase_identifier">, asking?: Asking<"plan_erase_identifier">): Promise<Answer<"plan_erase_identifier">>;

  /**
   * Write the log to a file, as sealed JSONL (imports with equal hashes) or as CloudEvents; gives the number of lines.
   *
   * `GET /v1/admin/export`
   */
  export(given?: Given<"export">, asking?: Asking<"export">): Promise<Answer<"export">>;

  /**
   * Draw mentions and claims out of events: by structure (tier 1), by patterns (2), by the extractors of `Config` (3, 4).
   *
   * It goes on where it was left, and nothing is claimed twice; `again` begins anew, `since` looks at what was recorded
   * from a time on, `rules` adds files of patterns, `dry_run` only says what would be learned. What an event says no more
   * is withdrawn. Raises `InvalidError` for files of rules, with their lines, and for a tier of which there is no extractor.
   *
   * `POST /v1/admin/extract`
   */
  extract(given?: Given<"extract">, asking?: Asking<"extract">): Promise<Answer<"extract">>;

  /**
   * Give the last sequence and the hash that seals it; (0, zeros) before the first event.
   *
   * `GET /v1/admin/head`
   */
  head(given?: Given<"head">, asking?: Asking<"head">): Promise<Answer<"head">>;

  /**
   * Import a foreign file or our own JSONL; importing it twice adds nothing.
   *
   * Without `keep_going` a record that is too broken refuses the whole file, and nothing is appended.
   *
   * `POST /v1/admin/import`
   */
  importFile(given: Given<"import_file">, asking?: Asking<"import_file">): Promise<Answer<"import_file">>;

  /**
   * Fold the log into fresh projections; gives the number of events folded.
   *
   * `POST /v1/admin/rebuild`
   */
  rebuild(given?: Given<"rebuild">, asking?: Asking<"rebuild">): Promise<Answer<"rebuild">>;

  /**
   * Name the models whose vectors are kept, each with the last sequence whose rows it looked at.
   *
   * `GET /v1/admin/spaces`
   */
  spaces(given?: Given<"spaces">, asking?: Asking<"spaces">): Promise<Answer<"spaces">>;

  /**
   * Drop the vectors of a model; they can be made again. Raises `NotFoundError` where none are kept.
   *
   * `POST /v1/admin/spaces/{space}/forget`
   */
  forgetSpace(given: Given<"forget_space">, asking?: Asking<"forget_space">): Promise<Answer<"forget_space">>;

  /**
   * Check the chain, the stored files, and that what is projected equals what the log folds to from nothing.
   *
   * `POST /v1/admin/verify`
   */
  verify(given?: Given<"verify">, asking?: Asking<"verify">): Promise<Answer<"verify">>;

  /**
   * List the newest versions of all artifacts, or of those of one kind.
   *
   * `GET /v1/artifacts`
   */
  artifacts(given?: Given<"artifacts">, asking?: Asking<"artifacts">): Promise<Answer<"artifacts">>;

  /**
   * Put a memory or knowledge drawn from events, or a new version of what bears the name; gives it as it reads.
   *
   * `more`: `kind` ("memory" or "knowledge"), `contradicts` (the evidence speaks against what was there), `because`,
   * `parents` (versions it is made of, by label or hash; else all the newest), `artifact` (which one gets a version, where
   * its name is to be another).
   *
   * `POST /v1/artifacts`
   */
  putArtifact(given: Given<"put_artifact">, asking?: Asking<"put_artifact">): Promise<Answer<"put_artifact">>;

  /**
   * Read an artifact, by its name, its id or the hash of a version: the version asked for, else the newest.
   *
   * `GET /v1/artifacts/{asked}`
   */
  artifact(given: Given<"artifact">, asking?: Asking<"artifact">): Promise<Answer<"artifact">>;

  /**
   * List the versions of an artifact, the oldest first; old ones stay readable.
   *
   * `GET /v1/artifacts/{asked}/versions`
   */
  artifactVersions(given: Given<"artifact_versions">, asking?: Asking<"artifact_versions">): Promise<Answer<"artifact_versions">>;

  /**
   * List the channels with the sessions bound to them; whoever may not approve channels sees its own.
   *
   * `GET /v1/channels`
   */
  channels(given?: Given<"channels">, asking?: Asking<"channels">): Promise<Answer<"channels">>;

  /**
   * Say what a channel is: its cap (none where permissions say nothing) and the labels of what comes by it.
   *
   * `POST /v1/channels`
   */
  defineChannel(given: Given<"define_channel">, asking?: Asking<"define_channel">): Promise<Answer<"define_channel">>;

  /**
   * Approve a channel: from now on it gives access, up to its cap.
   *
   * `POST /v1/channels/{channel}/approve`
   */
  approveChannel(given: Given<"approve_channel">, asking?: Asking<"approve_channel">): Promise<Answer<"approve_channel">>;

  /**
   * Note who speaks in a session of a channel. It gives nothing: what holds is the head of its definition.
   *
   * `POST /v1/channels/{channel}/bind`
   */
  bindChannel(given: Given<"bind_channel">, asking?: Asking<"bind_channel">): Promise<Answer<"bind_channel">>;

  /**
   * Reject a channel: what comes by it is recorded, and gives no access.
   *
   * `POST /v1/channels/{channel}/reject`
   */
  rejectChannel(given: Given<"reject_channel">, asking?: Asking<"reject_channel">): Promise<Answer<"reject_channel">>;

  /**
   * Take its approval from a channel, in every open session at once.
   *
   * `POST /v1/channels/{channel}/revoke`
   */
  revokeChannel(given: Given<"revoke_channel">, asking?: Asking<"revoke_channel">): Promise<Answer<"revoke_channel">>;

  /**
   * Find the lines that answer a question, best first, each with its source and what each lane gave it.
   *
   * With them come the claims about whom it names, as they hold now or at `valid_at`, what is not known, and
   * `context()`: a block for a prompt of at most `budget_tokens`.
   *
   * `POST /v1/context`
   */
  contextBlock(given: Given<"context_block">, asking?: Asking<"context_block">): Promise<Answer<"context_block">>;

  /**
   * List all entities as they read now, merged ones under their canonical id, in the order they came.
   *
   * `GET /v1/entities`
   */
  entities(given?: Given<"entities">, asking?: Asking<"entities">): Promise<Answer<"entities">>;

  /**
   * Make an entity by hand and give its id; two may bear one name.
   *
   * Raises `ConflictError` where one of its identifiers (channel, string) is another's.
   *
   * `POST /v1/entities`
   */
  createEntity(given: Given<"create_entity">, asking?: Asking<"create_entity">): Promise<Answer<"create_entity">>;

  /**
   * Give the names of entities by id: of what each reads as, or, with ``own``, as it is called by its own events alone.
   *
   * One that is not there, or was erased, has none.
   *
   * `POST /v1/entities/names`
   */
  names(given: Given<"names">, asking?: Asking<"names">): Promise<Answer<"names">>;

  /**
   * Say whom a name means, with candidates and scores; nothing is recorded.
   *
   * `POST /v1/entities/resolve`
   */
  resolve(given: Given<"resolve">, asking?: Asking<"resolve">): Promise<Answer<"resolve">>;

  /**
   * Show one entity: by id, by ``channel:identifier``, or by a name or alias that only one bears.
   *
   * Raises `NotFoundError`, and `ConflictError` with the candidates where several are called so.
   *
   * `GET /v1/entities/{asked}`
   */
  who(given: Given<"who">, asking?: Asking<"who">): Promise<Answer<"who">>;

  /**
   * List what is known about an entity: the claims whose subject it is.
   *
   * `GET /v1/entities/{asked}/about`
   */
  about(given: Given<"about">, asking?: Asking<"about">): Promise<Answer<"about">>;

  /**
   * Add names an entity goes by.
   *
   * `POST /v1/entities/{asked}/aliases`
   */
  addAlias(given: Given<"add_alias">, asking?: Asking<"add_alias">): Promise<Answer<"add_alias">>;

  /**
   * Take names from an entity, whichever of those merged brought them; mentions that were resolved by them stay.
   *
   * `POST /v1/entities/{asked}/aliases/drop`
   */
  dropAlias(given: Given<"drop_alias">, asking?: Asking<"drop_alias">): Promise<Answer<"drop_alias">>;

  /**
   * List where an entity stands in events, whatever its role, the latest first.
   *
   * `GET /v1/entities/{asked}/appears`
   */
  appears(given: Given<"appears">, asking?: Asking<"appears">): Promise<Answer<"appears">>;

  /**
   * Set attributes of an entity; ``None`` removes one.
   *
   * `POST /v1/entities/{asked}/attributes`
   */
  describe(given: Given<"describe">, asking?: Asking<"describe">): Promise<Answer<"describe">>;

  /**
   * Confirm what a score or a name joined to an entity, which opens nothing before: an identifier, a merge, or all.
   *
   * `POST /v1/entities/{asked}/confirm`
   */
  confirmIdentity(given: Given<"confirm_identity">, asking?: Asking<"confirm_identity">): Promise<Answer<"confirm_identity">>;

  /**
   * List the versions of an entity's definition with those of all that were merged into it, oldest first.
   *
   * `GET /v1/entities/{asked}/definitions`
   */
  definitions(given: Given<"definitions">, asking?: Asking<"definitions">): Promise<Answer<"definitions">>;

  /**
   * Lower an entity at once, in every open session: what it was given ends, what is known of it stays.
   *
   * Without permissions it keeps what fits the level; untrusted it keeps nothing.
   *
   * `POST /v1/entities/{asked}/demote`
   */
  demote(given: Given<"demote">, asking?: Asking<"demote">): Promise<Answer<"demote">>;

  /**
   * Raise an entity to a level and give it permissions, which makes it active; gives the id of the act, the grant's.
   *
   * `permissions` as in the document's schema, or `"full"`. Raises `NotAllowedError` with the difference where it goes
   * too far: nothing is trimmed.
   *
   * `POST /v1/entities/{asked}/elevate`
   */
  elevate(given: Given<"elevate">, asking?: Asking<"elevate">): Promise<Answer<"elevate">>;

  /**
   * Count the events in which an entity stands, in whatever role.
   *
   * `GET /v1/entities/{asked}/event-count`
   */
  eventCount(given: Given<"event_count">, asking?: Asking<"event_count">): Promise<Answer<"event_count">>;

  /**
   * Give an entity permissions beside what it has; gives the id of the grant.
   *
   * `POST /v1/entities/{asked}/grant`
   */
  grant(given: Given<"grant">, asking?: Asking<"grant">): Promise<Answer<"grant">>;

  /**
   * Bind an identifier on a channel to an entity: who acts under it is that entity.
   *
   * `POST /v1/entities/{asked}/identifiers`
   */
  bind(given: Given<"bind">, asking?: Asking<"bind">): Promise<Answer<"bind">>;

  /**
   * Take an identifier from an entity, whichever of those merged brought it.
   *
   * `POST /v1/entities/{asked}/identifiers/unbind`
   */
  unbind(given: Given<"unbind">, asking?: Asking<"unbind">): Promise<Answer<"unbind">>;

  /**
   * Declare a relationship as part of an entity's definition: by an authorised act, not drawn from any text.
   *
   * `POST /v1/entities/{asked}/relationships`
   */
  declareRelationship(given: Given<"declare_relationship">, asking?: Asking<"declare_relationship">): Promise<Answer<"declare_relationship">>;

  /**
   * End a declared relationship; the versions that had it stay.
   *
   * `POST /v1/entities/{asked}/relationships/end`
   */
  endRelationship(given: Given<"end_relationship">, asking?: Asking<"end_relationship">): Promise<Answer<"end_relationship">>;

  /**
   * Give an entity another canonical name; the old one stays as an alias. Gives the id of the act.
   *
   * `POST /v1/entities/{asked}/rename`
   */
  rename(given: Given<"rename">, asking?: Asking<"rename">): Promise<Answer<"rename">>;

  /**
   * Take a retired entity back into use, named by id, identifier, or a name that only one retired entity bore.
   *
   * Raises `ConflictError` with the candidates where several did.
   *
   * `POST /v1/entities/{asked}/restore`
   */
  restoreEntity(given: Given<"restore_entity">, asking?: Asking<"restore_entity">): Promise<Answer<"restore_entity">>;

  /**
   * Give a suspended entity back what it had.
   *
   * `POST /v1/entities/{asked}/resume`
   */
  resume(given: Given<"resume">, asking?: Asking<"resume">): Promise<Answer<"resume">>;

  /**
   * Take an entity out of use: it neither resolves nor is suggested, and its claims stay readable.
   *
   * `POST /v1/entities/{asked}/retire`
   */
  retire(given: Given<"retire">, asking?: Asking<"retire">): Promise<Answer<"retire">>;

  /**
   * Take all access from an entity for good.
   *
   * `POST /v1/entities/{asked}/revoke`
   */
  revoke(given: Given<"revoke">, asking?: Asking<"revoke">): Promise<Answer<"revoke">>;

  /**
   * Split an entity at any time: without a name, undo a merge; with one, names and identifiers go to a new entity.
   *
   * Gives the id of the act, or of the new entity. What was linked meanwhile stays where it was written.
   *
   * `POST /v1/entities/{asked}/split`
   */
  split(given: Given<"split">, asking?: Asking<"split">): Promise<Answer<"split">>;

  /**
   * Compute what the log says of an entity up to this session's moment: last seen, how often, where, with whom.
   *
   * `GET /v1/entities/{asked}/state`
   */
  state(given: Given<"state">, asking?: Asking<"state">): Promise<Answer<"state">>;

  /**
   * Take all access from an entity until it is resumed; its level and permissions stay as they are.
   *
   * `POST /v1/entities/{asked}/suspend`
   */
  suspend(given: Given<"suspend">, asking?: Asking<"suspend">): Promise<Answer<"suspend">>;

  /**
   * Give an entity another type of the active schema.
   *
   * `POST /v1/entities/{asked}/type`
   */
  retype(given: Given<"retype">, asking?: Asking<"retype">): Promise<Answer<"retype">>;

  /**
   * Undo a merge, named by its id or by the entity that went, within the grace period; gives the id of the act.
   *
   * `POST /v1/entities/{asked}/unmerge`
   */
  unmerge(given: Given<"unmerge">, asking?: Asking<"unmerge">): Promise<Answer<"unmerge">>;

  /**
   * Judge that two entities are never the same: no score suggests or joins them from then on.
   *
   * `POST /v1/entities/{a}/hold-apart`
   */
  holdApart(given: Given<"hold_apart">, asking?: Asking<"hold_apart">): Promise<Answer<"hold_apart">>;

  /**
   * Take back that two entities are never the same.
   *
   * `POST /v1/entities/{a}/hold-open`
   */
  holdOpen(given: Given<"hold_open">, asking?: Asking<"hold_open">): Promise<Answer<"hold_open">>;

  /**
   * Judge two entities to be one; give the id of the merge. ``policies`` settle single attributes.
   *
   * A policy is survivor_wins, merged_wins, newest, concatenate or reject.
   *
   * `POST /v1/entities/{survivor}/merge`
   */
  merge(given: Given<"merge">, asking?: Asking<"merge">): Promise<Answer<"merge">>;

  /**
   * Say what a merge would change; nothing is done. Raises `ConflictError` where they may not be one.
   *
   * `POST /v1/entities/{survivor}/merge/plan`
   */
  planMerge(given: Given<"plan_merge">, asking?: Asking<"plan_merge">): Promise<Answer<"plan_merge">>;

  /**
   * List what happened together, in order: the events of a thread until it falls silent, with their summary.
   *
   * Raises `InvalidError` for times and silences that are none.
   *
   * `GET /v1/episodes`
   */
  episodes(given?: Given<"episodes">, asking?: Asking<"episodes">): Promise<Answer<"episodes">>;

  /**
   * Summarise episodes that are over: by their most telling lines, or by a summariser of yours.
   *
   * No episode is summarised twice; one that changed is summarised anew, which supersedes what was said of it. Interrupted,
   * the next call goes on. With `dry_run` nothing is recorded.
   *
   * `POST /v1/episodes/summarise`
   */
  summarise(given?: Given<"summarise">, asking?: Asking<"summarise">): Promise<Answer<"summarise">>;

  /**
   * Give a stretch of the log at once, with a cursor behind which it goes on: now or later, nothing skipped or repeated.
   *
   * `after` is such a cursor, a sequence, the id of an event, or "end" for where the log ends now; `limit` is at most
   * 1,000. `each` gives a cursor behind each event, too.
   *
   * `GET /v1/events`
   */
  stretch(given?: Given<"stretch">, asking?: Asking<"stretch">): Promise<Answer<"stretch">>;

  /**
   * Append one event: an `Event`, its JSON, a mapping, or the plain text of a note.
   *
   * `expected_sequence` makes it compare-and-set; `files_from` is the folder below which local files may be named.
   * Raises `InvalidError`, `ConflictError`, `ErasedError`, `UnavailableError`; nothing is recorded then.
   *
   * `POST /v1/events`
   */
  record(given: Given<"record">, asking?: Asking<"record">): Promise<Answer<"record">>;

  /**
   * Append a batch in one transaction, all or none; later events may link to earlier ones by the ids they bring.
   *
   * `POST /v1/events/batch`
   */
  recordMany(given: Given<"record_many">, asking?: Asking<"record_many">): Promise<Answer<"record_many">>;

  /**
   * Give one event as it was recorded; without content where it is redacted.
   *
   * Raises `NotFoundError`, and `ErasedError` with the tombstone where it was erased.
   *
   * `GET /v1/events/{event_id}`
   */
  event(given: Given<"event">, asking?: Asking<"event">): Promise<Answer<"event">>;

  /**
   * Add context to an event; it is folded into its view.
   *
   * `POST /v1/events/{event_id}/amend`
   */
  amend(given: Given<"amend">, asking?: Asking<"amend">): Promise<Answer<"amend">>;

  /**
   * Correct an event by a JSON merge patch over time, location, context, content, entities' texts or privacy.
   *
   * `POST /v1/events/{event_id}/correct`
   */
  correct(given: Given<"correct">, asking?: Asking<"correct">): Promise<Answer<"correct">>;

  /**
   * Attach a local file to an event: it is hashed, stored once and verified whenever it is read.
   *
   * `POST /v1/events/{event_id}/files`
   */
  attach(given: Given<"attach">, asking?: Asking<"attach">): Promise<Answer<"attach">>;

  /**
   * Give the bytes of a file of an event's view, verified against the hash recorded with it.
   *
   * `GET /v1/events/{event_id}/files/{name}`
   */
  file(given: Given<"file">, asking?: Asking<"file">): Promise<Answer<"file">>;

  /**
   * Give one event as it reads at this session's moment: corrected, amended, with files, derivations and history.
   *
   * `GET /v1/events/{event_id}/history`
   */
  history(given: Given<"history">, asking?: Asking<"history">): Promise<Answer<"history">>;

  /**
   * Walk links from an event: ``up`` to what it links to, ``down`` to what links to it, to a depth.
   *
   * `GET /v1/events/{event_id}/links`
   */
  links(given: Given<"links">, asking?: Asking<"links">): Promise<Answer<"links">>;

  /**
   * Hide an event from every reading, now and at every earlier moment, until the redaction is lifted.
   *
   * `POST /v1/events/{event_id}/redact`
   */
  redact(given: Given<"redact">, asking?: Asking<"redact">): Promise<Answer<"redact">>;

  /**
   * Give one event as it reads at this session's moment: corrected, amended, with files, derivations and history.
   *
   * `GET /v1/events/{event_id}/view`
   */
  view(given: Given<"view">, asking?: Asking<"view">): Promise<Answer<"view">>;

  /**
   * Lift a redaction by superseding it.
   *
   * `POST /v1/events/{redaction_id}/lift`
   */
  lift(given: Given<"lift">, asking?: Asking<"lift">): Promise<Answer<"lift">>;

  /**
   * Tell what connects two entities: claims that join them, the shortest ways of relations, events that concern both.
   *
   * At most `limit` events are listed, the latest. Raises `InvalidError` where the two are one, `NotFoundError`.
   *
   * `GET /v1/graph/between`
   */
  between(given: Given<"between">, asking?: Asking<"between">): Promise<Answer<"between">>;

  /**
   * Give the shortest ways from one entity to another, or every simple one up to the depth.
   *
   * `GET /v1/graph/path`
   */
  paths(given: Given<"paths">, asking?: Asking<"paths">): Promise<Answer<"paths">>;

  /**
   * Walk from an entity along its relations, hop by hop; with claims about those met, and events that mention them.
   *
   * `GET /v1/graph/star`
   */
  star(given: Given<"star">, asking?: Asking<"star">): Promise<Answer<"star">>;

  /**
   * Give all entities within some hops of one, and every relation between them.
   *
   * `GET /v1/graph/subgraph`
   */
  subgraph(given: Given<"subgraph">, asking?: Asking<"subgraph">): Promise<Answer<"subgraph">>;

  /**
   * Learn a macro from what an entity did: steps such as ``tool:deploy:invoke``, the events they were done in.
   *
   * It is bound to what the entity is permitted now. Raises `NotAllowedError` where a step is not.
   *
   * `POST /v1/macros`
   */
  learnMacro(given: Given<"learn_macro">, asking?: Asking<"learn_macro">): Promise<Answer<"learn_macro">>;

  /**
   * Give a macro to be carried out, step by step; each step is asked for once more when it is done.
   *
   * Raises `NotAllowedError` where what its entity is permitted has changed since, until it is validated, and where a step is
   * not allowed to this session.
   *
   * `POST /v1/macros/{asked}/use`
   */
  useMacro(given: Given<"use_macro">, asking?: Asking<"use_macro">): Promise<Answer<"use_macro">>;

  /**
   * Judge each step of a macro under what its entity is permitted now; where all are allowed a new version holds.
   *
   * Raises `NotAllowedError` without the permission `manage_permissions`.
   *
   * `POST /v1/macros/{asked}/validate`
   */
  validateMacro(given: Given<"validate_macro">, asking?: Asking<"validate_macro">): Promise<Answer<"validate_macro">>;

  /**
   * List the notices nobody has seen, the newest first; ``read`` lists those that were seen as well.
   *
   * `GET /v1/notices`
   */
  inbox(given?: Given<"inbox">, asking?: Asking<"inbox">): Promise<Answer<"inbox">>;

  /**
   * Note that notices were seen: those about these events, or all; gives the act, nothing where all were seen already.
   *
   * `POST /v1/notices/read`
   */
  readNotices(given?: Given<"read_notices">, asking?: Asking<"read_notices">): Promise<Answer<"read_notices">>;

  /**
   * Find the lines that answer a question, best first, each with its source and what each lane gave it.
   *
   * With them come the claims about whom it names, as they hold now or at `valid_at`, what is not known, and
   * `context()`: a block for a prompt of at most `budget_tokens`.
   *
   * `POST /v1/recall`
   */
  recall(given: Given<"recall">, asking?: Asking<"recall">): Promise<Answer<"recall">>;

  /**
   * Claim that two entities stand in a relation; see `assert_claim`.
   *
   * `POST /v1/relations`
   */
  relate(given: Given<"relate">, asking?: Asking<"relate">): Promise<Answer<"relate">>;

  /**
   * List what waits for a person: discovered entities, suggested merges, mentions nobody could decide.
   *
   * Where the log has grown by a twentieth since, whoever holds the file looks first at who may be one by their habits
   * (`look_for_merges`), and records what that suggests. Not without `look`, nor at a moment of the past.
   *
   * `GET /v1/reviews`
   */
  reviews(given?: Given<"reviews">, asking?: Asking<"reviews">): Promise<Answer<"reviews">>;

  /**
   * Compare all who act on a channel once more, by hours, vocabulary, devices and networks too; suggests, never joins.
   *
   * `reviews` does so unasked when enough has happened; this does it now. Gives how many suggestions are new in the review.
   *
   * `POST /v1/reviews/look`
   */
  lookForMerges(given?: Given<"look_for_merges">, asking?: Asking<"look_for_merges">): Promise<Answer<"look_for_merges">>;

  /**
   * Say what is to become of an item of the review queue: ``accept``, ``reject`` for ever, or ``later``.
   *
   * `POST /v1/reviews/{item}/answer`
   */
  answerReview(given: Given<"answer_review">, asking?: Asking<"answer_review">): Promise<Answer<"answer_review">>;

  /**
   * Give the user's schema in force at this session's moment, or one of its versions; nothing where none was applied.
   *
   * `GET /v1/schema`
   */
  schema(given?: Given<"schema">, asking?: Asking<"schema">): Promise<Answer<"schema">>;

  /**
   * Apply a schema file as the next version; gives it, and how it differs from the one before.
   *
   * Raises `InvalidError` that lists everything wrong with the file, each with its line.
   *
   * `POST /v1/schema`
   */
  applySchema(given: Given<"apply_schema">, asking?: Asking<"apply_schema">): Promise<Answer<"apply_schema">>;

  /**
   * Give the system's schema and the user's as one, as they are in force at this session's moment.
   *
   * `GET /v1/schema/active`
   */
  activeSchema(given?: Given<"active_schema">, asking?: Asking<"active_schema">): Promise<Answer<"active_schema">>;

  /**
   * Say how a schema file differs from what is in force; nothing is applied. Raises `InvalidError` as `apply_schema`.
   *
   * `POST /v1/schema/compare`
   */
  compareSchema(given: Given<"compare_schema">, asking?: Asking<"compare_schema">): Promise<Answer<"compare_schema">>;

  /**
   * List claims about an entity (or, with ``obj``, relations to it, or all): those that hold, each with its evidence.
   *
   * `valid_at` asks for those that held at a moment; `ended` lists the ended ones too. This session's moment is the other
   * axis: what was recorded by then.
   *
   * `GET /v1/statements`
   */
  claims(given?: Given<"claims">, asking?: Asking<"claims">): Promise<Answer<"claims">>;

  /**
   * Claim a value of an entity, such as a birthday or a preference; gives the id of the act.
   *
   * `more`: `evidence` (ids of events), `confidence`, `valid_from`, `valid_to`, `time_zone`, `topic` and
   * `reason`. Without evidence your words are recorded and are it. The same claim again adds evidence.
   *
   * `POST /v1/statements`
   */
  assertClaim(given: Given<"assert_claim">, asking?: Asking<"assert_claim">): Promise<Answer<"assert_claim">>;

  /**
   * List claims that cannot all hold, of one entity or of all, with a recommendation and its reasons.
   *
   * `GET /v1/statements/contradictions`
   */
  contradictions(given?: Given<"contradictions">, asking?: Asking<"contradictions">): Promise<Answer<"contradictions">>;

  /**
   * Say that something holds no longer, from ``valid_from`` on; it stays as what once held.
   *
   * `POST /v1/statements/end`
   */
  endClaim(given: Given<"end_claim">, asking?: Asking<"end_claim">): Promise<Answer<"end_claim">>;

  /**
   * Give one claim as it was written, with all it rests on, whether or not it holds.
   *
   * `GET /v1/statements/{claim_id}`
   */
  claim(given: Given<"claim">, asking?: Asking<"claim">): Promise<Answer<"claim">>;

  /**
   * List how one claim read, version by version.
   *
   * `GET /v1/statements/{claim_id}/history`
   */
  claimHistory(given: Given<"claim_history">, asking?: Asking<"claim_history">): Promise<Answer<"claim_history">>;

  /**
   * Withdraw a claim altogether: what it had closed is open again.
   *
   * `POST /v1/statements/{claim_id}/retract`
   */
  retract(given: Given<"retract">, asking?: Asking<"retract">): Promise<Answer<"retract">>;

  /**
   * Say that a claim is replaced and never held as it stood.
   *
   * `POST /v1/statements/{claim_id}/supersede`
   */
  supersede(given: Given<"supersede">, asking?: Asking<"supersede">): Promise<Answer<"supersede">>;

  /**
   * Walk from a claim to the words it rests on: who said them, when, and by what it was drawn from them.
   *
   * Only what this session may read. Raises `NotFoundError` where there is no such claim.
   *
   * `GET /v1/statements/{claim_id}/trail`
   */
  trail(given: Given<"trail">, asking?: Asking<"trail">): Promise<Answer<"trail">>;

  /**
   * List views by the time they are about, under filters.
   *
   * `GET /v1/timeline`
   */
  timeline(given?: Given<"timeline">, asking?: Asking<"timeline">): Promise<Answer<"timeline">>;
}

/** Which method is which request. */
export const OPERATIONS = {
  audit: {"method":"GET","path":"/v1/access/audit","inPath":[],"inQuery":["seen","by","refused","limit","at"]},
  check: {"method":"POST","path":"/v1/access/check","inPath":[],"inQuery":["at"],"takes":"fields"},
  context: {"method":"GET","path":"/v1/access/context","inPath":[],"inQuery":["at"]},
  declarations: {"method":"GET","path":"/v1/access/declarations","inPath":[],"inQuery":["at"]},
  explain: {"method":"POST","path":"/v1/access/explain","inPath":[],"inQuery":["at"],"takes":"fields"},
  grants: {"method":"GET","path":"/v1/access/grants","inPath":[],"inQuery":["asked","limit","at"]},
  reviewGrant: {"method":"POST","path":"/v1/access/grants/{grant_id}/review","inPath":["grant_id"],"inQuery":[],"takes":"fields"},
  withdraw: {"method":"POST","path":"/v1/access/grants/{grant_id}/withdraw","inPath":["grant_id"],"inQuery":[]},
  internals: {"method":"GET","path":"/v1/access/internals","inPath":[],"inQuery":["at"]},
  defineInternal: {"method":"POST","path":"/v1/access/internals","inPath":[],"inQuery":[],"takes":"fields"},
  issueLink: {"method":"POST","path":"/v1/access/links","inPath":[],"inQuery":[],"takes":"fields"},
  redeemLink: {"method":"POST","path":"/v1/access/links/redeem","inPath":[],"inQuery":[],"takes":"fields"},
  declareSensor: {"method":"POST","path":"/v1/access/sensors","inPath":[],"inQuery":[],"takes":"fields"},
  signedIn: {"method":"GET","path":"/v1/access/signed-in","inPath":[],"inQuery":[]},
  tokens: {"method":"GET","path":"/v1/access/tokens","inPath":[],"inQuery":["at"]},
  issueToken: {"method":"POST","path":"/v1/access/tokens","inPath":[],"inQuery":[],"takes":"fields"},
  revokeToken: {"method":"POST","path":"/v1/access/tokens/{token_id}/revoke","inPath":["token_id"],"inQuery":[]},
  declareTool: {"method":"POST","path":"/v1/access/tools","inPath":[],"inQuery":[],"takes":"fields"},
  backup: {"method":"POST","path":"/v1/admin/backup","inPath":[],"inQuery":["at"],"gives":"application/x-tar"},
  changed: {"method":"GET","path":"/v1/admin/changed","inPath":[],"inQuery":["since","waitS","at"]},
  embed: {"method":"POST","path":"/v1/admin/embed","inPath":[],"inQuery":[],"takes":"fields"},
  eraseEntity: {"method":"POST","path":"/v1/admin/erase/entity","inPath":[],"inQuery":[],"takes":"fields"},
  planEraseEntity: {"method":"POST","path":"/v1/admin/erase/entity/plan","inPath":[],"inQuery":["at"],"takes":"fields"},
  erase: {"method":"POST","path":"/v1/admin/erase/event","inPath":[],"inQuery":[],"takes":"fields"},
  planErase: {"method":"POST","path":"/v1/admin/erase/event/plan","inPath":[],"inQuery":["at"],"takes":"fields"},
  eraseIdentifier: {"method":"POST","path":"/v1/admin/erase/identifier","inPath":[],"inQuery":[],"takes":"fields"},
  planEraseIdentifier: {"method":"POST","path":"/v1/admin/erase/identifier/plan","inPath":[],"inQuery":["at"],"takes":"fields"},
  export: {"method":"GET","path":"/v1/admin/export","inPath":[],"inQuery":["format","at"],"gives":"application/octet-stream"},
  extract: {"method":"POST","path":"/v1/admin/extract","inPath":[],"inQuery":[],"takes":"fields"},
  head: {"method":"GET","path":"/v1/admin/head","inPath":[],"inQuery":["at"]},
  importFile: {"method":"POST","path":"/v1/admin/import","inPath":[],"inQuery":["format","keepGoing","name","options"],"takes":"application/octet-stream"},
  rebuild: {"method":"POST","path":"/v1/admin/rebuild","inPath":[],"inQuery":[]},
  spaces: {"method":"GET","path":"/v1/admin/spaces","inPath":[],"inQuery":["at"]},
  forgetSpace: {"method":"POST","path":"/v1/admin/spaces/{space}/forget","inPath":["space"],"inQuery":[]},
  verify: {"method":"POST","path":"/v1/admin/verify","inPath":[],"inQuery":["at"]},
  artifacts: {"method":"GET","path":"/v1/artifacts","inPath":[],"inQuery":["kind","at"]},
  putArtifact: {"method":"POST","path":"/v1/artifacts","inPath":[],"inQuery":[],"takes":"fields"},
  artifact: {"method":"GET","path":"/v1/artifacts/{asked}","inPath":["asked"],"inQuery":["version","at"]},
  artifactVersions: {"method":"GET","path":"/v1/artifacts/{asked}/versions","inPath":["asked"],"inQuery":["at"]},
  channels: {"method":"GET","path":"/v1/channels","inPath":[],"inQuery":["at"]},
  defineChannel: {"method":"POST","path":"/v1/channels","inPath":[],"inQuery":[],"takes":"fields"},
  approveChannel: {"method":"POST","path":"/v1/channels/{channel}/approve","inPath":["channel"],"inQuery":[]},
  bindChannel: {"method":"POST","path":"/v1/channels/{channel}/bind","inPath":["channel"],"inQuery":[],"takes":"fields"},
  rejectChannel: {"method":"POST","path":"/v1/channels/{channel}/reject","inPath":["channel"],"inQuery":[]},
  revokeChannel: {"method":"POST","path":"/v1/channels/{channel}/revoke","inPath":["channel"],"inQuery":[]},
  contextBlock: {"method":"POST","path":"/v1/context","inPath":[],"inQuery":["at"],"takes":"fields"},
  entities: {"method":"GET","path":"/v1/entities","inPath":[],"inQuery":["at"]},
  createEntity: {"method":"POST","path":"/v1/entities","inPath":[],"inQuery":[],"takes":"fields"},
  names: {"method":"POST","path":"/v1/entities/names","inPath":[],"inQuery":["at"],"takes":"fields"},
  resolve: {"method":"POST","path":"/v1/entities/resolve","inPath":[],"inQuery":["at"],"takes":"fields"},
  who: {"method":"GET","path":"/v1/entities/{asked}","inPath":["asked"],"inQuery":["at"]},
  about: {"method":"GET","path":"/v1/entities/{asked}/about","inPath":["asked"],"inQuery":["at"]},
  addAlias: {"method":"POST","path":"/v1/entities/{asked}/aliases","inPath":["asked"],"inQuery":[],"takes":"fields"},
  dropAlias: {"method":"POST","path":"/v1/entities/{asked}/aliases/drop","inPath":["asked"],"inQuery":[],"takes":"fields"},
  appears: {"method":"GET","path":"/v1/entities/{asked}/appears","inPath":["asked"],"inQuery":["kinds","actors","entities","after","before","limit","at"]},
  describe: {"method":"POST","path":"/v1/entities/{asked}/attributes","inPath":["asked"],"inQuery":[],"takes":"fields"},
  confirmIdentity: {"method":"POST","path":"/v1/entities/{asked}/confirm","inPath":["asked"],"inQuery":[],"takes":"fields"},
  definitions: {"method":"GET","path":"/v1/entities/{asked}/definitions","inPath":["asked"],"inQuery":["at"]},
  demote: {"method":"POST","path":"/v1/entities/{asked}/demote","inPath":["asked"],"inQuery":[],"takes":"fields"},
  elevate: {"method":"POST","path":"/v1/entities/{asked}/elevate","inPath":["asked"],"inQuery":[],"takes":"fields"},
  eventCount: {"method":"GET","path":"/v1/entities/{asked}/event-count","inPath":["asked"],"inQuery":["at"]},
  grant: {"method":"POST","path":"/v1/entities/{asked}/grant","inPath":["asked"],"inQuery":[],"takes":"fields"},
  bind: {"method":"POST","path":"/v1/entities/{asked}/identifiers","inPath":["asked"],"inQuery":[],"takes":"fields"},
  unbind: {"method":"POST","path":"/v1/entities/{asked}/identifiers/unbind","inPath":["asked"],"inQuery":[],"takes":"fields"},
  declareRelationship: {"method":"POST","path":"/v1/entities/{asked}/relationships","inPath":["asked"],"inQuery":[],"takes":"fields"},
  endRelationship: {"method":"POST","path":"/v1/entities/{asked}/relationships/end","inPath":["asked"],"inQuery":[],"takes":"fields"},
  rename: {"method":"POST","path":"/v1/entities/{asked}/rename","inPath":["asked"],"inQuery":[],"takes":"fields"},
  restoreEntity: {"method":"POST","path":"/v1/entities/{asked}/restore","inPath":["asked"],"inQuery":[]},
  resume: {"method":"POST","path":"/v1/entities/{asked}/resume","inPath":["asked"],"inQuery":[]},
  retire: {"method":"POST","path":"/v1/entities/{asked}/retire","inPath":["asked"],"inQuery":[]},
  revoke: {"method":"POST","path":"/v1/entities/{asked}/revoke","inPath":["asked"],"inQuery":[]},
  split: {"method":"POST","path":"/v1/entities/{asked}/split","inPath":["asked"],"inQuery":[],"takes":"fields"},
  state: {"method":"GET","path":"/v1/entities/{asked}/state","inPath":["asked"],"inQuery":["at"]},
  suspend: {"method":"POST","path":"/v1/entities/{asked}/suspend","inPath":["asked"],"inQuery":[]},
  retype: {"method":"POST","path":"/v1/entities/{asked}/type","inPath":["asked"],"inQuery":[],"takes":"fields"},
  unmerge: {"method":"POST","path":"/v1/entities/{asked}/unmerge","inPath":["asked"],"inQuery":[]},
  holdApart: {"method":"POST","path":"/v1/entities/{a}/hold-apart","inPath":["a"],"inQuery":[],"takes":"fields"},
  holdOpen: {"method":"POST","path":"/v1/entities/{a}/hold-open","inPath":["a"],"inQuery":[],"takes":"fields"},
  merge: {"method":"POST","path":"/v1/entities/{survivor}/merge","inPath":["survivor"],"inQuery":[],"takes":"fields"},
  planMerge: {"method":"POST","path":"/v1/entities/{survivor}/merge/plan","inPath":["survivor"],"inQuery":["at"],"takes":"fields"},
  episodes: {"method":"GET","path":"/v1/episodes","inPath":[],"inQuery":["after","before","silenceS","open","at"]},
  summarise: {"method":"POST","path":"/v1/episodes/summarise","inPath":[],"inQuery":[],"takes":"fields"},
  stretch: {"method":"GET","path":"/v1/events","inPath":[],"inQuery":["cursor","limit","kinds","actors","entities","after","before","each","at"]},
  record: {"method":"POST","path":"/v1/events","inPath":[],"inQuery":["expectedSequence"],"takes":"fields"},
  recordMany: {"method":"POST","path":"/v1/events/batch","inPath":[],"inQuery":["expectedSequence"],"takes":"application/json"},
  follow: {"method":"GET","path":"/v1/events/stream","inPath":[],"inQuery":["cursor","kinds","actors","entities","after","before"],"gives":"text/event-stream"},
  event: {"method":"GET","path":"/v1/events/{event_id}","inPath":["event_id"],"inQuery":["at"]},
  amend: {"method":"POST","path":"/v1/events/{event_id}/amend","inPath":["event_id"],"inQuery":[],"takes":"fields"},
  correct: {"method":"POST","path":"/v1/events/{event_id}/correct","inPath":["event_id"],"inQuery":[],"takes":"fields"},
  attach: {"method":"POST","path":"/v1/events/{event_id}/files","inPath":["event_id"],"inQuery":["role","contentType","name"],"takes":"application/octet-stream"},
  file: {"method":"GET","path":"/v1/events/{event_id}/files/{name}","inPath":["event_id","name"],"inQuery":["at"],"gives":"application/octet-stream"},
  history: {"method":"GET","path":"/v1/events/{event_id}/history","inPath":["event_id"],"inQuery":["at"]},
  links: {"method":"GET","path":"/v1/events/{event_id}/links","inPath":["event_id"],"inQuery":["direction","depth","at"]},
  redact: {"method":"POST","path":"/v1/events/{event_id}/redact","inPath":["event_id"],"inQuery":[],"takes":"fields"},
  view: {"method":"GET","path":"/v1/events/{event_id}/view","inPath":["event_id"],"inQuery":["at"]},
  lift: {"method":"POST","path":"/v1/events/{redaction_id}/lift","inPath":["redaction_id"],"inQuery":[],"takes":"fields"},
  between: {"method":"GET","path":"/v1/graph/between","inPath":[],"inQuery":["start","goal","limit","at"]},
  paths: {"method":"GET","path":"/v1/graph/path","inPath":[],"inQuery":["start","goal","depth","direction","types","branching","edges","paths","every","at"]},
  star: {"method":"GET","path":"/v1/graph/star","inPath":[],"inQuery":["anchor","depth","direction","types","branching","edges","paths","at"]},
  subgraph: {"method":"GET","path":"/v1/graph/subgraph","inPath":[],"inQuery":["anchor","depth","direction","types","branching","edges","paths","at"]},
  learnMacro: {"method":"POST","path":"/v1/macros","inPath":[],"inQuery":[],"takes":"fields"},
  useMacro: {"method":"POST","path":"/v1/macros/{asked}/use","inPath":["asked"],"inQuery":[]},
  validateMacro: {"method":"POST","path":"/v1/macros/{asked}/validate","inPath":["asked"],"inQuery":[]},
  inbox: {"method":"GET","path":"/v1/notices","inPath":[],"inQuery":["read","limit","at"]},
  readNotices: {"method":"POST","path":"/v1/notices/read","inPath":[],"inQuery":[],"takes":"fields"},
  recall: {"method":"POST","path":"/v1/recall","inPath":[],"inQuery":["at"],"takes":"fields"},
  relate: {"method":"POST","path":"/v1/relations","inPath":[],"inQuery":[],"takes":"fields"},
  reviews: {"method":"GET","path":"/v1/reviews","inPath":[],"inQuery":["limit","look","at"]},
  lookForMerges: {"method":"POST","path":"/v1/reviews/look","inPath":[],"inQuery":[]},
  answerReview: {"method":"POST","path":"/v1/reviews/{item}/answer","inPath":["item"],"inQuery":[],"takes":"fields"},
  schema: {"method":"GET","path":"/v1/schema","inPath":[],"inQuery":["version","at"]},
  applySchema: {"method":"POST","path":"/v1/schema","inPath":[],"inQuery":[],"takes":"application/yaml"},
  activeSchema: {"method":"GET","path":"/v1/schema/active","inPath":[],"inQuery":["at"]},
  compareSchema: {"method":"POST","path":"/v1/schema/compare","inPath":[],"inQuery":["at"],"takes":"application/yaml"},
  claims: {"method":"GET","path":"/v1/statements","inPath":[],"inQuery":["subject","obj","predicate","validAt","ended","at"]},
  assertClaim: {"method":"POST","path":"/v1/statements","inPath":[],"inQuery":[],"takes":"fields"},
  contradictions: {"method":"GET","path":"/v1/statements/contradictions","inPath":[],"inQuery":["asked","at"]},
  endClaim: {"method":"POST","path":"/v1/statements/end","inPath":[],"inQuery":[],"takes":"fields"},
  claim: {"method":"GET","path":"/v1/statements/{claim_id}","inPath":["claim_id"],"inQuery":["at"]},
  claimHistory: {"method":"GET","path":"/v1/statements/{claim_id}/history","inPath":["claim_id"],"inQuery":["at"]},
  retract: {"method":"POST","path":"/v1/statements/{claim_id}/retract","inPath":["claim_id"],"inQuery":[],"takes":"fields"},
  supersede: {"method":"POST","path":"/v1/statements/{claim_id}/supersede","inPath":["claim_id"],"inQuery":[],"takes":"fields"},
  trail: {"method":"GET","path":"/v1/statements/{claim_id}/trail","inPath":["claim_id"],"inQuery":["at"]},
  timeline: {"method":"GET","path":"/v1/timeline","inPath":[],"inQuery":["kinds","actors","entities","after","before","limit","newestFirst","at"]},
} as const;
