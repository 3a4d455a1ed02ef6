-- Who was shown what. A line is written once; its hash covers the one before and a salted digest of each id it names, so that an id
-- and its salt can be taken out and the chain still verifies. A `place` is namespace number * 2^40 + the number of the line.

-- name: create
CREATE TABLE IF NOT EXISTS audit (
  place INTEGER PRIMARY KEY, at INTEGER NOT NULL, principal TEXT NOT NULL, channel TEXT NOT NULL, verb TEXT NOT NULL,
  times INTEGER NOT NULL, seen BLOB NOT NULL, hash BLOB NOT NULL
);
CREATE INDEX IF NOT EXISTS audit_principal ON audit (principal, place);
CREATE TABLE IF NOT EXISTS audit_seen (id TEXT NOT NULL, place INTEGER NOT NULL, PRIMARY KEY (id, place)) WITHOUT ROWID;
CREATE TRIGGER IF NOT EXISTS audit_keeps_its_lines BEFORE DELETE ON audit
BEGIN SELECT raise(ABORT, 'the audit keeps its lines'); END;
CREATE TRIGGER IF NOT EXISTS audit_is_never_edited BEFORE UPDATE OF place, at, principal, channel, verb, times, hash ON audit
BEGIN SELECT raise(ABORT, 'the audit is never edited'); END;

-- name: last
SELECT place & 1099511627775, hash FROM audit WHERE place BETWEEN ?1 AND ?2 ORDER BY place DESC LIMIT 1

-- name: add
INSERT INTO audit (place, at, principal, channel, verb, times, seen, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?)

-- name: add_seen
INSERT OR IGNORE INTO audit_seen (id, place) VALUES (?, ?)

-- name: scan
SELECT place & 1099511627775, at, principal, channel, verb, times, seen, hash FROM audit
WHERE place > ?1 AND place <= ?2 ORDER BY place LIMIT ?3

-- name: saw
SELECT place & 1099511627775, at, principal, channel, verb, times, seen, hash FROM audit
WHERE place IN (SELECT place FROM audit_seen WHERE id = ?1 AND place BETWEEN ?2 AND ?3)
  AND (?4 IS NULL OR principal = ?4) ORDER BY place DESC LIMIT ?5

-- name: by
SELECT place & 1099511627775, at, principal, channel, verb, times, seen, hash FROM audit
WHERE principal = ?1 AND place BETWEEN ?2 AND ?3 ORDER BY place DESC LIMIT ?4

-- name: all
SELECT place & 1099511627775, at, principal, channel, verb, times, seen, hash FROM audit
WHERE place BETWEEN ?1 AND ?2 ORDER BY place DESC LIMIT ?3

-- name: with
SELECT place, seen FROM audit WHERE place IN (SELECT place FROM audit_seen WHERE id = ?1 AND place BETWEEN ?2 AND ?3)

-- name: rewrite
UPDATE audit SET seen = ?1 WHERE place = ?2

-- name: drop_seen
DELETE FROM audit_seen WHERE id = ?1 AND place BETWEEN ?2 AND ?3

-- name: indexed
SELECT id, place & 1099511627775 FROM audit_seen WHERE place BETWEEN ?1 AND ?2
