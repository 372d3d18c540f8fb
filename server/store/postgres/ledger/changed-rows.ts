import {
  earnedKey,
  nothingAdded,
  type PurseChange,
  type PurseRow,
  purseSums,
  type Transfer,
} from '../../../../lib/ledger/purse.ts';
import { periodsOf } from '../../../../lib/ledger/caps.ts';
import { mostKept } from '../../../../lib/ledger/earlier-call.ts';
import type { Spend, Spender } from '../../../../lib/ledger/spending.ts';
import type { TripStatement } from './trip.ts';

interface ChangedPurse extends PurseChange {
  purse: PurseRow;
  grantedDay: string | null;
  entries: number;
}

/** What the decisions of a batch add to purses, entries and sums. Each row is written once. */
export class ChangedRows {
  readonly #purses = new Map<number, ChangedPurse>();
  readonly #transfers: Transfer[] = [];
  readonly #spent = new Map<string, { of: Spender; key: number; period: string; credits: number }>();
  #ofPortal = 0;

  /** The next call of the batch finds the purse as this one leaves it. */
  addToPurse(purse: PurseRow, change: Partial<PurseChange>, grantedDay: string | null = null): void {
    const changed = this.#changed(purse);
    for (const sum of purseSums) {
      const more = change[sum] ?? 0;
      changed[sum] += more;
      purse[sum] += more;
    }
    changed.grantedDay = grantedDay ?? changed.grantedDay;
    purse.grantedDay = grantedDay ?? purse.grantedDay;
  }

  /** Credits of a purse that the portal issues or earns. */
  addTransfer(purse: PurseRow, transfer: Transfer): void {
    this.#changed(purse).entries += 1;
    this.#transfers.push(transfer);
    this.#ofPortal += transfer.to === earnedKey ? transfer.credits : -transfer.credits;
  }

  addSpend({ of, key, day, credits }: Spend): void {
    for (const period of of === 'member' ? [day] : periodsOf(day)) {
      const name = `${of} ${key} ${period}`;
      const known = this.#spent.get(name);
      if (known) known.credits += credits;
      else this.#spent.set(name, { of, key, period, credits });
    }
  }

