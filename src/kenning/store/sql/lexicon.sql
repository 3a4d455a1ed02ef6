-- The index of words, all of it projected and none of it readable: terms are keys (digests), never words.
-- Statements by name; `?1` … in the order the caller gives them. A `place` is namespace number * 2^40 + since.

-- name: create
-- What a reader compares with its caches: `epoch` changes when tail or segments are rearranged, `marked` when marks are
-- removed or documents read otherwise; `docs` and `marks` only grow within an epoch, so a reader takes as many as its own snapshot counts.
CREATE TABLE IF NOT EXISTS lexicon (
  ns       INTEGER PRIMARY KEY,
  epoch    INTEGER NOT NULL,
  docs     INTEGER NOT NULL,
  postings INTEGER NOT NULL,
  last     INTEGER NOT NULL,
  marked   INTEGER NOT NULL,
  marks    INTEGER NOT NULL
);
-- The newest documents, one a row, scanned as they are.
CREATE TABLE IF NOT EXISTS tail (
  place  INTEGER PRIMARY KEY,
  class  INTEGER NOT NULL,
  length INTEGER NOT NULL,
  keys   BLOB    NOT NULL,
  tfs    BLOB    NOT NULL
);
-- The rest, packed; a segment is never changed and its number never given again, so its pages may be cached for ever.
CREATE TABLE IF NOT EXISTS segments (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  ns          INTEGER NOT NULL,
  level       INTEGER NOT NULL,
  first_since INTEGER NOT NULL,
  last_since  INTEGER NOT NULL,
  docs        INTEGER NOT NULL,
  postings    INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS segments_ns ON segments (ns);
-- The bodies of segments: id = segment * 2^20 + number; what the numbers hold is told in segments.py.
-- A page's digest is looked at by verify alone.
CREATE TABLE IF NOT EXISTS pages (id INTEGER PRIMARY KEY, body BLOB NOT NULL, digest BLOB NOT NULL);
-- What happened to documents after they opened, in order: closed (kind 0) at `until`, hidden (1), shown again (2).
CREATE TABLE IF NOT EXISTS marks (serial INTEGER PRIMARY KEY, since INTEGER NOT NULL, kind INTEGER NOT NULL, until INTEGER);

-- name: state
SELECT epoch, docs, postings, last, marked, marks FROM lexicon WHERE ns = ?

-- name: set_state
INSERT OR REPLACE INTO lexicon (ns, epoch, docs, postings, last, marked, marks) VALUES (?, ?, ?, ?, ?, ?, ?)

-- name: add_doc
INSERT INTO tail (place, class, length, keys, tfs) VALUES (?, ?, ?, ?, ?)

-- name: docs
SELECT place & 1099511627775, class, length, keys, tfs FROM tail WHERE place > ?1 AND place <= ?2 ORDER BY place

-- name: doc_size
SELECT length(tfs) FROM tail WHERE place = ?

-- name: drop_doc
DELETE FROM tail WHERE place = ?

-- name: drop_docs
DELETE FROM tail WHERE place BETWEEN ?1 AND ?2

-- name: segments
SELECT id, level, first_since, last_since, docs, postings FROM segments WHERE ns = ? ORDER BY first_since, id

-- name: add_segment
INSERT INTO segments (ns, level, first_since, last_since, docs, postings) VALUES (?, ?, ?, ?, ?, 0) RETURNING id

-- name: set_postings
UPDATE segments SET postings = ?2 WHERE id = ?1

-- name: drop_segment
DELETE FROM segments WHERE id = ?

-- name: page
SELECT body FROM pages WHERE id = ?

-- name: pages
SELECT id, body FROM pages WHERE id IN (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)

-- name: add_page
INSERT INTO pages (id, body, digest) VALUES (?, ?, ?)

-- name: digests
SELECT pages.id, body, digest FROM segments JOIN pages ON pages.id BETWEEN segments.id << 20 AND (segments.id + 1 << 20) - 1 WHERE ns = ?

-- name: drop_pages
DELETE FROM pages WHERE id BETWEEN ?1 AND ?2

-- name: marks
SELECT since, kind, until FROM marks WHERE serial > ?1 AND serial <= ?2 ORDER BY serial

-- name: add_mark
INSERT INTO marks (serial, since, kind, until) VALUES (?, ?, ?, ?)

-- name: drop_marks_of
DELETE FROM marks WHERE serial BETWEEN ?1 AND ?2 AND since IN (SELECT value FROM json_each(?3))

-- name: drop_marks
DELETE FROM marks WHERE serial BETWEEN ?1 AND ?2
