-- Databases of other programs, read from a copy.

-- name: guard
PRAGMA trusted_schema = OFF;
PRAGMA cell_size_check = ON;
PRAGMA mmap_size = 0;
PRAGMA temp_store = MEMORY;

-- name: check
PRAGMA quick_check(1);

-- name: columns
SELECT t.name, c.name
FROM pragma_table_list AS t, pragma_table_info(t.name) AS c
WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite\_%' ESCAPE '\';

-- name: rows
SELECT {columns} FROM {table} ORDER BY rowid;
