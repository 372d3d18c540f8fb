import type pg from 'pg';
import { issuedKey, type PurseRow } from '../../../../lib/ledger/purse.ts';
import {
  decideHold,
  type Held,
  type HoldDecision,
  type HoldRequest,
} from '../../../../lib/ledger/decide-hold.ts';
import type { HoldPayload, HoldResult, KeptAnswer } from '../../ledger.ts';
import { keptAnswer, resultOfReplay } from '../../sql/kept-answer.ts';
import { requestOfHold } from '../../sql/ledger-payloads.ts';
import {
  ChangedRows,
  columnsOf,
  section,
  type Section,
  type Sections,
  textOf,
  writeOf,
} from './changed-rows.ts';
import {
  apiKeysOf,
  namedColumns,
  type NamedColumns,
  type NamedPurse,
  namedPurseOf,
  productsOf,
  pursesOf,
  readRows,
  type ReadRows,
  RowsOfHolds,
} from './hold-rows.ts';
import { rowsOf, type TripStatement, Fenced, inTwoTrips, Overtaken } from './trip.ts';

interface ReadBatch extends ReadRows {
  fenced: boolean;
  callKeys: number[];
  /** Keys for the purses that there are none of yet, by id. */
  newPurses?: Record<string, number> | null;
}

/**
 * Runs a batch of holds in one transaction. Returns an error for a hold that fails by itself. `onOpen` is told of each call
 * that is open then.
 */
export async function runHolds(
  pool: pg.Pool,
  instance: number,
  jobs: HoldPayload[],
  onOpen: (call: OpenedCall) => void = () => {},
): Promise<(HoldResult | Error)[]> {
  const requests = jobs.map(requestOfHold);
  const { decided, opened } = await inTwoTrips(
    pool,
    [lockRows(instance, requests), readRows('hold', requests, extraReads(instance, requests))],
    ([locked, read]) => {
      const rows = rowsOf<ReadBatch>(read);
      if (!rows || rows.fenced) throw new Fenced(`The instance ${instance} is fenced.`);
      const purses = rowsOf<NamedColumns[]>(locked) ?? [];
      const batch = new HoldBatch(instance, purses.map(namedPurseOf), rows);
      const decided = jobs.map((payload) => batch.decide(payload));
      return { write: batch.write(), result: { decided, opened: batch.opened } };
    },
  );
  for (const call of opened) onOpen(call);
  return Promise.all(decided.map((decision) => resultOf(pool, decision)));
}

/**
 * Whoever revokes a key or takes a product offline waits for the holds before, and is seen by those after. A member is
 * changed under the lock of the account's purse, and so before the holds of a batch or after them. Purses are locked in
 * the order of their keys, so that batches do not wait for each other in a circle.
 */
function lockRows(instance: number, requests: readonly HoldRequest[]): TripStatement {
  return {
    name: 'farebox_lock_holds',
    text: lockHolds,
    values: [instance, apiKeysOf(requests), productsOf(requests), pursesOf(requests)].map(textOf),
  };
}

const lockHolds = `
  WITH locked AS MATERIALIZED (
    SELECT (SELECT count(pg_advisory_xact_lock_shared(1, $1::integer))) AS instance,
           (SELECT count(pg_advisory_xact_lock_shared(2, key)) FROM unnest($2::integer[]) key) AS keys,
           (SELECT count(pg_advisory_xact_lock_shared(3, key)) FROM unnest($3::integer[]) key) AS products)
  SELECT json_agg(json_build_array(${namedColumns}))
    FROM (SELECT * FROM "Purse" p
           WHERE (SELECT instance + keys + products FROM locked) > 0 AND p."id" = ANY ($4::text[])
           ORDER BY p."key" FOR NO KEY UPDATE OF p) p`;

/** Keys grow with time, by the clock of the database. */
function extraReads(instance: number, requests: readonly HoldRequest[]): Section[] {
  // Of others no purse is made: their holds are refused.
  const mayNeedPurse = requests
    .filter(({ purse, credits }) => (purse.allowance ?? 0) >= credits)
    .map(({ purse }) => purse.id);
  const newPurses = section('newPurses', mayNeedPurse, {
    text: `SELECT json_object_agg(n.id, nextval(pg_get_serial_sequence('"Purse"', 'key')))
             FROM (SELECT DISTINCT u.id FROM unnest(?::text[]) u (id)
                    WHERE NOT EXISTS (SELECT 1 FROM "Purse" p WHERE p."id" = u.id)) n`,
    values: [mayNeedPurse],
  });
  return [
    {
      name: 'fenced',
      text: `SELECT NOT EXISTS (SELECT 1 FROM "Instance" WHERE "key" = ?::bigint AND "fencedAt" IS NULL)`,
      values: [instance],
    },
    {
      name: 'callKeys',
      text: `SELECT json_agg(timed_key(nextval('"Call_number"'))) FROM generate_series(1, ?::integer)`,
      values: [requests.length],
    },
    ...(newPurses ? [newPurses] : []),
  ];
}

