import type { JsonObject } from '../../../lib/json/json.ts';
import { job } from '../sql/job.ts';
import { all, first, run, statement, type Steps, timeOf } from '../sql/statement.ts';

/** How far a document is on its way: waiting, fetching, reading, storing, ready, same, failed, publishing, published. */
export type ImportState =
  | 'waiting'
  | 'fetching'
  | 'reading'
  | 'storing'
  | 'ready'
  /** Byte for byte what was taken before. */
  | 'same'
  | 'failed'
  | 'publishing'
  | 'published';

/** An operation of an imported document, as it was read. */
export interface ImportedRow {
  position: number;
  group: number;
  method: string;
  path: string;
  name: string;
  slug: string;
  /** Of its form. */
  fields: number;
  required: number;
  losses: number;
  /** Why it cannot be sold; null if it can. */
  problem: string | null;
  /** The names of the credentials that it needs, with spaces between them. */
  credentials: string;
  /** The same for the same operation. */
  fingerprint: string;
  /** Of the document; it is stored with the draft alone. */
  server: string;
}

/** What is known of an operation by comparing it with what is published. */
export interface ComparedRow extends ImportedRow {
  compared: Compared;
  /** Why it cannot have its slug. */
  sentence: string | null;
  /** Whether it is to be published. */
  chosen: boolean;
  /** Credits for a call; null keeps the published price. */
  price: number | null;
  /** What of a change breaks callers, a phrase in each line. */
  breaking: string | null;
}

export type Compared = 'new' | 'changed' | 'unchanged' | 'foreign' | 'unsold' | 'removed';

const insertImport = statement<{ key: number }>(
  `INSERT INTO Import (id, address, file, state, done, total, createdAt, movedAt)
   VALUES (?, ?, ?, 'waiting', 0, 0, ?, ?) RETURNING key`,
);

/** Begins to read a document, whose address or file name it stores. */
export const beginImport = job({
  name: 'begin-import',
  publishes: false,
  *steps({
    id,
    address,
    file,
    now,
  }: {
    id: string;
    address: string | null;
    file: string | null;
    now: number;
  }): Steps<{ key: number }> {
    const added = yield* first(insertImport, id, address, file, timeOf(now), timeOf(now));
    if (!added) throw new Error(`The import ${id} was not written.`);
    return added;
  },
  audit: ({ id, address, file }): { target: string; after: JsonObject } => ({
    target: id,
    after: address === null ? { file } : { address },
  }),
});

const move = statement(
  'UPDATE Import SET state = ?, done = ?, total = ?, problem = ?, movedAt = ? WHERE key = ?',
);

/** Says how far it is. */
export const moveImport = job({
  name: 'move-import',
  publishes: false,
  *steps({
    key,
    state,
    done,
    total,
    problem,
    now,
  }: {
    key: number;
    state: ImportState;
    done: number;
    total: number;
    problem: string | null;
    now: number;
  }): Steps<undefined> {
    yield* run(move, state, done, total, problem, timeOf(now), key);
  },
  audit: false,
});

const describe = statement('UPDATE Import SET facts = ?, choices = ?, digest = ?, movedAt = ? WHERE key = ?');

/** Stores what a document says of itself, and what is chosen for all of its operations. */
export const describeImport = job({
  name: 'describe-import',
  publishes: false,
  *steps({
    key,
    facts,
    choices,
    digest,
    now,
  }: {
    key: number;
    /** Both are JSON. */
    facts: string;
    choices: string;
    digest: string;
    now: number;
  }): Steps<undefined> {
    yield* run(describe, facts, choices, digest, timeOf(now), key);
  },
  audit: false,
});

const insertPart = statement('INSERT INTO ImportPart (importKey, part, content) VALUES (?, ?, ?)');
/** One statement for all: each takes a way to a server of databases and back. */
const insertOperations = statement(
  `INSERT INTO ImportedOperation (importKey, position, groupIndex, method, path, name, slug, fields, required, losses, problem,
     credentials, fingerprint, compared, sentence, chosen, price, breaking)
   SELECT ?, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
     value ->> 8, value ->> 9, value ->> 10, value ->> 11, value ->> 12, value ->> 13, value ->> 14, value ->> 15, value ->> 16
     FROM json_each(?)`,
  `INSERT INTO ImportedOperation (importKey, position, groupIndex, method, path, name, slug, fields, required, losses, problem,
     credentials, fingerprint, compared, sentence, chosen, price, breaking)
   SELECT ?, (value ->> 0)::integer, (value ->> 1)::integer, value ->> 2, value ->> 3, value ->> 4, value ->> 5,
     (value ->> 6)::integer, (value ->> 7)::integer, (value ->> 8)::integer, value ->> 9, value ->> 10, value ->> 11,
     value ->> 12, value ->> 13, (value ->> 14)::integer, (value ->> 15)::integer, value ->> 16 FROM json_array_elements(?::json)`,
);

