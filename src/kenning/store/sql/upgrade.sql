-- What an old file needs before it reads as one of schema version 3.

CREATE TABLE numbered (id INTEGER PRIMARY KEY AUTOINCREMENT, ns INTEGER NOT NULL, labels TEXT NOT NULL, UNIQUE (ns, labels));
INSERT INTO numbered (id, ns, labels) SELECT id, ns, labels FROM classes;
DROP TABLE classes;
ALTER TABLE numbered RENAME TO classes;
CREATE INDEX IF NOT EXISTS rows_hidden ON rows (ns, event) WHERE hidden = 1;
INSERT OR REPLACE INTO meta (name, value) VALUES ('relabel', 'owed');
