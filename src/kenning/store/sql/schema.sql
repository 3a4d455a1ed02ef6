-- The schema as it stands, readable from top to bottom. `place` is namespace number * 2^40 + sequence, so that every key
-- begins with the namespace and one integer key serves look-up and order.

CREATE TABLE meta (name TEXT PRIMARY KEY, value) WITHOUT ROWID;

CREATE TABLE namespaces (ns INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);

-- The only truth. A row is written once; the one thing that may happen to it is that payload and salt are destroyed.
CREATE TABLE log (
  place       INTEGER PRIMARY KEY,
  ns          INTEGER NOT NULL,
  id          TEXT    NOT NULL,
  agent       TEXT    NOT NULL,
  recorded_at INTEGER NOT NULL,
  payload     BLOB,
  salt        BLOB,
  digest      BLOB    NOT NULL,
  hash        BLOB    NOT NULL
);
CREATE UNIQUE INDEX log_id ON log (ns, id);

CREATE TRIGGER log_keeps_its_rows BEFORE DELETE ON log
BEGIN SELECT raise(ABORT, 'the log keeps its rows'); END;

CREATE TRIGGER log_puts_nothing_over_its_rows BEFORE INSERT ON log
WHEN EXISTS (SELECT 1 FROM log WHERE place = NEW.place OR (ns = NEW.ns AND id = NEW.id))
BEGIN SELECT raise(ABORT, 'the log puts nothing over its rows'); END;

CREATE TRIGGER log_is_never_edited BEFORE UPDATE ON log
WHEN NEW.payload IS NOT NULL OR NEW.salt IS NOT NULL OR NEW.place <> OLD.place OR NEW.ns <> OLD.ns OR NEW.id <> OLD.id
  OR NEW.agent <> OLD.agent OR NEW.recorded_at <> OLD.recorded_at OR NEW.digest <> OLD.digest OR NEW.hash <> OLD.hash
BEGIN SELECT raise(ABORT, 'the log is never edited'); END;

-- Keyed fingerprints of idempotency keys; the key lies in another file. A row whose event has no payload answers "erased".
CREATE TABLE receipts (print BLOB PRIMARY KEY, place INTEGER NOT NULL) WITHOUT ROWID;

-- Answers whose parent was not there when they were imported, by the keyed fingerprint of the parent's native id.
CREATE TABLE awaits (print BLOB NOT NULL, place INTEGER NOT NULL, PRIMARY KEY (print, place)) WITHOUT ROWID;

-- Projections: folded from the log, rebuilt from it at will.
-- `acts` is 1 where the source amends, corrects, redacts or attaches to the target: what a view is folded from.
CREATE TABLE links (
  target   INTEGER NOT NULL,
  acts     INTEGER NOT NULL,
  source   INTEGER NOT NULL,
  relation TEXT    NOT NULL,
  PRIMARY KEY (target, acts, source, relation)
) WITHOUT ROWID;

-- A number is never given twice, so that whoever keeps one in memory cannot mean another class by it.
CREATE TABLE classes (id INTEGER PRIMARY KEY AUTOINCREMENT, ns INTEGER NOT NULL, labels TEXT NOT NULL, UNIQUE (ns, labels));

CREATE TABLE rows (
  place INTEGER PRIMARY KEY,
  ns    INTEGER NOT NULL,
  event INTEGER NOT NULL,
  until INTEGER,
  kind  TEXT    NOT NULL,
  actor TEXT    NOT NULL,
  at    INTEGER NOT NULL,
  class INTEGER NOT NULL,
  hidden INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX rows_at ON rows (ns, at, event);
CREATE INDEX rows_hidden ON rows (ns, event) WHERE hidden = 1;
CREATE INDEX rows_event ON rows (ns, event) WHERE event <> (place & 1099511627775);

CREATE TABLE blobs (
  ns     INTEGER NOT NULL,
  sha256 TEXT    NOT NULL,
  event  INTEGER NOT NULL,
  path   TEXT    NOT NULL,
  size   INTEGER NOT NULL,
  PRIMARY KEY (ns, sha256, event)
) WITHOUT ROWID;

-- Where the erasures stand in the log, so that a missing payload is explained without reading all of it.
CREATE TABLE tombstones (place INTEGER PRIMARY KEY);