/** Stores some operations, with their drafts. */
export const storeImported = job({
  name: 'store-imported',
  publishes: false,
  *steps({
    key,
    part,
    content,
    operations,
  }: {
    key: number;
    part: number;
    /** Null for operations that the document has no more, which have no drafts. */
    content: Uint8Array | null;
    operations: ComparedRow[];
  }): Steps<undefined> {
    if (content) yield* run(insertPart, key, part, content);
    const rows = operations.map((one) => [
      ...[one.position, one.group, one.method, one.path, one.name, one.slug, one.fields, one.required],
      ...[one.losses, one.problem, one.credentials, one.fingerprint, one.compared, one.sentence],
      ...[one.chosen ? 1 : 0, one.price, one.breaking],
    ]);
    yield* run(insertOperations, key, JSON.stringify(rows));
  },
  audit: false,
});

const chooseRows = statement(
  `UPDATE ImportedOperation SET chosen = coalesce(?, chosen), price = CASE WHEN ? = 1 THEN ? ELSE price END
    WHERE importKey = ? AND position >= ? AND position < ? AND problem IS NULL AND (? = -1 OR groupIndex = ?)
      AND (? = 0 OR chosen = 1)`,
);
const renameRow = statement(
  'UPDATE ImportedOperation SET name = coalesce(?, name), slug = coalesce(?, slug) WHERE importKey = ? AND position = ?',
);
const compareRow = statement(
  `UPDATE ImportedOperation SET compared = ?, sentence = ?, chosen = CASE WHEN compared = ? THEN chosen ELSE ? END,
     price = CASE WHEN compared = ? THEN price ELSE ? END
    WHERE importKey = ? AND position = ?`,
);
const setChoices = statement('UPDATE Import SET choices = ? WHERE key = ?');
const findTwin = statement<{ position: number; method: string; path: string }>(
  `SELECT position, method, path FROM ImportedOperation
    WHERE importKey = ? AND slug = ? AND position <> ? AND problem IS NULL LIMIT 1`,
);

/** What is set for operations from one position up to another. */
export interface Choice {
  from: number;
  before: number;
  /** Of this group alone. */
  group?: number | undefined;
  /** Only of those that are to be published. */
  onlyChosen?: boolean | undefined;
  chosen?: boolean | undefined;
  /** Null keeps the published price. */
  price?: number | null | undefined;
}

/** Another name or slug of one operation. */
export interface Rename {
  position: number;
  name?: string | undefined;
  slug?: string | undefined;
  /** How it compares by its new slug, and what is chosen for it if that is another way than before. */
  next?: Pick<ComparedRow, 'compared' | 'sentence' | 'chosen' | 'price'>;
}

/** Sets which operations are to be published, for how much, or the name and slug of one. */
export const chooseOperations = job({
  name: 'choose-operations',
  publishes: false,
  *steps({
    key,
    choices,
    rename,
    all: forAll,
  }: {
    key: number;
    choices: Choice[];
    rename?: Rename;
    /** JSON: what holds for all of them, the API's name and slug and the servers. */
    all?: string;
  }): Steps<{
    /** Another operation of the document that has the slug. Then nothing was written. */
    twin?: { method: string; path: string };
  }> {
    if (rename?.slug !== undefined) {
      const twin = yield* first(findTwin, key, rename.slug, rename.position);
      if (twin) return { twin: { method: twin.method, path: twin.path } };
    }
    if (forAll !== undefined) yield* run(setChoices, forAll, key);
    for (const { from, before, group = -1, onlyChosen = false, chosen, price } of choices) {
      const set = [chosen === undefined ? null : Number(chosen), price === undefined ? 0 : 1, price ?? null];
      yield* run(chooseRows, ...set, key, from, before, group, group, Number(onlyChosen));
    }
    if (!rename) return {};
    const { position, name = null, slug = null, next } = rename;
    yield* run(renameRow, name, slug, key, position);
    if (!next) return {};
    const { compared, sentence, chosen, price } = next;
    const set = [compared, sentence, compared, Number(chosen), compared, price];
    yield* run(compareRow, ...set, key, position);
    return {};
  },
  // A draft is in no log: what is published of it is.
  audit: false,
});

