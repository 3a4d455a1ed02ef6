-- What vectors were made of rows: none of it is the log's, all of it can be made again. Rows stand in blocks, in order of since;
-- a block is written once, and again only where rows are taken out of it. Statements by name.

-- name: create
-- A space is one model's of one namespace; `upto` is its checkpoint: the last sequence whose rows were looked at.
CREATE TABLE IF NOT EXISTS spaces (space INTEGER PRIMARY KEY AUTOINCREMENT, ns INTEGER NOT NULL, name TEXT NOT NULL, upto INTEGER NOT NULL, UNIQUE (ns, name));
-- `bodies` lie end to end, `sizes` tells where each ends; what a body holds its model knows.
CREATE TABLE IF NOT EXISTS blocks (
  id       INTEGER PRIMARY KEY,
  space    INTEGER NOT NULL,
  first    INTEGER NOT NULL,
  last     INTEGER NOT NULL,
  sinces   BLOB    NOT NULL,
  sketches BLOB    NOT NULL,
  sizes    BLOB    NOT NULL,
  bodies   BLOB    NOT NULL
);
CREATE INDEX IF NOT EXISTS blocks_space ON blocks (space, first);

-- name: spaces
SELECT name, upto FROM spaces WHERE ns = ? ORDER BY name

-- name: space
SELECT space, upto FROM spaces WHERE ns = ?1 AND name = ?2

-- name: add_space
INSERT INTO spaces (ns, name, upto) VALUES (?1, ?2, 0) RETURNING space

-- name: reach
UPDATE spaces SET upto = ?2 WHERE space = ?1

-- name: blocks
SELECT id, sinces, sketches, sizes, bodies FROM blocks WHERE space = ?1 AND last > ?2 ORDER BY first

-- name: holding
SELECT blocks.id, sinces, sketches, sizes, bodies FROM spaces JOIN blocks USING (space) WHERE ns = ?1 AND first <= ?2 AND last >= ?2

-- name: add
INSERT INTO blocks (space, first, last, sinces, sketches, sizes, bodies) VALUES (?, ?, ?, ?, ?, ?, ?)

-- name: rewrite
UPDATE blocks SET sinces = ?2, sketches = ?3, sizes = ?4, bodies = ?5 WHERE id = ?1

-- name: drop_block
DELETE FROM blocks WHERE id = ?

-- name: drop_blocks
DELETE FROM blocks WHERE space IN (SELECT space FROM spaces WHERE ns = ?1 AND (?2 IS NULL OR name = ?2))

-- name: drop_spaces
DELETE FROM spaces WHERE ns = ?1 AND (?2 IS NULL OR name = ?2)
