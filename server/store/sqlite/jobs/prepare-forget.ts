import type { Database } from 'better-sqlite3';

/** Deletes the stored input or response of a call and releases its bytes; false if there was none. */
export function prepareForget(
  database: Database,
  table: 'CallInput' | 'IdempotentCall',
): (callKey: number) => boolean {
  const remove = database
    .prepare<[number], number>(`DELETE FROM ${table} WHERE callKey = ? RETURNING bytes`)
    .pluck();
  const giveBack = database.prepare(
    'UPDATE Purse SET keptBytes = keptBytes - ? WHERE key = (SELECT purseKey FROM Call WHERE key = ?)',
  );
  return (callKey) => {
    const bytes = remove.get(callKey);
    if (bytes !== undefined && bytes > 0) giveBack.run(bytes, callKey);
    return bytes !== undefined;
  };
}
