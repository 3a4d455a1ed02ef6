-- The entity graph, all of it projected. A `place` is namespace number * 2^40 + the sequence of the event that created the entity,
-- or made the judgement or claim. A row counts at n where since <= n < until; `until` is 2^40 while it is open.

-- name: create
CREATE TABLE IF NOT EXISTS entities (place INTEGER PRIMARY KEY, ns INTEGER NOT NULL, id TEXT NOT NULL, agent TEXT NOT NULL);
CREATE UNIQUE INDEX IF NOT EXISTS entities_id ON entities (ns, id);
-- Who was erased; `since` is the tombstone. The versions of their definitions stay under the same place.
CREATE TABLE IF NOT EXISTS graves (place INTEGER PRIMARY KEY, ns INTEGER NOT NULL, id TEXT NOT NULL, since INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS graves_id ON graves (ns, id);
-- What an entity is by its own events; `at` says when each attribute was set, `marks` which event says what.
CREATE TABLE IF NOT EXISTS records (
  place INTEGER NOT NULL, since INTEGER NOT NULL, until INTEGER NOT NULL, body TEXT NOT NULL, at TEXT NOT NULL,
  marks TEXT NOT NULL,
  PRIMARY KEY (place, since)
) WITHOUT ROWID;
-- By what an entity is found: keys of its names ("exact", "sorted", "part", ...), and identifiers ("id").
CREATE TABLE IF NOT EXISTS names (
  ns INTEGER NOT NULL, agent TEXT NOT NULL, key TEXT NOT NULL, kind TEXT NOT NULL, place INTEGER NOT NULL,
  since INTEGER NOT NULL, until INTEGER NOT NULL,
  PRIMARY KEY (ns, agent, key, kind, place, since)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS names_place ON names (place);
-- The same names in the order they came, from which likeness by trigrams is worked out in memory.
CREATE TABLE IF NOT EXISTS forms (
  serial INTEGER PRIMARY KEY AUTOINCREMENT, ns INTEGER NOT NULL, place INTEGER NOT NULL, key TEXT NOT NULL,
  surface TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS forms_place ON forms (place);
-- How many they are in each namespace, which no other namespace changes.
CREATE TABLE IF NOT EXISTS form_counts (ns INTEGER PRIMARY KEY, count INTEGER NOT NULL);
CREATE TRIGGER IF NOT EXISTS forms_added AFTER INSERT ON forms BEGIN
  INSERT INTO form_counts (ns, count) VALUES (new.ns, 1) ON CONFLICT (ns) DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER IF NOT EXISTS forms_dropped AFTER DELETE ON forms BEGIN
  UPDATE form_counts SET count = count - 1 WHERE ns = old.ns;
END;
-- Versions of definitions, as they are hashed: names and what describes are commitments, and the values stand in the log alone.
CREATE TABLE IF NOT EXISTS definitions (
  place INTEGER NOT NULL, since INTEGER NOT NULL, number INTEGER NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL,
  PRIMARY KEY (place, since, number)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS definitions_id ON definitions (id);
CREATE TABLE IF NOT EXISTS judgements (
  place INTEGER PRIMARY KEY, until INTEGER NOT NULL, survivor INTEGER NOT NULL, merged INTEGER NOT NULL,
  event TEXT NOT NULL, body TEXT NOT NULL, at TEXT NOT NULL, made_by TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS judgements_survivor ON judgements (survivor);
CREATE INDEX IF NOT EXISTS judgements_merged ON judgements (merged);
CREATE INDEX IF NOT EXISTS judgements_event ON judgements (event);
-- Which entity another reads as; no row where it is its own.
CREATE TABLE IF NOT EXISTS redirects (
  place INTEGER NOT NULL, since INTEGER NOT NULL, until INTEGER NOT NULL, root INTEGER NOT NULL,
  PRIMARY KEY (place, since)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS redirects_root ON redirects (root);
-- Pairs that are never the same; a < b by id.
CREATE TABLE IF NOT EXISTS apart (
  a INTEGER NOT NULL, b INTEGER NOT NULL, since INTEGER NOT NULL, until INTEGER NOT NULL, PRIMARY KEY (a, b, since)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS apart_b ON apart (b);
-- Where an entity stands: in which event (its place), in which role, at which path, by which resolution.
CREATE TABLE IF NOT EXISTS mentions (
  place INTEGER NOT NULL, event INTEGER NOT NULL, role TEXT NOT NULL, path TEXT NOT NULL, since INTEGER NOT NULL,
  PRIMARY KEY (place, event, role, path)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS mentions_event ON mentions (event);
-- Mentions nobody could decide yet, by the key of what was written.
CREATE TABLE IF NOT EXISTS pending (
  ns INTEGER NOT NULL, key TEXT NOT NULL, event INTEGER NOT NULL, path TEXT NOT NULL, surface TEXT NOT NULL,
  role TEXT NOT NULL, since INTEGER NOT NULL, until INTEGER NOT NULL,
  PRIMARY KEY (ns, key, event, path)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS pending_event ON pending (ns, event);
-- What waits for a person: discovered entities and suggested merges.
CREATE TABLE IF NOT EXISTS queue (
  place INTEGER NOT NULL, since INTEGER NOT NULL, until INTEGER NOT NULL, ns INTEGER NOT NULL, kind TEXT NOT NULL,
  event TEXT NOT NULL, a TEXT NOT NULL, b TEXT NOT NULL, decision TEXT NOT NULL,
  PRIMARY KEY (place, since)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS queue_event ON queue (ns, event);
CREATE INDEX IF NOT EXISTS queue_a ON queue (ns, a);
CREATE TABLE IF NOT EXISTS schemas (place INTEGER PRIMARY KEY, body TEXT NOT NULL);
-- Acts on claims, found by the groups they are looked at with; the claims they come to, and what supports each.
CREATE TABLE IF NOT EXISTS claim_acts (place INTEGER PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS claim_groups (ns INTEGER NOT NULL, key TEXT NOT NULL, place INTEGER NOT NULL, PRIMARY KEY (ns, key, place)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS claim_groups_place ON claim_groups (place);
CREATE TABLE IF NOT EXISTS claims (
  place INTEGER NOT NULL, since INTEGER NOT NULL, until INTEGER NOT NULL, subject INTEGER NOT NULL, object INTEGER,
  predicate TEXT NOT NULL, state TEXT NOT NULL, body TEXT NOT NULL,
  PRIMARY KEY (place, since)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS claims_subject ON claims (subject, predicate);
CREATE INDEX IF NOT EXISTS claims_value ON claims (subject) WHERE object IS NULL;
CREATE INDEX IF NOT EXISTS claims_object ON claims (object) WHERE object IS NOT NULL;
CREATE TABLE IF NOT EXISTS support (
  place INTEGER NOT NULL, act INTEGER NOT NULL, since INTEGER NOT NULL, until INTEGER NOT NULL, body TEXT NOT NULL,
  PRIMARY KEY (place, act, since)
) WITHOUT ROWID;
-- Both ends of every relation that holds, for walking: way 1 out, 2 in, 4 added where it is symmetric. The ids of the claim and of
-- the other entity stand beside their numbers, so that a walk reads one range of pages an entity and nothing else.
CREATE TABLE IF NOT EXISTS ends (
  place INTEGER NOT NULL, claim INTEGER NOT NULL, way INTEGER NOT NULL, since INTEGER NOT NULL, until INTEGER NOT NULL,
  other INTEGER NOT NULL, type INTEGER NOT NULL, claim_id BLOB NOT NULL, other_id TEXT NOT NULL,
  PRIMARY KEY (place, claim, way, since)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS ends_claim ON ends (claim);
-- Whose ends changed, change by change, so that what is kept of them in memory is brought up to date; the last 65,536 stay.
CREATE TABLE IF NOT EXISTS end_changes (serial INTEGER PRIMARY KEY, place INTEGER NOT NULL);
CREATE TRIGGER IF NOT EXISTS ends_added AFTER INSERT ON ends BEGIN
  INSERT INTO end_changes (place) VALUES (new.place);
END;
CREATE TRIGGER IF NOT EXISTS ends_dropped AFTER DELETE ON ends BEGIN
  INSERT INTO end_changes (place) VALUES (old.place);
END;
CREATE TRIGGER IF NOT EXISTS end_changes_bounded AFTER INSERT ON end_changes WHEN new.serial % 4096 = 0 BEGIN
  DELETE FROM end_changes WHERE serial <= new.serial - 65536;
END;
-- Who was ever mentioned (1), claimed anything about but relations (2), merged into another (4), or had another merged into it
-- (8). A row is never taken back: it says where a look is worth its while, so that a walk asks about few of those it meets.
-- Mentions come many at once, and whoever writes them marks each of those mentioned once.
CREATE TABLE IF NOT EXISTS marked (serial INTEGER PRIMARY KEY, place INTEGER NOT NULL, mark INTEGER NOT NULL);
CREATE UNIQUE INDEX IF NOT EXISTS marked_place ON marked (place, mark);
CREATE TRIGGER IF NOT EXISTS claims_marked AFTER INSERT ON claims WHEN new.object IS NULL BEGIN
  INSERT INTO marked (place, mark) SELECT new.subject, 2
  WHERE NOT EXISTS (SELECT 1 FROM marked WHERE place = new.subject AND mark = 2);
END;
CREATE TRIGGER IF NOT EXISTS redirects_marked AFTER INSERT ON redirects BEGIN
  INSERT INTO marked (place, mark) SELECT new.place, 4
  WHERE NOT EXISTS (SELECT 1 FROM marked WHERE place = new.place AND mark = 4);
  INSERT INTO marked (place, mark) SELECT new.root, 8
  WHERE NOT EXISTS (SELECT 1 FROM marked WHERE place = new.root AND mark = 8);
END;
CREATE TABLE IF NOT EXISTS relation_types (type INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
-- Versions of artifacts, by the event that put each; of which each was made; and their words, by the event that tells them.
CREATE TABLE IF NOT EXISTS artifacts (
  place INTEGER PRIMARY KEY, artifact TEXT NOT NULL, id TEXT NOT NULL, kind TEXT NOT NULL, entity TEXT, event TEXT NOT NULL,
  body TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS artifacts_artifact ON artifacts (artifact);
CREATE INDEX IF NOT EXISTS artifacts_id ON artifacts (id);
CREATE INDEX IF NOT EXISTS artifacts_entity ON artifacts (entity) WHERE entity IS NOT NULL;
CREATE TABLE IF NOT EXISTS artifact_parents (place INTEGER NOT NULL, parent TEXT NOT NULL, PRIMARY KEY (parent, place)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS artifact_parents_place ON artifact_parents (place);
CREATE TABLE IF NOT EXISTS artifact_words (
  place INTEGER PRIMARY KEY, id TEXT NOT NULL, key TEXT NOT NULL, event TEXT NOT NULL, body TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS artifact_words_id ON artifact_words (id);
CREATE INDEX IF NOT EXISTS artifact_words_key ON artifact_words (key);
CREATE TABLE IF NOT EXISTS demotions (place INTEGER NOT NULL, id TEXT NOT NULL, PRIMARY KEY (id, place)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS demotions_place ON demotions (place);
-- What the admin is told of, by the place of the act it is about, and what was seen of it; what was refused, and to whom.
CREATE TABLE IF NOT EXISTS notices (place INTEGER PRIMARY KEY, kind TEXT NOT NULL, event TEXT NOT NULL, about TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS notices_read (place INTEGER NOT NULL, event TEXT NOT NULL, PRIMARY KEY (event, place)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS notices_read_place ON notices_read (place);
CREATE TABLE IF NOT EXISTS denials (
  place INTEGER PRIMARY KEY, principal TEXT NOT NULL, entity TEXT NOT NULL, resource TEXT NOT NULL, body TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS denials_principal ON denials (principal);
CREATE INDEX IF NOT EXISTS denials_entity ON denials (entity);
CREATE INDEX IF NOT EXISTS denials_resource ON denials (resource);
-- What was given to whom, in versions; `place` is the target's as written.
CREATE TABLE IF NOT EXISTS grants (
  ns INTEGER NOT NULL, id TEXT NOT NULL, since INTEGER NOT NULL, until INTEGER NOT NULL, place INTEGER NOT NULL,
  granter TEXT NOT NULL, dependent INTEGER NOT NULL, body TEXT NOT NULL,
  PRIMARY KEY (ns, id, since)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS grants_place ON grants (place) WHERE until = 1099511627776;
CREATE INDEX IF NOT EXISTS grants_granter ON grants (ns, granter) WHERE until = 1099511627776 AND dependent = 1;
-- Of channels, sessions bound to somebody, declarations (tokens among them) and names of internal entities the row that came
-- last counts.
CREATE TABLE IF NOT EXISTS channels (
  ns INTEGER NOT NULL, id TEXT NOT NULL, since INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (ns, id, since)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS bindings (
  ns INTEGER NOT NULL, channel TEXT NOT NULL, session TEXT NOT NULL, since INTEGER NOT NULL, place INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (ns, channel, session, since)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS bindings_place ON bindings (place);
CREATE TABLE IF NOT EXISTS declared (
  ns INTEGER NOT NULL, sort TEXT NOT NULL, name TEXT NOT NULL, since INTEGER NOT NULL, said TEXT NOT NULL,
  PRIMARY KEY (ns, sort, name, since)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS internals (
  ns INTEGER NOT NULL, name TEXT NOT NULL, since INTEGER NOT NULL, place INTEGER NOT NULL, PRIMARY KEY (ns, name, since)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS internals_place ON internals (place);
-- Merges that a person confirmed, by their events; the sequences at which anybody's access may have become another.
CREATE TABLE IF NOT EXISTS confirmed (
  ns INTEGER NOT NULL, event TEXT NOT NULL, since INTEGER NOT NULL, PRIMARY KEY (ns, event)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS shifts (place INTEGER PRIMARY KEY);
-- Which acts are about an entity, so that it can be folded anew without one of them.
CREATE TABLE IF NOT EXISTS acts (place INTEGER NOT NULL, sequence INTEGER NOT NULL, PRIMARY KEY (place, sequence)) WITHOUT ROWID;

-- Up to which sequence slow work has looked at the log. No part of what the log says: lost, the work is done once more.
CREATE TABLE IF NOT EXISTS checkpoints (ns INTEGER NOT NULL, work TEXT NOT NULL, upto INTEGER NOT NULL, PRIMARY KEY (ns, work)) WITHOUT ROWID;

-- name: checkpoint
SELECT upto FROM checkpoints WHERE ns = ? AND work = ?

-- name: reach
INSERT INTO checkpoints (ns, work, upto) VALUES (?, ?, ?) ON CONFLICT (ns, work) DO UPDATE SET upto = excluded.upto

-- What models answered, under keyed fingerprints of all that was asked: a cache, made when it is first wanted and emptied by every
-- erasure, since what was erased may stand in any of it.
-- name: make_answers
CREATE TABLE IF NOT EXISTS answers (ns INTEGER NOT NULL, print BLOB NOT NULL, answer BLOB NOT NULL, PRIMARY KEY (ns, print)) WITHOUT ROWID

-- name: has_answers
SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'answers'

-- name: answer
SELECT answer FROM answers WHERE ns = ? AND print = ?

-- name: count_answers
SELECT count(*) FROM answers WHERE ns = ?

-- name: keep_answer
INSERT INTO answers (ns, print, answer) VALUES (?, ?, ?) ON CONFLICT (ns, print) DO UPDATE SET answer = excluded.answer

-- name: drop_answers
DELETE FROM answers WHERE ns = ?

-- name: add_entity
INSERT OR IGNORE INTO entities (place, ns, id, agent) VALUES (?, ?, ?, ?)

-- name: entity_place
SELECT place FROM entities WHERE ns = ? AND id = ?

-- name: first_record
SELECT min(since) FROM records WHERE place = ?

-- name: entity_id
SELECT id FROM entities WHERE place = ?

-- name: add_record
INSERT INTO records (place, since, until, body, at, marks) VALUES (?, ?, ?, ?, ?, ?)

-- name: close_record
UPDATE records SET until = ? WHERE place = ? AND until = 1099511627776

-- name: record
SELECT body, at, since, marks FROM records WHERE place = ?1 AND since <= ?2 AND until > ?2

-- name: is_there
SELECT 1 FROM records WHERE place = ?1 AND since <= ?2 AND until > ?2

-- name: all_records
SELECT body FROM records WHERE place BETWEEN ?1 AND ?2 AND since <= ?3 AND until > ?3 ORDER BY place

-- name: add_name
INSERT OR IGNORE INTO names (ns, agent, key, kind, place, since, until) VALUES (?, ?, ?, ?, ?, ?, ?)

-- name: close_name
UPDATE names SET until = ? WHERE ns = ? AND agent = ? AND key = ? AND kind = ? AND place = ? AND until = 1099511627776

-- name: names_of
SELECT kind, key FROM names WHERE place = ? AND until = 1099511627776

-- name: keyed
SELECT names.kind, coalesce(redirects.root, names.place), names.place FROM names
LEFT JOIN redirects ON redirects.place = names.place AND redirects.since <= ?4 AND redirects.until > ?4
WHERE names.ns = ?1 AND names.agent = ?2 AND names.key = ?3 AND names.since <= ?4 AND names.until > ?4
ORDER BY names.kind, names.place LIMIT ?5

-- name: met
SELECT names.place, coalesce(redirects.root, names.place) FROM names
LEFT JOIN redirects ON redirects.place = names.place AND redirects.since <= ?4 AND redirects.until > ?4
WHERE names.ns = ?1 AND names.agent = ?2 AND names.key = ?3 AND names.kind = 'id' AND names.since <= ?4 AND names.until > ?4
ORDER BY names.place LIMIT 1

-- name: bearing
SELECT coalesce(redirects.root, names.place) FROM names
LEFT JOIN redirects ON redirects.place = names.place AND redirects.until = 1099511627776
WHERE names.ns = ?1 AND names.agent = ?2 AND names.key = ?3 AND names.kind = ?4 AND names.until = 1099511627776
ORDER BY names.place LIMIT ?5

-- name: names_with
SELECT count(*) FROM (
  SELECT DISTINCT key FROM names
  WHERE ns = ?1 AND agent = ?2 AND key >= ?3 AND key < ?4 AND kind = ?5 AND until = 1099511627776 LIMIT ?6
)

-- name: add_form
INSERT INTO forms (ns, place, key, surface) VALUES (?, ?, ?, ?)

-- name: forms
SELECT serial, place, key FROM forms WHERE serial > ? ORDER BY serial

-- name: surfaces
SELECT serial, place, surface FROM forms WHERE serial > ? AND place BETWEEN ? AND ? ORDER BY serial

-- name: has_form
SELECT 1 FROM forms WHERE place = ? AND key = ? LIMIT 1

-- name: count_forms
SELECT count FROM form_counts WHERE ns = ?

-- name: last_form
SELECT max(serial) FROM forms

-- name: add_definition
INSERT OR REPLACE INTO definitions (place, since, number, id, body) VALUES (?, ?, ?, ?, ?)

-- name: versions
SELECT since, number, id, body FROM definitions WHERE place = ? ORDER BY since, number

-- name: drop_definition
DELETE FROM definitions WHERE place = ? AND since = ? AND number = ?

-- name: add_grave
INSERT OR REPLACE INTO graves (place, ns, id, since) VALUES (?, ?, ?, ?)

-- name: grave
SELECT place, since FROM graves WHERE ns = ? AND id = ?

-- name: head
SELECT id, body FROM definitions WHERE place = ?1 AND since <= ?2 ORDER BY since DESC, number DESC LIMIT 1

-- name: definitions
SELECT id, body FROM definitions WHERE place = ?1 AND since <= ?2 ORDER BY since, number

-- name: definition
SELECT id, body FROM definitions WHERE id = ?1 AND place BETWEEN ?2 AND ?3

-- name: add_judgement
INSERT INTO judgements (place, until, survivor, merged, event, body, at, made_by) VALUES (?, ?, ?, ?, ?, ?, ?, ?)

-- name: close_judgement
UPDATE judgements SET until = ? WHERE place = ?

-- name: judgements
SELECT place & 1099511627775, survivor, merged, event, body, at, made_by FROM judgements
WHERE (survivor = ?1 OR merged = ?1) AND (place & 1099511627775) <= ?2 AND until > ?2 ORDER BY place

-- name: judgement
SELECT place & 1099511627775, survivor, merged, event, body, at, made_by FROM judgements
WHERE event = ?1 AND place BETWEEN ?2 AND ?3 AND (place & 1099511627775) <= ?4 AND until > ?4

-- name: add_redirect
INSERT INTO redirects (place, since, until, root) VALUES (?, ?, ?, ?)

-- name: close_redirect
UPDATE redirects SET until = ? WHERE place = ? AND until = 1099511627776

-- name: root
SELECT root FROM redirects WHERE place = ?1 AND since <= ?2 AND until > ?2

-- name: members
SELECT place FROM redirects WHERE root = ?1 AND since <= ?2 AND until > ?2 ORDER BY place

-- name: add_apart
INSERT OR IGNORE INTO apart (a, b, since, until) VALUES (?, ?, ?, ?)

-- name: close_apart
UPDATE apart SET until = ? WHERE a = ? AND b = ? AND until = 1099511627776

-- name: apart
SELECT a, b FROM apart WHERE (a = ?1 OR b = ?1) AND since <= ?2 AND until > ?2 ORDER BY a, b

-- name: add_mention
INSERT OR IGNORE INTO mentions (place, event, role, path, since) VALUES (?, ?, ?, ?, ?)

-- name: mentions
SELECT event & 1099511627775, role, path FROM mentions WHERE place = ?1 AND since <= ?2 ORDER BY event DESC, role, path LIMIT ?3

-- name: count_mentions
SELECT count(*) FROM (SELECT DISTINCT event FROM mentions WHERE place = ?1 AND since <= ?2 LIMIT ?3)

-- name: mentioned
SELECT place & 1099511627775, role, path FROM mentions WHERE event = ?1 AND since <= ?2 ORDER BY place, role, path

-- name: attending
SELECT event & 1099511627775, place & 1099511627775 FROM mentions
WHERE event >= ?1 AND event < ?2 AND (path = 'actor' OR path LIKE 'entities[%') ORDER BY event, place

-- name: met_as
SELECT DISTINCT mentions.event & 1099511627775 FROM redirects
JOIN mentions ON mentions.place = redirects.root AND mentions.since >= redirects.since AND mentions.since < redirects.until
WHERE redirects.place = ? ORDER BY 1

-- name: read_as
SELECT DISTINCT redirects.place & 1099511627775 FROM mentions
JOIN redirects ON redirects.root = mentions.place AND mentions.since >= redirects.since AND mentions.since < redirects.until
WHERE mentions.event = ? ORDER BY 1

-- name: mentions_between
SELECT place, event, role, path, since FROM mentions WHERE place BETWEEN ?1 AND ?2 ORDER BY place, event, role, path

-- name: drop_mention
DELETE FROM mentions WHERE place = ? AND event = ?

-- name: add_pending
INSERT OR REPLACE INTO pending (ns, key, event, path, surface, role, since, until) VALUES (?, ?, ?, ?, ?, ?, ?, ?)

-- name: settle
UPDATE pending SET until = ?4 WHERE ns = ?1 AND event = ?2 AND path = ?3 AND until = 1099511627776

-- name: pending
SELECT event, path, surface, role FROM pending WHERE ns = ?1 AND key = ?2 AND since <= ?3 AND until > ?3 ORDER BY event, path LIMIT ?4

-- name: all_pending
SELECT event, path, surface, role FROM pending WHERE ns = ?1 AND since <= ?2 AND until > ?2 ORDER BY event, path LIMIT ?3

-- name: drop_pending
DELETE FROM pending WHERE ns = ? AND event = ?

-- name: add_queued
INSERT INTO queue (place, since, until, ns, kind, event, a, b, decision) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)

-- name: close_queued
UPDATE queue SET until = ? WHERE ns = ? AND event = ? AND until = 1099511627776

-- name: queued_by
SELECT place & 1099511627775, kind, a, b, decision FROM queue WHERE ns = ?1 AND event = ?2 AND since <= ?3 AND until > ?3

-- name: queue
SELECT event, kind, a, b, decision, queue.since FROM queue
LEFT JOIN entities AS first ON first.ns = ?1 AND first.id = a
LEFT JOIN redirects AS moved ON moved.place = first.place AND moved.since <= ?2 AND moved.until > ?2
LEFT JOIN entities AS second ON second.ns = ?1 AND second.id = b
LEFT JOIN redirects AS joined ON joined.place = second.place AND joined.since <= ?2 AND joined.until > ?2
WHERE queue.ns = ?1 AND queue.since <= ?2 AND queue.until > ?2 AND decision IN ('', 'later')
  AND (b = '' OR coalesce(moved.root, first.place) IS NOT coalesce(joined.root, second.place))
ORDER BY decision, queue.since, queue.place LIMIT ?3

-- name: add_schema
INSERT INTO schemas (place, body) VALUES (?, ?)

-- name: schema
SELECT body FROM schemas WHERE place BETWEEN ?1 AND ?2 ORDER BY place DESC LIMIT 1

-- name: schemas
SELECT body FROM schemas WHERE place BETWEEN ?1 AND ?2 ORDER BY place

-- name: add_act
INSERT OR IGNORE INTO acts (place, sequence) VALUES (?, ?)

-- name: acts_of
SELECT sequence FROM acts WHERE place = ? ORDER BY sequence

-- name: changes_of
SELECT sequence FROM acts WHERE place = ?1
AND NOT EXISTS (SELECT 1 FROM claim_acts WHERE claim_acts.place = (?1 & ~1099511627775) | acts.sequence) ORDER BY sequence

-- name: said_again
SELECT acts.sequence, links.source & 1099511627775 FROM acts CROSS JOIN links
ON links.target = ?2 | acts.sequence AND links.acts = 0 AND links.relation = 'supersedes' WHERE acts.place = ?1

-- name: drop_changes
DELETE FROM acts WHERE place = ?1
AND NOT EXISTS (SELECT 1 FROM claim_acts WHERE claim_acts.place = (?1 & ~1099511627775) | acts.sequence)

-- name: drop_act
DELETE FROM acts WHERE place = ? AND sequence = ?

-- name: list_entities
SELECT entities.place, entities.id FROM entities WHERE place BETWEEN ?1 AND ?2 ORDER BY place

-- name: add_claim_act
INSERT INTO claim_acts (place, body) VALUES (?, ?)

-- name: add_claim_group
INSERT OR IGNORE INTO claim_groups (ns, key, place) VALUES (?, ?, ?)

-- name: claim_acts
SELECT claim_acts.body FROM claim_groups JOIN claim_acts ON claim_acts.place = claim_groups.place
WHERE ns = ?1 AND key = ?2 ORDER BY claim_groups.place

-- name: claim_act
SELECT body FROM claim_acts WHERE place = ?

-- name: drop_claims
DELETE FROM claims WHERE place = ?

-- name: drop_support
DELETE FROM support WHERE place = ?

-- name: drop_ends
DELETE FROM ends WHERE claim = ?

-- name: add_claim
INSERT INTO claims (place, since, until, subject, object, predicate, state, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)

-- name: add_support
INSERT OR REPLACE INTO support (place, act, since, until, body) VALUES (?, ?, ?, ?, ?)

-- name: add_end
INSERT INTO ends (place, claim, way, since, until, other, type, claim_id, other_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)

-- name: relation_type
SELECT type FROM relation_types WHERE name = ?

-- name: add_relation_type
INSERT INTO relation_types (name) VALUES (?) RETURNING type

-- name: relation_types
SELECT type, name FROM relation_types

-- name: claims_of
SELECT place & 1099511627775, body FROM claims WHERE subject = ?1 AND since <= ?2 AND until > ?2 ORDER BY place

-- name: touching
SELECT place & 1099511627775 FROM (
  SELECT * FROM (SELECT place FROM claims WHERE subject = ?1 AND since <= ?2 AND until > ?2 LIMIT ?3)
  UNION SELECT * FROM (SELECT place FROM claims WHERE object = ?1 AND since <= ?2 AND until > ?2 LIMIT ?3)
) ORDER BY place LIMIT ?3

-- name: claims_on
SELECT place & 1099511627775, body FROM claims WHERE object = ?1 AND since <= ?2 AND until > ?2 ORDER BY place

-- name: claim
SELECT body FROM claims WHERE place = ?1 AND since <= ?2 AND until > ?2

-- name: claim_history
SELECT body FROM claims WHERE place = ?1 ORDER BY since

-- name: support
SELECT body FROM support WHERE place = ?1 AND since <= ?2 AND until > ?2 ORDER BY act

-- name: all_ends
SELECT ends.place & 1099511627775, claim & 1099511627775, way, other & 1099511627775, ends.type, since, until, claim_id, other_id
FROM json_each(?1) AS asked CROSS JOIN ends ON place = asked.value
WHERE claim >= coalesce((SELECT claim FROM ends WHERE place = asked.value ORDER BY claim DESC LIMIT 1 OFFSET ?2), 0)

-- name: end_serial
SELECT max(serial) FROM end_changes

-- name: first_end_change
SELECT min(serial) FROM end_changes

-- name: end_changes
SELECT DISTINCT place FROM end_changes WHERE serial > ?

-- name: drop_end_changes
DELETE FROM end_changes

-- name: add_marked
INSERT INTO marked (place, mark) SELECT ?1, ?2 WHERE NOT EXISTS (SELECT 1 FROM marked WHERE place = ?1 AND mark = ?2)

-- name: drop_marked
DELETE FROM marked

-- name: marks
SELECT serial, place, mark FROM marked WHERE serial > ? ORDER BY serial

-- name: ends_capped
SELECT ends.place & 1099511627775, claim & 1099511627775, way, other & 1099511627775, ends.type, claim_id, other_id
FROM json_each(?1) AS asked CROSS JOIN ends ON place = asked.value
WHERE since <= ?2 AND until > ?2 AND way & ?3 AND (?4 IS NULL OR ends.type IN (SELECT value FROM json_each(?4)))
  AND (?5 IS NULL OR other NOT IN (SELECT value FROM json_each(?5)))
  AND claim >= coalesce((
    SELECT claim FROM ends WHERE place = asked.value AND since <= ?2 AND until > ?2 AND way & ?3
      AND (?4 IS NULL OR type IN (SELECT value FROM json_each(?4)))
      AND (?5 IS NULL OR other NOT IN (SELECT value FROM json_each(?5)))
    ORDER BY claim DESC LIMIT 1 OFFSET ?6), 0)

-- name: ends_within
SELECT place & 1099511627775, claim & 1099511627775, way, other & 1099511627775, type, claim_id, other_id FROM ends
WHERE place IN (SELECT value FROM json_each(?1)) AND since <= ?2 AND until > ?2 AND way & ?3
  AND (?4 IS NULL OR type IN (SELECT value FROM json_each(?4))) AND +other IN (SELECT value FROM json_each(?5))

-- name: some_mentioned
SELECT value & 1099511627775 FROM json_each(?1)
WHERE EXISTS (SELECT 1 FROM mentions WHERE place = value AND since <= ?2) ORDER BY key

-- name: some_claimed
SELECT value & 1099511627775 FROM json_each(?1)
WHERE EXISTS (SELECT 1 FROM claims WHERE subject = value AND object IS NULL AND state = 'open' AND since <= ?2 AND until > ?2)
ORDER BY key

-- name: all_claims
SELECT place & 1099511627775, body FROM claims WHERE place BETWEEN ?1 AND ?2 AND since <= ?3 AND until > ?3 ORDER BY place LIMIT ?4

-- name: values_of
SELECT log.id FROM claims JOIN log ON log.place = claims.place
WHERE subject = ?1 AND object IS NULL AND state = 'open' AND since <= ?2 AND until > ?2 ORDER BY claims.place LIMIT ?3

-- name: roots
SELECT redirects.place, redirects.root FROM json_each(?1) JOIN redirects ON redirects.place = json_each.value
WHERE since <= ?2 AND until > ?2

-- name: ids
SELECT entities.place, entities.id FROM json_each(?1) JOIN entities ON entities.place = json_each.value

-- name: event_ids
SELECT log.place, log.id FROM json_each(?1) JOIN log ON log.place = json_each.value

-- name: add_grant
INSERT OR REPLACE INTO grants (ns, id, since, until, place, granter, dependent, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)

-- name: close_grant
UPDATE grants SET until = ? WHERE ns = ? AND id = ? AND until = 1099511627776

-- name: grants_to
SELECT body FROM grants WHERE place = ? AND until = 1099511627776 ORDER BY id

-- name: grants_by
SELECT body FROM grants WHERE ns = ? AND granter = ? AND until = 1099511627776 AND dependent = 1 ORDER BY id

-- name: all_grants
SELECT body FROM grants WHERE ns = ?1 AND since <= ?2 AND until > ?2 ORDER BY id LIMIT ?3

-- name: grant
SELECT body FROM grants WHERE ns = ?1 AND id = ?2 AND since <= ?3 AND until > ?3

-- name: waiting_for
SELECT event FROM queue WHERE ns = ? AND a = ? AND kind = 'entity' AND until = 1099511627776 AND decision IN ('', 'later')
ORDER BY since LIMIT 1

-- name: add_channel
INSERT OR REPLACE INTO channels (ns, id, since, body) VALUES (?, ?, ?, ?)

-- name: channel
SELECT body FROM channels WHERE ns = ? AND id = ? AND since <= ? ORDER BY since DESC LIMIT 1

-- name: all_channels
SELECT body FROM channels AS one WHERE ns = ?1 AND since = (
  SELECT max(since) FROM channels WHERE ns = ?1 AND id = one.id AND since <= ?2) ORDER BY id

-- name: add_binding
INSERT OR REPLACE INTO bindings (ns, channel, session, since, place, body) VALUES (?, ?, ?, ?, ?, ?)

-- name: bindings
SELECT place & 1099511627775, body FROM bindings AS one WHERE ns = ?1 AND channel = ?2 AND since = (
  SELECT max(since) FROM bindings WHERE ns = ?1 AND channel = ?2 AND session = one.session AND since <= ?3)
ORDER BY since, session LIMIT ?4

-- name: bindings_of
SELECT body FROM bindings AS one WHERE place = ?1 AND channel = ?2 AND since = (
  SELECT max(since) FROM bindings WHERE ns = one.ns AND channel = ?2 AND session = one.session) ORDER BY since, session

-- name: is_bound
SELECT 1 FROM bindings WHERE place = ? LIMIT 1

-- name: bound
SELECT place & 1099511627775, body FROM bindings WHERE ns = ? AND channel = ? AND session = ? ORDER BY since DESC LIMIT 1

-- name: add_declared
INSERT OR REPLACE INTO declared (ns, sort, name, since, said) VALUES (?, ?, ?, ?, ?)

-- name: declared
SELECT sort, name, said FROM declared WHERE ns = ?1 AND sort IN ('tool', 'sensor') AND since <= ?2 ORDER BY since, sort, name

-- name: token
SELECT said FROM declared WHERE ns = ? AND sort = 'token' AND name = ? AND since <= ? ORDER BY since DESC LIMIT 1

-- name: all_tokens
SELECT said FROM declared AS one WHERE ns = ?1 AND sort = 'token' AND since = (
  SELECT max(since) FROM declared WHERE ns = ?1 AND sort = 'token' AND name = one.name AND since <= ?2)
ORDER BY (SELECT min(since) FROM declared WHERE ns = ?1 AND sort = 'token' AND name = one.name), name

-- name: add_internal
INSERT OR REPLACE INTO internals (ns, name, since, place) VALUES (?, ?, ?, ?)

-- name: internal
SELECT place & 1099511627775 FROM internals WHERE ns = ? AND name = ? AND since <= ? ORDER BY since DESC LIMIT 1

-- name: all_internals
SELECT DISTINCT name, place & 1099511627775 FROM internals WHERE ns = ?1 AND since <= ?2 ORDER BY name

-- name: add_confirmed
INSERT OR IGNORE INTO confirmed (ns, event, since) VALUES (?, ?, ?)

-- name: confirmed
SELECT 1 FROM confirmed WHERE ns = ? AND event = ? AND since <= ?

-- name: add_shift
INSERT OR IGNORE INTO shifts (place) VALUES (?)

-- name: generation
SELECT max(
  coalesce((SELECT max(place) FROM shifts WHERE place BETWEEN ?1 AND ?2), 0),
  coalesce((SELECT max(place) FROM tombstones WHERE place BETWEEN ?1 AND ?2), 0))
-- name: add_version
INSERT OR REPLACE INTO artifacts (place, artifact, id, kind, entity, event, body) VALUES (?, ?, ?, ?, ?, ?, ?)

-- name: add_parent
INSERT OR IGNORE INTO artifact_parents (place, parent) VALUES (?, ?)

-- name: add_words
INSERT OR REPLACE INTO artifact_words (place, id, key, event, body) VALUES (?, ?, ?, ?, ?)

-- name: add_demotion
INSERT OR IGNORE INTO demotions (place, id) VALUES (?, ?)

-- name: artifact_version
SELECT body, event, place & 1099511627775 FROM artifacts
WHERE id = ?1 AND place BETWEEN ?2 AND ?3 AND (place & 1099511627775) <= ?4 ORDER BY place LIMIT 1

-- name: artifact_versions_like
SELECT body FROM artifacts
WHERE id >= ?1 AND id < ?1 || 'g' AND place BETWEEN ?2 AND ?3 AND (place & 1099511627775) <= ?4 ORDER BY place LIMIT 16

-- name: artifact_versions
SELECT body FROM artifacts
WHERE artifact = ?1 AND place BETWEEN ?2 AND ?3 AND (place & 1099511627775) <= ?4 ORDER BY place

-- name: named_artifacts
SELECT DISTINCT artifacts.artifact FROM artifact_words JOIN artifacts ON artifacts.id = artifact_words.id
WHERE artifact_words.key = ?1 AND artifact_words.place BETWEEN ?2 AND ?3 AND (artifact_words.place & 1099511627775) <= ?4
  AND artifacts.place BETWEEN ?2 AND ?3 ORDER BY 1

-- name: artifacts
SELECT artifact FROM artifacts
WHERE place BETWEEN ?1 AND ?2 AND (place & 1099511627775) <= ?3 AND (?4 IS NULL OR kind = ?4) GROUP BY artifact ORDER BY min(place)

-- name: artifact_children
SELECT DISTINCT artifacts.id FROM artifact_parents JOIN artifacts ON artifacts.place = artifact_parents.place
WHERE parent = ?1 AND artifacts.place BETWEEN ?2 AND ?3 AND (artifacts.place & 1099511627775) <= ?4 ORDER BY artifacts.place

-- name: artifact_words
SELECT body, event FROM artifact_words
WHERE id = ?1 AND place BETWEEN ?2 AND ?3 AND (place & 1099511627775) <= ?4 ORDER BY place LIMIT 1

-- name: is_demoted
SELECT 1 FROM demotions WHERE id = ?1 AND place BETWEEN ?2 AND ?3 AND (place & 1099511627775) <= ?4 LIMIT 1

-- name: macro_entities
SELECT DISTINCT entity FROM artifacts WHERE entity IS NOT NULL AND place BETWEEN ?1 AND ?2 ORDER BY entity

-- name: macros_of
SELECT body FROM artifacts WHERE entity = ?1 AND kind = 'macro' AND place BETWEEN ?2 AND ?3
  AND NOT EXISTS (
    SELECT 1 FROM artifact_parents JOIN artifacts AS child ON child.place = artifact_parents.place
    WHERE parent = artifacts.id AND child.place BETWEEN ?2 AND ?3)
  AND NOT EXISTS (SELECT 1 FROM demotions WHERE demotions.id = artifacts.id AND demotions.place BETWEEN ?2 AND ?3)
ORDER BY place

-- name: add_notice
INSERT OR REPLACE INTO notices (place, kind, event, about) VALUES (?, ?, ?, ?)

-- name: add_notice_read
INSERT OR IGNORE INTO notices_read (place, event) VALUES (?, ?)

-- name: notices
SELECT place & 1099511627775, kind, event, about, EXISTS (
  SELECT 1 FROM notices_read WHERE notices_read.event = notices.event AND notices_read.place BETWEEN ?1 AND ?2
    AND (notices_read.place & 1099511627775) <= ?3) AS seen
FROM notices WHERE place BETWEEN ?1 AND ?2 AND (place & 1099511627775) <= ?3 AND (?4 OR NOT seen) ORDER BY place DESC LIMIT ?5

-- name: is_notice
SELECT 1 FROM notices WHERE event = ?1 AND place BETWEEN ?2 AND ?3

-- name: add_denial
INSERT OR REPLACE INTO denials (place, principal, entity, resource, body) VALUES (?, ?, ?, ?, ?)

-- name: denials
SELECT place & 1099511627775, body FROM denials WHERE place BETWEEN ?1 AND ?2 AND (place & 1099511627775) <= ?3
  AND (?4 IS NULL OR principal = ?4 OR entity = ?4) AND (?5 IS NULL OR resource = ?5) ORDER BY place DESC LIMIT ?6
