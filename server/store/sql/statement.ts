/** A value that an engine stores. Times are milliseconds since 1970, and flags are booleans, in every engine. */
export type Value = string | number | boolean | null | Uint8Array | Time;

/** A time, which SQLite stores as a number and PostgreSQL as a timestamp. */
export class Time {
  readonly ms: number;

  constructor(ms: number) {
    this.ms = ms;
  }
}

/** A time column, for a value that may be absent. */
export function timeOf(ms: number): Time;
export function timeOf(ms: number | null): Time | null;
export function timeOf(ms: number | null): Time | null {
  return ms === null ? null : new Time(ms);
}

declare const rowType: unique symbol;

/** SQL with `?` for each value. `Row`: what it returns, with times as `Date` or number (`msOf`). */
export interface Statement<Row = never> {
  readonly sqlite: string;
  readonly postgres: string;
  readonly [rowType]?: Row;
}

/** A statement that both engines understand, or one for each. Names with capitals need no quotes. */
export function statement<Row = never>(sqlite: string, postgres = sqlite): Statement<Row> {
  return { sqlite, postgres };
}

/** Values for a statement whose two texts take different ones. Only those of the engine that runs are made. */
export class EngineValues {
  readonly sqlite: () => readonly Value[];
  readonly postgres: () => readonly Value[];

  constructor(sqlite: () => readonly Value[], postgres: () => readonly Value[]) {
    this.sqlite = sqlite;
    this.postgres = postgres;
  }
}

/** What a transaction asks of its database. */
interface Ask {
  statement: Statement<unknown>;
  values: readonly Value[] | EngineValues;
  /** Whether the rows are wanted, or the number of changed rows. */
  wants: 'rows' | 'changes';
}

/**
 * The steps of a transaction, written once for both engines: SQLite runs them on its writer's thread without a pause,
 * PostgreSQL over a connection.
 */
export type Steps<Result> = Generator<Ask, Result, unknown>;

export function* all<Row>(statement: Statement<Row>, ...values: Value[]): Steps<Row[]> {
  return (yield { statement, values, wants: 'rows' }) as Row[];
}

export function* first<Row>(statement: Statement<Row>, ...values: Value[]): Steps<Row | undefined> {
  return (yield* all(statement, ...values))[0];
}

/** Returns the number of changed rows. */
export function* run(statement: Statement<unknown>, ...values: Value[]): Steps<number> {
  return (yield { statement, values, wants: 'changes' }) as number;
}

/** The same with values that differ by engine. */
export function* runByEngine(statement: Statement<unknown>, values: EngineValues): Steps<number> {
  return (yield { statement, values, wants: 'changes' }) as number;
}

/** A time that was read: SQLite has numbers, PostgreSQL dates. */
export function msOf(time: number | Date): number;
export function msOf(time: number | Date | null): number | null;
export function msOf(time: number | Date | null): number | null {
  return time instanceof Date ? time.getTime() : time;
}

/** PostgreSQL stores no NUL, and both engines replace half of a surrogate pair. */
export function mayBeStored(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
