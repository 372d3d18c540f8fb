import { newPurse, type PurseRow } from '../../../../lib/ledger/purse.ts';
import { periodsOf } from '../../../../lib/ledger/caps.ts';
import type { ApiKeyRow, MemberRow, Spend, Spender } from '../../../../lib/ledger/spending.ts';
import type { HoldRequest, HoldRows } from '../../../../lib/ledger/decide-hold.ts';
import { type EarlierRow, open } from '../../../../lib/ledger/earlier-call.ts';
import { utcDay } from '../../../../lib/text/times.ts';
import { type PurseColumns, purseColumns, purseOf } from '../../sql/purse-row.ts';
import { readOf, type Section, section } from './changed-rows.ts';
import type { TripStatement } from './trip.ts';

/** What of a request names rows. */
export type Naming = Pick<HoldRequest, 'purse' | 'apiKeyKey' | 'memberKey' | 'productKey' | 'idempotency'>;

export interface NamedPurse extends PurseRow {
  id: string;
}

/** The columns of a purse `p` that is looked for by its id. */
export const namedColumns = `p."id", ${purseColumns}`;

export type NamedColumns = [id: string, ...PurseColumns];

export function namedPurseOf([id, ...columns]: NamedColumns): NamedPurse {
  return { id, ...purseOf(columns) };
}

interface SpentRow {
  key: number;
  period: string;
  credits: number;
}

type ProductColumns = [key: number, isOffline: boolean, versionInForce: number];

/** What the sections read; null for no rows. */
export interface ReadRows {
  products?: ProductColumns[] | null;
  keys?: (ApiKeyRow & { key: number })[] | null;
  members?: (MemberRow & { key: number })[] | null;
  earlier?: (EarlierRow & { hash: string })[] | null;
  spentByKey?: SpentRow[] | null;
  spentByMember?: SpentRow[] | null;
  spentByAccount?: SpentRow[] | null;
}

/** The ids of the purses that some requests name. */
export function pursesOf(requests: readonly Naming[]): string[] {
  return distinct(requests.map(({ purse }) => purse.id));
}

export function apiKeysOf(requests: readonly Naming[]): number[] {
  return distinct(requests.map(({ apiKeyKey }) => apiKeyKey)).toSorted((a, b) => a - b);
}

export function productsOf(requests: readonly Naming[]): number[] {
  return distinct(requests.map(({ productKey }) => productKey)).toSorted((a, b) => a - b);
}

/** Reads all other rows that some requests name, and `more`. */
export function readRows(
  prefix: string,
  requests: readonly Naming[],
  more: readonly Section[] = [],
): TripStatement {
  const keys = apiKeysOf(requests);
  const members = distinct(requests.map(({ memberKey }) => memberKey));
  const hashes = distinct(
    requests.flatMap(({ idempotency }) => [idempotency?.hash ?? null, idempotency?.firstHash ?? null]),
  );
  const periods = distinct(requests.flatMap(({ purse }) => periodsOf(utcDay(purse.nowMs))));
  return readOf(prefix, [
    ...more,
    {
      // An announced version is in force from its moment on, by the clock that all portals share (`versionInForce`).
      name: 'products',
      text: `SELECT json_agg(json_build_array(o."key", o."status" = 0,
                      CASE WHEN o."nextAt" <= clock_timestamp() THEN o."nextVersionKey" ELSE o."versionKey" END))
               FROM "Product" o WHERE o."key" = ANY (?::integer[])`,
      values: [productsOf(requests)],
    },
    {
      name: 'spentByAccount',
      text: `SELECT json_agg(json_build_object('key', s."purseKey", 'period', s."period", 'credits', s."credits"))
               FROM "AccountSpend" s WHERE s."period" = ANY (?::text[]) AND s."purseKey" = ANY (ARRAY(
                 SELECT p."key" FROM "Purse" p
                  WHERE p."id" = ANY (?::text[]) AND coalesce(p."capDay", p."capMonth", p."capTotal") IS NOT NULL))`,
      values: [periods, pursesOf(requests)],
    },
    section('keys', keys, {
      text: `SELECT json_agg(json_build_object('key', k."key", 'isRevoked', k."revokedAt" IS NOT NULL, 'access', k."access",
                      'products', k."products", 'lastUsedAt', ms_of(k."lastUsedAt"),
                      'capDay', k."capDay", 'capMonth', k."capMonth", 'capTotal', k."capTotal"))
               FROM "ApiKey" k WHERE k."key" = ANY (?::integer[])`,
      values: [keys],
    }),
    section('spentByKey', keys, {
      text: `SELECT json_agg(json_build_object('key', s."apiKeyKey", 'period', s."period", 'credits', s."credits"))
               FROM "KeySpend" s WHERE s."apiKeyKey" = ANY (?::integer[]) AND s."period" = ANY (?::text[])`,
      values: [keys, periods],
    }),
    section('members', members, {
      text: `SELECT json_agg(json_build_object('key', m."key", 'isRemoved', m."removedAt" IS NOT NULL, 'role', m."role",
                      'capDay', m."capDay", 'capMonth', m."capMonth", 'capTotal', m."capTotal"))
               FROM "Member" m WHERE m."key" = ANY (?::integer[])`,
      values: [members],
    }),
    // Days are added up only for caps that are set.
    section('spentByMember', members, {
      text: `SELECT json_agg(json_build_object('key', m."key", 'period', p.name, 'credits',
                      (SELECT coalesce(sum(s."credits"), 0) FROM "MemberSpend" s
                        WHERE s."memberKey" = m."key"
                          AND (p.name = 'all' OR s."day" COLLATE "C" BETWEEN p.name AND p.name || '-31'))))
               FROM "Member" m CROSS JOIN unnest(?::text[]) p (name)
              WHERE m."key" = ANY (?::integer[]) AND CASE length(p.name) WHEN 10 THEN m."capDay"
                      WHEN 7 THEN m."capMonth" ELSE m."capTotal" END IS NOT NULL`,
      values: [periods, members],
    }),
    section('earlier', hashes, {
      text: `SELECT json_agg(json_build_object('hash', i."hash", 'callKey', i."callKey", 'callId', c."id",
                      'purseKey', c."purseKey", 'owner', c."owner", 'versionKey', c."versionKey",
                      'fingerprint', i."fingerprint", 'state', c."state", 'charged', c."charged",
                      'startedAt', ms_of(c."startedAt"), 'bytes', i."bytes"))
               FROM "IdempotentCall" i JOIN LATERAL (SELECT * FROM "Call" k WHERE k."key" = i."callKey" LIMIT 1) c ON true
              WHERE i."hash" = ANY (?::text[])`,
      values: [hashes],
    }),
  ]);
}