  #changed(purse: PurseRow): ChangedPurse {
    let changed = this.#purses.get(purse.key);
    if (!changed) {
      changed = { purse, ...nothingAdded, grantedDay: null, entries: 0 };
      this.#purses.set(purse.key, changed);
    }
    return changed;
  }

  /** The purses that exist, and those that the batch makes, by the ids that it has for them. */
  purses(made: ReadonlyMap<number, string>): Sections {
    const all = [...this.#purses.values()];
    const known = all.filter(({ purse }) => !made.has(purse.key));
    const fresh = all.filter(({ purse }) => made.has(purse.key));
    const columns = (rows: ChangedPurse[]) =>
      columnsOf(
        rows,
        ({ purse }) => purse.key,
        ({ grantedDay }) => grantedDay,
        ({ entries }) => entries,
        ...purseSums.map((sum) => (changed: ChangedPurse) => changed[sum]),
      );
    const sums = purseSums.map((sum) => `"${sum}"`).join(', ');
    const added = purseSums.map((sum) => `"${sum}" = p."${sum}" + n."${sum}"`).join(', ');
    const arrays = `unnest(?::bigint[], ?::text[], ?::bigint[]${', ?::bigint[]'.repeat(purseSums.length)}`;
    return [
      section('made', fresh, {
        text: `INSERT INTO "Purse" ("key", "grantedDay", "entryCount", ${sums}, "id")
               SELECT * FROM ${arrays}, ?::text[])`,
        values: [...columns(fresh), fresh.map(({ purse }) => made.get(purse.key))],
      }),
      section('purses', known, {
        text: `UPDATE "Purse" p SET ${added}, "grantedDay" = coalesce(n.granted, p."grantedDay"),
                      "entryCount" = p."entryCount" + n.entries
                 FROM ${arrays}) n (key, granted, entries, ${sums})
                WHERE p."key" = n.key AND p."key" = ANY (?::bigint[])`,
        values: [...columns(known), known.map(({ purse }) => purse.key)],
      }),
    ];
  }

  /**
   * Purses that are what settlements were decided on. Those do not depend on balances, and on stored bytes only where they
   * add to them.
   */
  pursesAsRead(): Sections {
    const all = [...this.#purses.values()];
    return [
      section('purses', all, {
        text: `UPDATE "Purse" p SET "posted" = p."posted" + n.posted, "pending" = p."pending" + n.pending,
                      "keptBytes" = p."keptBytes" + n.kept, "entryCount" = p."entryCount" + n.entries
                 FROM unnest(?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[],
                             ?::text[], ?::bigint[], ?::bigint[], ?::bigint[])
                      n (key, posted, pending, kept, entries, most, "grantedDay", "capDay", "capMonth", "capTotal")
                WHERE p."key" = n.key AND p."key" = ANY (?::bigint[])
                  AND (p."grantedDay", p."capDay", p."capMonth", p."capTotal")
                      IS NOT DISTINCT FROM (n."grantedDay", n."capDay", n."capMonth", n."capTotal")
                  AND (n.kept = 0 OR p."keptBytes" + n.kept <= n.most)
            RETURNING p."key", p."posted", p."pending"`,
        values: [
          ...columnsOf(
            all,
            ({ purse }) => purse.key,
            ({ posted }) => posted,
            ({ pending }) => pending,
            ({ keptBytes }) => keptBytes,
            ({ entries }) => entries,
            ({ purse }) => mostKept(purse.grantedDay !== null),
            ({ purse }) => purse.grantedDay,
            ({ purse }) => purse.capDay,
            ({ purse }) => purse.capMonth,
            ({ purse }) => purse.capTotal,
          ),
          all.map(({ purse }) => purse.key),
        ],
      }),
    ];
  }

  /** Connections have different shares of the purse of the portal, so that they do not wait for each other. */
  entries(portalKey: number): Sections {
    const moved = this.#transfers;
    return [
      section('begun', moved, {
        text: `SELECT t.*, timed_key(nextval('"Entry_number"')) AS first
                 FROM unnest(?::bigint[], ?::bigint[], ?::bigint[], ?::text[], ?::bigint[], ?::bigint[])
                      AS t ("from", "to", credits, kind, at, call)`,
        values: columnsOf(
          moved,
          ({ from }) => from,
          ({ to }) => to,
          ({ credits }) => credits,
          ({ kind }) => kind,
          ({ nowMs }) => nowMs,
          ({ callKey }) => callKey,
        ),
      }),
      section('entries', moved, {
        text: `INSERT INTO "Entry" ("key", "transfer", "purseKey", "amount", "kind", "at", "callKey")
               SELECT CASE side WHEN 1 THEN t.first ELSE timed_key(nextval('"Entry_number"')) END, t.first,
                      CASE side WHEN 1 THEN t."from" ELSE t."to" END, CASE side WHEN 1 THEN -t.credits ELSE t.credits END,
                      t.kind, time_of(t.at), t.call
                 FROM begun t CROSS JOIN (VALUES (1), (2)) sides (side)`,
        values: [],
      }),
      section('share', moved, {
        text: `INSERT INTO "PurseShare" AS s ("purseKey", "share", "posted") VALUES (?, pg_backend_pid() % 256, ?)
                 ON CONFLICT ("purseKey", "share") DO UPDATE SET "posted" = s."posted" + excluded."posted"`,
        values: [portalKey, this.#ofPortal],
      }),
    ];
  }

  /** What is spent makes the sum that it adds to. */
  spent(): Sections {
    return this.#sums(({ table, column, period }) => ({
      text: `INSERT INTO "${table}" AS s ("${column}", "${period}", "credits")
             SELECT * FROM unnest(?::bigint[], ?::text[], ?::bigint[])
                 ON CONFLICT ("${column}", "${period}") DO UPDATE SET "credits" = s."credits" + excluded."credits"`,
    }));
  }

  /** What is given back is taken only from sums that there are: what has no cap has none. */
  givenBack(): Sections {
    return this.#sums(({ table, column, period }) => ({
      text: `UPDATE "${table}" s SET "credits" = s."credits" + n.credits
               FROM unnest(?::bigint[], ?::text[], ?::bigint[]) n (key, period, credits)
              WHERE s."${column}" = n.key AND s."${period}" = n.period AND s."${column}" = ANY (?::bigint[])`,
      withKeys: true,
    }));
  }

  #sums(textOf: (of: SumTable) => { text: string; withKeys?: true }): Sections {
    return sumTables.map((of) => {
      const sums = [...this.#spent.values()].filter((sum) => sum.of === of.of);
      const { text, withKeys } = textOf(of);
      const [keys = [], ...rest] = columnsOf(
        sums,
        ({ key }) => key,
        ({ period }) => period,
        ({ credits }) => credits,
      );
      return section(of.of, sums, { text, values: [keys, ...rest, ...(withKeys ? [keys] : [])] });
    });
  }
}