const takeUp = statement(
  `UPDATE Import SET state = 'publishing', done = 0, total = ?, problem = NULL, movedAt = ?
    WHERE key = ? AND (state IN ('ready', 'published') OR (state = 'publishing' AND movedAt < ?))`,
);
const forgetOutcomes = statement(
  'UPDATE ImportedOperation SET outcome = NULL WHERE importKey = ? AND outcome IS NOT NULL',
);

/** Begins to publish what is chosen, unless it is being published. */
export const beginPublishing = job({
  name: 'publish-import',
  publishes: false,
  *steps({
    key,
    total,
    now,
    staleBefore,
  }: {
    key: number;
    id: string;
    online: boolean;
    total: number;
    now: number;
    /** Who has not moved since has stopped. */
    staleBefore: number;
  }): Steps<{ begun: boolean; key: number; total: number }> {
    const changed = yield* run(takeUp, total, timeOf(now), key, timeOf(staleBefore));
    if (changed > 0) yield* run(forgetOutcomes, key);
    return { begun: changed > 0, key, total };
  },
  audit: ({ id, online, total }, { begun }) =>
    begun ? { target: id, after: { operations: total, online } } : null,
});

export type OutcomeKind = 'created' | 'changed' | 'unchanged' | 'refused';

export interface Outcome {
  position: number;
  kind: OutcomeKind;
  /** 1 if the product is online now. */
  online: 0 | 1;
  /** Why it was refused, or stayed offline. */
  sentence: string | null;
}

const setOutcome = statement(
  `UPDATE ImportedOperation SET outcome = ?, online = ?, sentence = ?, compared = CASE WHEN ? = 1 THEN 'unchanged' ELSE compared END
    WHERE importKey = ? AND position = ?`,
);

/** Stores what became of operations. */
export const storeOutcomes = job({
  name: 'store-outcomes',
  publishes: false,
  *steps({ key, outcomes }: { key: number; outcomes: Outcome[] }): Steps<undefined> {
    for (const { position, kind, online, sentence } of outcomes) {
      const isPublished = kind === 'refused' ? 0 : 1;
      yield* run(setOutcome, kind, online, sentence, isPublished, key, position);
    }
  },
  audit: false,
});

/** What was found in the document of an API stays until the next look. */
const findOld = statement<{ key: number }>(
  `SELECT key FROM Import i WHERE createdAt < ?
     AND NOT EXISTS (SELECT 1 FROM FollowedDocument f WHERE f.importId = i.id) ORDER BY key LIMIT 1`,
);
const dropParts = statement(
  'DELETE FROM ImportPart WHERE importKey = ? AND part IN (SELECT part FROM ImportPart WHERE importKey = ? LIMIT ?)',
);
const dropOperations = statement(
  `DELETE FROM ImportedOperation WHERE importKey = ? AND position IN
     (SELECT position FROM ImportedOperation WHERE importKey = ? LIMIT ?)`,
);
const dropImport = statement('DELETE FROM Import WHERE key = ?');

const partsAtOnce = 10;
const rowsAtOnce = 1_000;

/** Deletes some of what was imported before a time. */
export const pruneImports = job({
  name: 'prune-imports',
  publishes: false,
  *steps({ before }: { before: number }): Steps<{ deleted: number; isDone: boolean }> {
    const [old] = yield* all(findOld, timeOf(before));
    if (!old) return { deleted: 0, isDone: true };
    const parts = yield* run(dropParts, old.key, old.key, partsAtOnce);
    const operations = yield* run(dropOperations, old.key, old.key, rowsAtOnce);
    if (parts < partsAtOnce && operations < rowsAtOnce) {
      yield* run(dropImport, old.key);
      return { deleted: 1, isDone: false };
    }
    return { deleted: 0, isDone: false };
  },
  audit: false,
});
