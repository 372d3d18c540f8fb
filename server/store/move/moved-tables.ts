/** How a column is written in PostgreSQL. Times are milliseconds in SQLite. */
export type ColumnType = 'bigint' | 'integer' | 'text' | 'time' | 'boolean' | 'bytea';

export interface MovedTable extends Difference {
  name: string;
  /** The columns of the target. */
  columns: Record<string, ColumnType>;
  /** The primary key in SQLite: the order of the copy, and where it goes on. */
  key: readonly string[];
}

/** What is not the same in both engines. */
interface Difference {
  /** SQL of SQLite for columns that PostgreSQL has otherwise. The table is `t`, and what it needs is joined. */
  values?: Record<string, string>;
  join?: string;
  /** Of rows that the target has from the start. */
  onConflict?: string;
}

/**
 * All other tables are copied. What search finds and how far jobs have come is made anew in the target, documents that are
 * being imported are read again, the files of backups stay where they are, and the rest of these is PostgreSQL's own.
 */
export const leftTables = [
  ...['product_search', 'api_search', 'StaleProduct', 'LedgerProgress', '_prisma_migrations', 'Move'],
  ...['MoveProgress', '_farebox_functions', 'PurseShare', 'Instance', 'Secret', 'Generation', 'LastBackup'],
  ...['Taken', 'UnderWay', 'Import', 'ImportedOperation', 'ImportPart', 'Backup'],
];

/** Tables and columns of what an earlier check added up, which the target counts anew. */
export const leftByCheck = 'checked%';

/** Keys of calls and entries begin with the day in PostgreSQL (`first_key`), so each is known from its own row. */
const timedKey = (key: string, time: string) => `((${time} / 86400000) << 32) | ${key}`;

const refersToCall = (column: string): Difference => ({
  values: { [column]: timedKey(`t.${column}`, 'c.startedAt') },
  join: `JOIN Call c ON c.key = t.${column}`,
});

export const differences: Readonly<Record<string, Difference>> = {
  Purse: {
    values: {
      entryCount:
        'CASE WHEN t.key > 2 THEN (SELECT count(*) FROM Entry e WHERE e.purseKey = t.key AND e.purseKey > 2) ELSE 0 END',
    },
    onConflict: 'ON CONFLICT ("key") DO UPDATE SET "posted" = excluded."posted"',
  },
  // Of no process: all of them have ended.
  Call: { values: { key: timedKey('t.key', 't.startedAt'), instanceKey: '0' } },
  OutcomeProgress: {
    ...refersToCall('countedCall'),
    onConflict: 'ON CONFLICT ("key") DO UPDATE SET "countedCall" = excluded."countedCall"',
  },
  UncountedCall: refersToCall('callKey'),
  GuestHistory: refersToCall('lastCallKey'),
  CallEnding: refersToCall('callKey'),
  CallInput: refersToCall('callKey'),
  IdempotentCall: refersToCall('callKey'),
  Entry: {
    // Both entries of a transfer have the same time.
    values: {
      key: timedKey('t.key', 't.at'),
      transfer: timedKey('t.transfer', 't.at'),
      callKey: timedKey('c.key', 'c.startedAt'),
    },
    join: 'LEFT JOIN Call c ON c.key = t.callKey',
  },
};
