import type { Ledger } from './ledger.ts';
import type { Reads } from './open-reads.ts';
import type { WatchedWriter, Writer } from './writer.ts';

/** Persistent data. Verbs use this interface; only the engine behind it knows SQL. */
export interface Store extends Reads {
  ledger: Ledger;
  writer: Writer;
  /** When `farebox backup` last made a backup; undefined if it never did. */
  lastBackup(): Promise<number | undefined>;
  /** Rejects if a file cannot be read, which a new start may mend. A server of databases is waited for. */
  probe(): Promise<void>;
  /** Refuses further writes, finishes the current ones, and closes the database. */
  close(): Promise<void>;
}

/** The store of a portal, which keeps it in order. */
export interface PortalStore extends Store {
  writer: WatchedWriter;
  /** Resolves with the reason if nothing can be written any more. A supervisor then starts the process again. */
  readonly died: Promise<Error>;
  /**
   * Agrees on secrets with the other portals of the store, by fingerprints, newest first. Resolves with the one that makes
   * names; undefined if the portal that started last has none of them.
   */
  agreeOnSecrets(fingerprints: readonly string[]): Promise<string | undefined>;
  /** Runs a task while no other process of the store runs one, and waits for those. */
  alone<Result>(task: () => Promise<Result>): Promise<Result>;
  /** Adds what this portal has counted, and resolves with what all have. Undefined if there are no others. */
  addTaken: ((taken: readonly Taken[]) => Promise<TakenByAll[]>) | undefined;
  /** Says which places of upstreams this portal has taken, and resolves with what the others have. */
  sharePlaces: ((taken: readonly PlacesTaken[]) => Promise<PlacesTaken[]>) | undefined;
  /** Checks the ledger and deletes expired data: at once, then every hour until it is stopped. */
  tend(retentionDays: number): Tending;
}

/** What a caller or network has taken of its limit. */
export interface Taken {
  taker: string;
  points: number;
}

export interface TakenByAll extends Taken {
  /** Until its minute ends. */
  msLeft: number;
}

/** Calls that are under way to an upstream, which is an origin. */
export interface PlacesTaken {
  upstream: string;
  calls: number;
}

export interface Tending {
  stop(): Promise<void>;
}