interface SumTable {
  of: Spender;
  table: string;
  column: string;
  period: string;
}

const sumTables: SumTable[] = [
  { of: 'key', table: 'KeySpend', column: 'apiKeyKey', period: 'period' },
  { of: 'member', table: 'MemberSpend', column: 'memberKey', period: 'day' },
  { of: 'account', table: 'AccountSpend', column: 'purseKey', period: 'period' },
];

/** A part of a statement, with `?` for each value. */
export interface Section {
  name: string;
  text: string;
  values: readonly unknown[];
}

export type Sections = readonly (Section | undefined)[];

/** None for no rows. */
export function section(
  name: string,
  rows: readonly unknown[],
  of: Omit<Section, 'name'>,
): Section | undefined {
  return rows.length > 0 ? { name, ...of } : undefined;
}

/** Each shape of a statement is prepared once, under a name of at most 63 characters. */
const texts = new Map<string, string>();

/** A statement of those sections that are not empty. `join` makes it of their names and texts. */
function statementOf(
  prefix: string,
  sections: Sections,
  join: (present: readonly Section[]) => string,
): TripStatement {
  const present = sections.filter((section) => section !== undefined);
  const name = `farebox_${prefix}_${sections.map((section) => (section ? 1 : 0)).join('')}`;
  let text = texts.get(name);
  if (text === undefined) {
    text = numbered(join(present));
    texts.set(name, text);
  }
  return { name, text, values: present.flatMap(({ values }) => values.map(textOf)) };
}

function numbered(text: string): string {
  let count = 0;
  return text.replaceAll('?', () => `$${++count}`);
}

type Value = string | number | boolean | null | undefined | Uint8Array;

/** A value as PostgreSQL writes it, and an array in its braces. */
export function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return Array.isArray(value) ? arrayText(value) : String(value);
}

/** As JSON writes it, in a fraction of the time, where both write the same. */
function arrayText(array: readonly Value[]): string {
  if (array.some((value) => value instanceof Uint8Array)) return `{${array.map(elementOf).join(',')}}`;
  const json = JSON.stringify(array);
  return differsInJson.test(json) ? `{${array.map(elementOf).join(',')}}` : `{${json.slice(1, -1)}}`;
}

/** Of what JSON escapes, PostgreSQL escapes quotes and backslashes alone. */
const differsInJson = /\\[^"\\]/;

function elementOf(value: Value): string {
  if (typeof value === 'string') return `"${value.replace(/["\\]/g, '\\$&')}"`;
  if (value === null || value === undefined) return 'NULL';
  return value instanceof Uint8Array ? `"\\\\x${Buffer.from(value).toString('hex')}"` : String(value);
}

/** The columns of some rows, as arrays for `unnest`. */
export function columnsOf<Row>(rows: readonly Row[], ...read: ((row: Row) => unknown)[]): unknown[][] {
  return read.map((column) => rows.map(column));
}

/** The sections, each of which writes some rows, as one statement that ends with another one. */
export function writeOf(prefix: string, sections: Sections, last: Omit<Section, 'name'>): TripStatement {
  return statementOf(
    prefix,
    [...sections, { name: 'last', ...last }],
    (present) =>
      `WITH ${present
        .slice(0, -1)
        .map(({ name, text }) => `${name} AS (${text})`)
        .join(', ')} ${last.text}`,
  );
}

/** The sections, each of which reads some rows as JSON, as one object. */
export function readOf(prefix: string, sections: Sections): TripStatement {
  return statementOf(
    prefix,
    sections,
    (present) =>
      `SELECT json_build_object(${present.map(({ name, text }) => `'${name}', (${text})`).join(', ')}) AS rows`,
  );
}
