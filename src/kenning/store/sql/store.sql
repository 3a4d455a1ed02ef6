-- Statements of the store, by name; `?1` … in the order the caller gives them.

-- name: namespace
SELECT ns FROM namespaces WHERE name = ?

-- name: add_namespace
INSERT INTO namespaces (ns, name) SELECT coalesce(max(ns), 0) + 1, ? FROM namespaces RETURNING ns

-- name: head
SELECT place & 1099511627775, hash, recorded_at FROM log WHERE place BETWEEN ?1 AND ?2 ORDER BY place DESC LIMIT 1

-- name: append
INSERT INTO log (place, ns, id, agent, recorded_at, payload, salt, digest, hash) VALUES (?,?,?,?,?,?,?,?,?)

-- name: by_place
SELECT place & 1099511627775, id, agent, recorded_at, payload, salt, digest, hash FROM log WHERE place = ?

-- name: by_id
SELECT place & 1099511627775, id, agent, recorded_at, payload, salt, digest, hash FROM log WHERE ns = ? AND id = ?

-- name: sequence_of
SELECT place & 1099511627775, payload IS NULL FROM log WHERE ns = ? AND id = ?

-- name: several
SELECT place & 1099511627775, id, agent, recorded_at, payload, salt, digest, hash,
  EXISTS (SELECT 1 FROM links WHERE target = log.place)
FROM log WHERE place IN (SELECT value FROM json_each(?))

-- name: scan
SELECT place & 1099511627775, id, agent, recorded_at, payload, salt, digest, hash FROM log WHERE place BETWEEN ?1 AND ?2 ORDER BY place LIMIT ?3

-- name: recorded_at
SELECT recorded_at FROM log WHERE place = ?

-- name: receipt
SELECT place & 1099511627775 FROM receipts WHERE print = ?

-- name: receipts
SELECT print, place & 1099511627775 FROM receipts WHERE place BETWEEN ?1 AND ?2

-- name: add_receipt
INSERT OR IGNORE INTO receipts (print, place) VALUES (?, ?)

-- name: add_awaited
INSERT OR IGNORE INTO awaits (print, place) VALUES (?, ?)

-- name: awaiting
SELECT place & 1099511627775 FROM awaits WHERE print = ? ORDER BY place

-- name: any_awaiting
SELECT place & 1099511627775 FROM awaits LIMIT 1

-- name: drop_awaited
DELETE FROM awaits WHERE place = ?

-- name: drop_projections_awaits
DELETE FROM awaits WHERE place BETWEEN ?1 AND ?2

-- name: add_link
INSERT OR IGNORE INTO links (target, acts, source, relation) VALUES (?, ?, ?, ?)

-- name: links_to
SELECT source & 1099511627775, relation FROM links WHERE target = ? ORDER BY source, relation

-- name: drop_link
DELETE FROM links WHERE target = ? AND source = ?

-- name: class
SELECT id FROM classes WHERE ns = ? AND labels = ?

-- name: add_class
INSERT INTO classes (ns, labels) VALUES (?, ?) RETURNING id

-- name: classes
SELECT id, labels FROM classes WHERE ns = ? AND id > ? ORDER BY id

-- name: class_at
SELECT class FROM rows WHERE place = ?

-- name: accesses
SELECT place & 1099511627775, event, class, hidden FROM rows WHERE place BETWEEN ? AND ? ORDER BY place

-- name: drop_unused_classes
DELETE FROM classes WHERE ns = ?1 AND id NOT IN (SELECT class FROM rows WHERE ns = ?1)

-- name: labels_at
SELECT labels FROM rows JOIN classes ON classes.id = rows.class WHERE rows.place = ?

-- name: open
INSERT INTO rows (place, ns, event, until, kind, actor, at, class) VALUES (?, ?, ?, NULL, ?, ?, ?, ?)

-- name: close
UPDATE rows SET until = ? WHERE place = ?

-- name: reread
UPDATE rows SET kind = ?, actor = ?, at = ?, class = ? WHERE place = ?

-- name: drop_row
DELETE FROM rows WHERE place = ?

-- name: row
SELECT event, until, kind, actor, at, class FROM rows WHERE place = ?

-- name: rows_found
SELECT place & 1099511627775, event, until, hidden, class, kind, actor, at FROM rows
WHERE place IN (SELECT value FROM json_each(?))

-- name: rows_of
SELECT place & 1099511627775 FROM rows WHERE place = ?1
UNION ALL
SELECT place & 1099511627775 FROM rows WHERE ns = ?2 AND event = ?3 AND event <> (place & 1099511627775)

-- name: all_rows
SELECT place & 1099511627775, event, until, kind, actor, at, class, hidden FROM rows WHERE place BETWEEN ?1 AND ?2 ORDER BY place

-- name: thread
WITH RECURSIVE thread (place) AS (
  SELECT ?1 UNION SELECT source FROM links JOIN thread ON target = thread.place WHERE acts = 1
)
SELECT log.place & 1099511627775, id, agent, recorded_at, payload, salt, digest, hash
FROM thread JOIN log ON log.place = thread.place ORDER BY log.place

-- name: add_blob
INSERT OR IGNORE INTO blobs (ns, sha256, event, path, size) VALUES (?, ?, ?, ?, ?)

-- name: blob
SELECT path, size, event FROM blobs WHERE ns = ? AND sha256 = ? ORDER BY event

-- name: blobs_of
SELECT sha256, path FROM blobs WHERE ns = ? AND event = ?

-- name: path_users
SELECT count(*) FROM blobs WHERE path = ?

-- name: drop_blob
DELETE FROM blobs WHERE ns = ? AND sha256 = ? AND event = ?

-- name: hidden_events
SELECT DISTINCT event FROM rows WHERE ns = ? AND hidden = 1