/** A call, and the purse that pays it as the batch left it. */
export interface OpenedCall {
  key: number;
  purse: PurseRow;
  payload: HoldPayload;
  request: HoldRequest;
  held: Held;
}

const columnsOfCall: [name: string, type: string, read: (call: OpenedCall) => unknown][] = [
  ['key', 'bigint', ({ key }) => key],
  ['id', 'text', ({ payload: [callId] }) => callId],
  ['purseKey', 'bigint', ({ purse }) => purse.key],
  ['owner', 'text', ({ request }) => request.owner],
  ['apiKeyKey', 'integer', ({ request }) => request.apiKeyKey],
  ['productKey', 'integer', ({ request }) => request.productKey],
  ['versionKey', 'integer', ({ payload: [, , , , , , , versionKey] }) => versionKey],
  ['quoted', 'bigint', ({ request }) => request.credits],
  ['inputHash', 'text', ({ payload: [, , , , , , , , , inputHash] }) => inputHash],
  ['memberKey', 'integer', ({ request }) => request.memberKey],
  ['startedAt', 'bigint', ({ request }) => request.purse.nowMs],
];

const insertCalls = `
  INSERT INTO "Call" ("instanceKey", "state", "charged", ${columnsOfCall.map(([name]) => `"${name}"`).join(', ')})
  SELECT ?::bigint, 0, 0, ${columnsOfCall.map(([name]) => (name === 'startedAt' ? `time_of(n."${name}")` : `n."${name}"`)).join(', ')}
    FROM unnest(${columnsOfCall.map(([, type]) => `?::${type}[]`).join(', ')})
         n (${columnsOfCall.map(([name]) => `"${name}"`).join(', ')})`;

/** Decides the holds of a batch one after another, each on the rows as the one before left them. */
class HoldBatch {
  readonly opened: OpenedCall[] = [];
  readonly #instance: number;
  readonly #rows: RowsOfHolds;
  readonly #callKeys: readonly number[];
  readonly #newPurses: Readonly<Record<string, number>>;
  /** The ids of the purses that this batch makes. */
  readonly #made = new Map<number, string>();
  readonly #changed = new ChangedRows();

  constructor(instance: number, purses: readonly NamedPurse[], { callKeys, newPurses, ...rows }: ReadBatch) {
    this.#instance = instance;
    this.#rows = new RowsOfHolds(purses, rows);
    this.#callKeys = callKeys;
    this.#newPurses = newPurses ?? {};
  }

  decide(payload: HoldPayload): Decided | Error {
    const request = requestOfHold(payload);
    try {
      const decision = decideHold(this.#rows.of(request), request);
      return decision.outcome === 'held' ? this.#open(payload, request, decision) : decision;
    } catch (error) {
      if (error instanceof Overtaken) throw error;
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  #open(payload: HoldPayload, request: HoldRequest, held: Held): HeldCall {
    const { apiKeyKey, idempotency, owner } = request;
    const { nowMs } = request.purse;
    const key = this.#callKeys[this.opened.length];
    if (key === undefined) throw new Overtaken('There is no key for the call.');
    const purse = this.#purseOf(request);
    this.#changed.addToPurse(purse, held.purse, held.grantedDay);
    if (held.purse.posted > 0)
      this.#changed.addTransfer(purse, {
        from: issuedKey,
        to: purse.key,
        credits: held.purse.posted,
        kind: 'allowance',
        nowMs,
        callKey: null,
        reason: null,
      });
    const { replaces } = held;
    const paid = replaces && this.#rows.purseWithKey(replaces.purseKey);
    if (paid) this.#changed.addToPurse(paid, { keptBytes: -replaces.bytes });
    for (const spend of held.spends) {
      this.#changed.addSpend(spend);
      this.#rows.addSpend(spend);
    }
    if (held.touchesKey && apiKeyKey !== null) this.#rows.touchKey(apiKeyKey, nowMs);
    if (idempotency) {
      const [callId, , , , , , , versionKey] = payload;
      const call = { callKey: key, callId, purseKey: purse.key, owner, versionKey, startedAt: nowMs };
      this.#rows.addKey(idempotency.hash, { ...call, fingerprint: idempotency.fingerprint });
    }
    this.opened.push({ key, purse, payload, request, held });
    return { outcome: 'held', callKey: key, balance: held.balance };
  }

