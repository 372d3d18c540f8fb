import type { Database } from 'better-sqlite3';
import type { PurseRow } from '../../../../lib/ledger/purse.ts';
import type { Spent } from '../../../../lib/ledger/caps.ts';
import type { ApiKeyRow, Caller, CapRows, MemberRow, Spender } from '../../../../lib/ledger/spending.ts';
import type { HoldRows } from '../../../../lib/ledger/decide-hold.ts';
import type { CallRow, SettleRows } from '../../../../lib/ledger/decide-settle.ts';
import type { EarlierRow, FindEarlier } from '../../../../lib/ledger/earlier-call.ts';
import type { KeptAnswer } from '../../ledger.ts';
import { versionInForce } from '../../../../lib/product/planned-version.ts';
import { keptAnswer } from '../../sql/kept-answer.ts';
import { type PurseColumns, purseColumns, purseOf } from '../../sql/purse-row.ts';
import { periodsOf } from '../../../../lib/ledger/caps.ts';

type CallColumns = [
  purseKey: number,
  apiKeyKey: number | null,
  memberKey: number | null,
  productKey: number,
  state: number,
  quoted: number,
  startedAt: number,
];

type CapColumns = [capDay: number | null, capMonth: number | null, capTotal: number | null];
type KeyColumns = [
  isRevoked: 0 | 1,
  access: string,
  products: string | null,
  lastUsedAt: number | null,
  ...CapColumns,
];
type MemberColumns = [isRemoved: 0 | 1, role: string, ...CapColumns];

/** The product with its versions, and the purse. */
type HoldColumns = [
  isOffline: 0 | 1 | null,
  versionKey: number | null,
  nextVersionKey: number | null,
  nextAt: number | null,
  ...(PurseColumns | [key: null, ...null[]]),
];

const noProduct: HoldColumns = [null, null, null, null, null];

/**
 * Reads what a hold is decided on. Reads only what the request names. The columns of an announced version come after the
 * long texts of a product: its index has them, and only where there are any.
 */
export function prepareHoldRows(
  database: Database,
): (purseId: string, productKey: number, caller: Caller) => HoldRows {
  const find = database
    .prepare<[string, number], HoldColumns>(
      `SELECT o.status = 0, o.versionKey, n.nextVersionKey, n.nextAt, ${purseColumns}
         FROM (SELECT 1) LEFT JOIN Purse p ON p.id = ? LEFT JOIN Product o ON o.key = ?
         LEFT JOIN Product n INDEXED BY Product_next ON n.key = o.key AND n.nextAt IS NOT NULL`,
    )
    .raw();
  const readCaller = prepareCallerRows(database);
  const findEarlier = prepareFindEarlier(database);
  return (purseId, productKey, caller) => {
    const [isOffline, versionKey, nextVersionKey, nextAt, ...purse] =
      find.get(purseId, productKey) ?? noProduct;
    const { apiKey, member, spent } = readCaller(caller);
    return {
      purse: purse[0] === null ? undefined : purseOf(purse),
      apiKey,
      member,
      spent,
      isOffline: isOffline === 1,
      versionInForce:
        versionKey === null ? undefined : versionInForce({ versionKey, nextVersionKey, nextAt }, Date.now()),
      findEarlier,
    };
  };
}

/** Reads what the caps of a caller are decided on. */
export function prepareCapRows(database: Database): (purseId: string, caller: Caller) => CapRows {
  const findPurse = prepareFindPurse(database);
  const readCaller = prepareCallerRows(database);
  return (purseId, caller) => ({ purse: findPurse(purseId), ...readCaller(caller) });
}

export function prepareFindPurse(database: Database): (id: string) => PurseRow | undefined {
  const find = database
    .prepare<[string], PurseColumns>(`SELECT ${purseColumns} FROM Purse p WHERE p.id = ?`)
    .raw();
  return (id) => {
    const row = find.get(id);
    return row && purseOf(row);
  };
}