-- name: caused_by_hidden
SELECT DISTINCT links.source & 1099511627775 FROM rows JOIN links ON links.target = ?2 | rows.event
WHERE rows.ns = ?1 AND rows.hidden = 1 AND links.relation IN ('caused_by', 'derived_from')

-- name: is_hidden
SELECT hidden FROM rows WHERE place = ?

-- name: hide
UPDATE rows SET hidden = ? WHERE place = ?

-- name: all_links
SELECT source & 1099511627775, target & 1099511627775, relation, acts FROM links WHERE target BETWEEN ? AND ? ORDER BY 1, 2, 3

-- name: blobs
SELECT sha256, event, path, size FROM blobs WHERE ns = ? ORDER BY event, sha256

-- name: blob_paths
SELECT DISTINCT path FROM blobs

-- name: erase_payload
UPDATE log SET payload = NULL, salt = NULL WHERE place = ?

-- name: timeline
SELECT place & 1099511627775, event, at FROM rows INDEXED BY rows_at
WHERE ns = ?1 AND at >= ?2 AND at < ?3 AND place <= ?4 AND (until IS NULL OR until > ?5)
  AND hidden = 0
  AND (?6 IS NULL OR kind IN (SELECT value FROM json_each(?6)))
  AND (?7 IS NULL OR actor IN (SELECT value FROM json_each(?7)))
  AND (?8 IS NULL OR class IN (SELECT value FROM json_each(?8)))
ORDER BY at, event LIMIT ?9

-- name: timeline_newest
SELECT place & 1099511627775, event, at FROM rows INDEXED BY rows_at
WHERE ns = ?1 AND at >= ?2 AND at < ?3 AND place <= ?4 AND (until IS NULL OR until > ?5)
  AND hidden = 0
  AND (?6 IS NULL OR kind IN (SELECT value FROM json_each(?6)))
  AND (?7 IS NULL OR actor IN (SELECT value FROM json_each(?7)))
  AND (?8 IS NULL OR class IN (SELECT value FROM json_each(?8)))
ORDER BY at DESC, event DESC LIMIT ?9

-- name: meta
SELECT value FROM meta WHERE name = ?

-- name: set_meta
INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)

-- name: drop_meta
DELETE FROM meta WHERE name = ?

-- name: drop_projections_receipts
DELETE FROM receipts WHERE place BETWEEN ?1 AND ?2 AND place IN (SELECT place FROM log WHERE place BETWEEN ?1 AND ?2 AND payload IS NOT NULL)

-- name: drop_projections_links
DELETE FROM links WHERE target BETWEEN ?1 AND ?2

-- name: drop_projections_rows
DELETE FROM rows WHERE place BETWEEN ?1 AND ?2

-- name: drop_projections_blobs
DELETE FROM blobs WHERE ns = ?

-- name: drop_projections_classes
DELETE FROM classes WHERE ns = ?

-- name: add_tombstone
INSERT OR IGNORE INTO tombstones (place) VALUES (?)

-- name: tombstones
SELECT place & 1099511627775 FROM tombstones WHERE place BETWEEN ? AND ? ORDER BY place

-- name: drop_projections_tombstones
DELETE FROM tombstones WHERE place BETWEEN ?1 AND ?2


-- Rows of the events around each of some, each event's first: its place is the event's.
-- name: rows_before
SELECT near.value & 1099511627775, rows.place & 1099511627775, until, hidden, class, kind, actor, at
FROM json_each(?1) AS near CROSS JOIN rows ON rows.place IN (
  SELECT place FROM rows AS before
  WHERE place < near.value AND place > ?2 AND event = (place & 1099511627775) AND hidden = 0
    AND (?4 IS NULL OR class IN (SELECT value FROM json_each(?4)))
  ORDER BY place DESC LIMIT ?3
)

-- name: rows_behind
SELECT near.value & 1099511627775, rows.place & 1099511627775, until, hidden, class, kind, actor, at
FROM json_each(?1) AS near CROSS JOIN rows ON rows.place IN (
  SELECT place FROM rows AS behind
  WHERE place > near.value AND place <= ?2 AND event = (place & 1099511627775) AND hidden = 0
    AND (?4 IS NULL OR class IN (SELECT value FROM json_each(?4)))
  ORDER BY place LIMIT ?3
)

-- name: rows_at
SELECT place & 1099511627775, until, hidden, class, kind, actor, at FROM rows
WHERE place IN (SELECT value FROM json_each(?1)) AND event = (place & 1099511627775)

-- name: rows_moved
SELECT place & 1099511627775, event FROM rows WHERE ns = ?1 AND event <> (place & 1099511627775) AND place > ?2

-- name: payloads
SELECT place & 1099511627775, payload FROM log WHERE place IN (SELECT value FROM json_each(?))

-- name: version
SELECT place & 1099511627775, class, kind, actor, at FROM rows
WHERE ns = ?1 AND event = ?2 AND event <> (place & 1099511627775) AND place <= ?3 AND (until IS NULL OR until > ?4) AND hidden = 0

-- name: concerns
SELECT event & 1099511627775, place & 1099511627775, role, path FROM mentions
WHERE event IN (SELECT value FROM json_each(?1)) AND since <= ?2 ORDER BY event, place, role, path

-- name: standing
SELECT DISTINCT event & 1099511627775 FROM mentions
WHERE place = ?1 AND since <= ?2 AND role IN (SELECT value FROM json_each(?3))
  AND EXISTS (
    SELECT 1 FROM rows WHERE rows.place = mentions.event AND hidden = 0
      AND (?5 IS NULL OR class IN (SELECT value FROM json_each(?5)))
  )
ORDER BY event DESC LIMIT ?4