  #purseOf({ purse: { id } }: HoldRequest): PurseRow {
    const known = this.#rows.purse(id);
    if (known) return known;
    const key = this.#newPurses[id];
    if (key === undefined) throw new Overtaken(`Somebody else made the purse ${id}.`);
    this.#made.set(key, id);
    return this.#rows.addPurse(id, key);
  }

  /** Undefined if everything was refused. */
  write(): TripStatement | undefined {
    const calls = this.opened;
    if (calls.length === 0) return undefined;
    return writeOf(
      'hold',
      [
        ...this.#changed.purses(this.#made),
        {
          name: 'calls',
          text: insertCalls,
          values: [this.#instance, ...columnsOf(calls, ...columnsOfCall.map(([, , read]) => read))],
        },
        this.#inputs(),
        ...this.#keys(),
        ...this.#changed.spent(),
        this.#touched(),
        ...this.#changed.entries(issuedKey),
      ],
      { text: 'SELECT 1', values: [] },
    );
  }

  #inputs(): Section | undefined {
    const kept = this.opened.filter(({ held }) => held.keepsInput);
    return section('inputs', kept, {
      text: `INSERT INTO "CallInput" ("callKey", "input", "bytes") SELECT * FROM unnest(?::bigint[], ?::text[], ?::bigint[])`,
      values: columnsOf(
        kept,
        ({ key }) => key,
        ({ payload: [, , , , , , , , , , input] }) => input,
        ({ request }) => request.inputBytes,
      ),
    });
  }

  #keys(): Sections {
    const replaced = this.opened.flatMap(({ held }) => held.replaces ?? []);
    const elsewhere = replaced.filter(({ purseKey }) => !this.#rows.purseWithKey(purseKey));
    // In one order, so that batches do not wait for each other in a circle.
    const keys = this.opened
      .flatMap(({ key, request: { idempotency } }) => (idempotency ? { key, ...idempotency } : []))
      .toSorted((a, b) => (a.hash < b.hash ? -1 : 1));
    const afterFreed = replaced.length > 0 ? 'WHERE (SELECT count(*) FROM freed) >= 0' : '';
    return [
      section('freed', replaced, {
        text: 'DELETE FROM "IdempotentCall" WHERE "callKey" = ANY (?::bigint[]) RETURNING "callKey", "bytes"',
        values: [replaced.map(({ callKey }) => callKey)],
      }),
      // Of purses that are not locked, only what was deleted is known.
      section('elsewhere', elsewhere, {
        text: `UPDATE "Purse" p SET "keptBytes" = p."keptBytes" - n.bytes
                 FROM (SELECT c."purseKey" AS key, sum(f."bytes")::bigint AS bytes FROM freed f JOIN "Call" c ON c."key" = f."callKey"
                        WHERE f."callKey" = ANY (?::bigint[]) GROUP BY 1) n
                WHERE p."key" = n.key`,
        values: [elsewhere.map(({ callKey }) => callKey)],
      }),
      section('keys', keys, {
        text: `INSERT INTO "IdempotentCall" ("callKey", "hash", "fingerprint")
               SELECT * FROM unnest(?::bigint[], ?::text[], ?::text[]) ${afterFreed}`,
        values: columnsOf(
          keys,
          ({ key }) => key,
          ({ hash }) => hash,
          ({ fingerprint }) => fingerprint,
        ),
      }),
    ];
  }

  /** Whoever revokes a key has its row and waits for this batch: the batch does not wait for them. */
  #touched(): Section | undefined {
    const lastUses = new Map(
      this.opened
        .filter(({ held }) => held.touchesKey)
        .map(({ request: { apiKeyKey, purse } }) => [apiKeyKey, purse.nowMs]),
    );
    const touched = [...lastUses];
    return section('touched', touched, {
      text: `UPDATE "ApiKey" k SET "lastUsedAt" = time_of(n.at)
               FROM (SELECT u.at, o."key" FROM unnest(?::integer[], ?::bigint[]) u (key, at)
                       JOIN "ApiKey" o ON o."key" = u.key FOR NO KEY UPDATE OF o SKIP LOCKED) n
              WHERE k."key" = n."key"`,
      values: columnsOf(
        touched,
        ([key]) => key,
        ([, at]) => at,
      ),
    });
  }
}

type HeldCall = Extract<HoldResult, { outcome: 'held' }>;
type Decided = Exclude<HoldDecision, Held> | HeldCall;

async function resultOf(pool: pg.Pool, decided: Decided | Error): Promise<HoldResult | Error> {
  if (decided instanceof Error || decided.outcome !== 'done') return decided;
  const answer = await readAnswer(pool, decided.callKey);
  return resultOfReplay(decided, () => answer);
}

interface AnswerRow {
  head: string | null;
  body: Buffer | null;
}

/** The stored response of a call. */
export async function readAnswer(pool: pg.Pool, callKey: number): Promise<KeptAnswer | null> {
  const { rows } = await pool.query<AnswerRow>({
    name: 'farebox_answer',
    text: 'SELECT "head", "body" FROM "IdempotentCall" WHERE "callKey" = $1',
    values: [callKey],
  });
  const { head = null, body = null } = rows[0] ?? {};
  return keptAnswer(head, body);
}