function distinct<Value>(values: readonly (Value | null)[]): Value[] {
  return [...new Set(values)].filter((value) => value !== null);
}

/** The rows of a batch of holds, each as the calls before left it. */
export class RowsOfHolds {
  readonly #purses: Map<string, PurseRow>;
  readonly #purseKeys: Map<number, PurseRow>;
  readonly #keys: ReadonlyMap<number, ApiKeyRow>;
  readonly #members: ReadonlyMap<number, MemberRow>;
  readonly #products: ReadonlyMap<number, ProductColumns>;
  readonly #earlier: Map<string, EarlierRow>;
  readonly #spent: Record<Spender, Map<string, number>>;

  constructor(purses: readonly NamedPurse[], rows: ReadRows) {
    this.#purses = new Map(purses.map((purse) => [purse.id, purse]));
    this.#purseKeys = new Map(purses.map((purse) => [purse.key, purse]));
    this.#keys = new Map(rows.keys?.map((row) => [row.key, row]));
    this.#members = new Map(rows.members?.map((row) => [row.key, row]));
    this.#products = new Map(rows.products?.map((product) => [product[0], product]));
    this.#earlier = new Map(rows.earlier?.map((row) => [row.hash, row]));
    const sums = (of: SpentRow[] | null | undefined) =>
      new Map(of?.map(({ key, period, credits }) => [`${key} ${period}`, credits]));
    this.#spent = {
      key: sums(rows.spentByKey),
      member: sums(rows.spentByMember),
      account: sums(rows.spentByAccount),
    };
  }

  of({ purse, apiKeyKey, memberKey, productKey }: Naming): HoldRows {
    const [, isOffline = false, versionInForce] = this.#products.get(productKey) ?? [];
    return {
      purse: this.#purses.get(purse.id),
      apiKey: apiKeyKey === null ? undefined : this.#keys.get(apiKeyKey),
      member: memberKey === null ? undefined : this.#members.get(memberKey),
      ...{ isOffline, versionInForce },
      findEarlier: (hash) => this.#earlier.get(hash),
      spent: (of, key, on) => {
        const [day, month, total] = periodsOf(on).map(
          (period) => this.#spent[of].get(`${key} ${period}`) ?? 0,
        );
        return { day: day ?? 0, month: month ?? 0, total: total ?? 0 };
      },
    };
  }

  purse(id: string): PurseRow | undefined {
    return this.#purses.get(id);
  }

  purseWithKey(key: number): PurseRow | undefined {
    return this.#purseKeys.get(key);
  }

  /** A purse that the batch makes. */
  addPurse(id: string, key: number): PurseRow {
    const purse = newPurse(key);
    this.#purses.set(id, purse);
    this.#purseKeys.set(key, purse);
    return purse;
  }

  addSpend({ of, key, day, credits }: Spend): void {
    const sums = this.#spent[of];
    for (const period of periodsOf(day)) {
      const name = `${key} ${period}`;
      sums.set(name, (sums.get(name) ?? 0) + credits);
    }
  }

  /** An idempotency key belongs to a call of this batch from here on. */
  addKey(hash: string, call: Omit<EarlierRow, 'state' | 'charged' | 'bytes'>): void {
    this.#earlier.set(hash, { ...call, state: open, charged: 0, bytes: 0 });
  }

  /** The last use of a key is written once in a batch. */
  touchKey(apiKeyKey: number, nowMs: number): void {
    const key = this.#keys.get(apiKeyKey);
    if (key) key.lastUsedAt = nowMs;
  }
}
