export function rowWriter(database) {
  return function write(table, row) {
    const columns = Object.keys(row);
    database
      .prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`)
      .run(...Object.values(row));
  };
}