function prepareCallerRows(database: Database): (caller: Caller) => Omit<CapRows, 'purse'> {
  const findKey = database
    .prepare<[number], KeyColumns>(
      `SELECT revokedAt IS NOT NULL, access, products, lastUsedAt, capDay, capMonth, capTotal
         FROM ApiKey WHERE key = ?`,
    )
    .raw();
  const findMember = database
    .prepare<[number], MemberColumns>(
      'SELECT removedAt IS NOT NULL, role, capDay, capMonth, capTotal FROM Member WHERE key = ?',
    )
    .raw();
  const spent = prepareSpent(database);

  function readKey(key: number): ApiKeyRow | undefined {
    const row = findKey.get(key);
    if (!row) return undefined;
    const [isRevoked, access, products, lastUsedAt, capDay, capMonth, capTotal] = row;
    return { isRevoked: isRevoked === 1, access, products, lastUsedAt, capDay, capMonth, capTotal };
  }

  function readMember(key: number): MemberRow | undefined {
    const row = findMember.get(key);
    if (!row) return undefined;
    const [isRemoved, role, capDay, capMonth, capTotal] = row;
    return { isRemoved: isRemoved === 1, role, capDay, capMonth, capTotal };
  }

  return ({ apiKeyKey, memberKey }) => ({
    apiKey: apiKeyKey === null ? undefined : readKey(apiKeyKey),
    member: memberKey === null ? undefined : readMember(memberKey),
    spent,
  });
}

function prepareSpent(database: Database): CapRows['spent'] {
  const sumOf = (table: string, column: string) => {
    const of = (period: string) =>
      `coalesce((SELECT credits FROM ${table} WHERE ${column} = @key AND period = ${period}), 0)`;
    return `SELECT ${of('@day')} AS day, ${of('@month')} AS month, ${of('@total')} AS total`;
  };
  // Days are added up only for caps that are set.
  const sumOfMember = `
    SELECT (SELECT coalesce(sum(s.credits), 0) FROM MemberSpend s WHERE s.memberKey = m.key AND s.day = @day) AS day,
           CASE WHEN m.capMonth IS NOT NULL THEN
             (SELECT coalesce(sum(s.credits), 0) FROM MemberSpend s
               WHERE s.memberKey = m.key AND s.day BETWEEN @month AND @month || '-31') END AS month,
           CASE WHEN m.capTotal IS NOT NULL THEN
             (SELECT coalesce(sum(s.credits), 0) FROM MemberSpend s WHERE s.memberKey = m.key) END AS total
      FROM Member m WHERE m.key = @key AND @total = 'all'`;
  type Values = { key: number; day: string; month: string; total: string };
  const sums = {
    key: database.prepare<[Values], Spent>(sumOf('KeySpend', 'apiKeyKey')),
    member: database.prepare<[Values], Spent>(sumOfMember),
    account: database.prepare<[Values], Spent>(sumOf('AccountSpend', 'purseKey')),
  };
  return (of: Spender, key: number, on: string) => {
    const [day, month, total] = periodsOf(on);
    return sums[of].get({ key, day, month, total }) ?? { day: 0, month: 0, total: 0 };
  };
}

/** The call that is stored with an idempotency key. */
export function prepareFindEarlier(database: Database): FindEarlier {
  const find = database.prepare<[string], EarlierRow>(
    `SELECT i.callKey, c.id AS callId, c.purseKey, c.owner, c.versionKey, i.fingerprint, c.state, c.charged, c.startedAt, i.bytes
       FROM IdempotentCall i JOIN Call c ON c.key = i.callKey WHERE i.hash = ?`,
  );
  return (hash) => find.get(hash);
}

/** The stored response of a call. */
export function prepareReadAnswer(database: Database): (callKey: number) => KeptAnswer | null {
  const find = database.prepare<[number], { head: string | null; body: Uint8Array | null }>(
    'SELECT head, body FROM IdempotentCall WHERE callKey = ?',
  );
  return (callKey) => {
    const { head, body } = find.get(callKey) ?? { head: null, body: null };
    return keptAnswer(head, body);
  };
}

/** Reads what a settlement is decided on. */
export function prepareSettleRows(database: Database): (callKey: number) => SettleRows {
  const find = database
    .prepare<[number], [...CallColumns, ...PurseColumns]>(
      `SELECT c.purseKey, c.apiKeyKey, c.memberKey, c.productKey, c.state, c.quoted, c.startedAt, ${purseColumns}
         FROM Call c JOIN Purse p ON p.key = c.purseKey WHERE c.key = ?`,
    )
    .raw();
  const findKey = database.prepare<[number]>('SELECT 1 FROM IdempotentCall WHERE callKey = ?');
  return (callKey) => {
    const row = find.get(callKey);
    const hasKey = () => findKey.get(callKey) !== undefined;
    if (!row) return { call: undefined, purse: undefined, hasKey };
    const [purseKey, apiKeyKey, memberKey, productKey, state, quoted, startedAt, ...purse] = row;
    const call: CallRow = { purseKey, apiKeyKey, memberKey, productKey, state, quoted, startedAt };
    return { call, purse: purseOf(purse), hasKey };
  };
}
