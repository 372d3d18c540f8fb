import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  accountOrders,
  apiOrders,
  keyOrders,
  type Next,
  type OrderColumn,
  personOrders,
} from '../../../lib/operator/list-orders.ts';
import type { Order, OrderedPage, OrderedWish } from '../../../server/store/order-rows.ts';
import { run, statement, timeOf } from '../../../server/store/sql/statement.ts';
import { spans, startOf, sumKinds } from '../../../server/store/calls/usage-sums.ts';
import { type EngineUnderTest, engines } from '../../setup/engines-under-test.ts';

const now = Date.now();
const hourMs = 60 * 60_000;

/** Capitals, letters of no ASCII, a sign that sorts between, and pairs that differ in capitals alone. */
const names = [
  'beta',
  'Alpha',
  'alpha 2',
  'Ökostrom',
  'BETA 3',
  'zeta',
  '_under',
  'Éclair',
  'gamma',
  'alpha',
];

const setSpent = statement(
  "INSERT INTO UsageSum (span, kind, since, subject, reason, calls, failed, credits) SELECT ?, ?, ?, p.key, '', 1, 0, ? FROM Purse p WHERE p.id = ?",
);
const setUsed = statement('UPDATE ApiKey SET lastUsedAt = ? WHERE id = ?');
const addTag = statement("INSERT INTO Tag (kind, slug, name) VALUES (2, 'firm', 'Firm')");
const addApi = statement(
  `INSERT INTO Api (id, slug, name, sortName, providerKey, createdAt, updatedAt, groups, doc, file)
   SELECT ?, ?, ?, ?, max(t.key), ?, ?, '[]', '', 'console' FROM Tag t`,
);

describe.each(engines)('the order of a list on $engine', ({ open }) => {
  let on: EngineUnderTest;
  beforeAll(async () => {
    on = await open();
    await on.change(function* () {
      yield* run(addTag);
    });
    for (const [index, name] of names.entries()) await add(name, index);
  });
  afterAll(() => on.close());

  let added = 0;
  /** An account with a key, a person who is signed in, and an API. Every third has no last use, and amounts repeat. */
  async function add(name: string, index: number): Promise<void> {
    const id = `${(added += 1)}`;
    const isUsed = index % 3 !== 0;
    const at = now - (index % 4) * hourMs;
    await on.writer.run('create-account', { id: `acc_${id}`, name, now, credits: (index % 4) * 1_000 });
    await on.writer.run('create-key', {
      ...{ id: `key_${id}`, accountId: `acc_${id}`, name, hash: `hash of ${id}`, hint: '', now },
      ...{ operator: false, expiresAt: null, capDay: null, capMonth: null, capTotal: null },
    });
    const email = `${name.toLowerCase().replaceAll(' ', '')}${id}@example.com`;
    const person = { id: `per_${id}`, email, emailKey: email, name };
    await on.writer.run('make-operator', { person, role: 'viewer', passwordHash: null, now });
    const { key = 0 } = (await on.people.summary(person.id, new Date(now))) ?? {};
    if (isUsed)
      await on.writer.run('open-session', {
        ...{ hash: `session ${id}`, id: `ses_${id}`, personKey: key, personId: person.id, device: '' },
        ...{ now: at, expiresAt: now + hourMs, instead: null },
      });
    const month = startOf(spans.month, Math.floor(Date.now() / hourMs));
    await on.change(function* () {
      if (isUsed) yield* run(setUsed, timeOf(at), `key_${id}`);
      if (isUsed) yield* run(setSpent, spans.month, sumKinds.purse, month, (index % 4) * 10, `acc_${id}`);
      yield* run(addApi, `api_${id}`, `api-${id}`, name, name.toLowerCase(), timeOf(at), timeOf(at));
    });
  }

  interface Row {
    id: string;
    [column: string]: unknown;
  }
  type Read<Column extends string> = (wish: OrderedWish<Column>) => Promise<OrderedPage<Row>>;

  const readAccounts: Read<(typeof accountOrders)[number]['name']> = async (wish) => {
    const { rows, next } = await on.accounts.page({ text: undefined }, wish);
    const list = rows.map(({ id, name, createdAt, posted, pending, spent, lastDay }) => ({
      ...{ id, name: name.toLowerCase(), created: createdAt.getTime(), spent, called: lastDay ?? '' },
      available: posted - pending,
    }));
    return { rows: list, next };
  };
  const readKeys: Read<(typeof keyOrders)[number]['name']> = async (wish) => {
    const any = { accountId: undefined, text: undefined, state: undefined, operators: false };
    const { rows, next } = await on.accounts.pageOfKeys(any, wish);
    const list = rows.map(({ id, name, createdAt, lastUsedAt }) => ({
      ...{ id, name: name.toLowerCase(), created: createdAt.getTime(), used: lastUsedAt?.getTime() ?? 0 },
    }));
    return { rows: list, next };
  };
  const readPeople: Read<(typeof personOrders)[number]['name']> = async (wish) => {
    const filter = { text: undefined, partsOfAddress: true, operators: false };
    const { rows, next } = await on.people.page(filter, wish, new Date(now));
    const list = rows.map(({ id, name, email, createdAt, lastSeenAt }) => ({
      ...{ id, name: name.toLowerCase(), email, created: createdAt.getTime() },
      seen: lastSeenAt?.getTime() ?? 0,
    }));
    return { rows: list, next };
  };
  const readApis: Read<(typeof apiOrders)[number]['name']> = async (wish) => {
    const { rows, next } = await on.apis.list({ named: undefined, owner: undefined }, wish);
    const list = rows.map(({ slug, name, updatedAt }) => ({
      ...{ id: slug, name: name.toLowerCase(), changed: updatedAt.getTime(), online: 0 },
    }));
    return { rows: list, next };
  };

  /** SQLite and a database in the C locale know the capitals of ASCII alone. */
  const comparable = (value: unknown) =>
    typeof value === 'string' ? Buffer.from(value).toString('hex') : value;
  const numberOf = (id: string) => Number(id.replace(/^\D+/, ''));

  function inOrder(rows: Row[], column: string, isDescending: boolean): Row[] {
    const sign = isDescending ? -1 : 1;
    return rows.toSorted((one, other) => {
      const [a, b] = [comparable(one[column]), comparable(other[column])];
      const byValue =
        typeof a === 'number' && typeof b === 'number' ? a - b : `${a}` < `${b}` ? -1 : Number(a !== b);
      return sign * (byValue || numberOf(one.id) - numberOf(other.id));
    });
  }

  async function joined<Column extends string>(
    read: Read<Column>,
    order: Order<Column>,
    most: number,
    between: () => Promise<void>,
  ): Promise<Row[]> {
    const all: Row[] = [];
    let next: Next = null;
    do {
      const page = await read({ order, after: placeOf(next), most });
      all.push(...page.rows);
      ({ next } = page);
      await between();
    } while (next !== null);
    return all;
  }

  function placeOf(next: Next) {
    if (next === null) return undefined;
    const [key = '', ...value] = String(next).split('.');
    return { key: Number(key), value: value.length === 0 ? undefined : value.join('.') };
  }

  function orders<Column extends string>(columns: readonly OrderColumn<Column>[]): Order<Column>[] {
    return columns.flatMap((column) => [true, false].map((isDescending) => ({ column, isDescending })));
  }

  async function expectOrdered<Column extends string>(
    read: Read<Column>,
    columns: readonly OrderColumn<Column>[],
  ): Promise<void> {
    for (const order of orders(columns)) {
      const whole = (await read({ order, after: undefined, most: 1_000 })).rows;
      expect(whole, order.column.name).toEqual(inOrder(whole, order.column.name, order.isDescending));
      const pages = await joined(read, order, 3, () => Promise.resolve());
      expect(pages, order.column.name).toEqual(whole);
    }
  }

  test('is that of the values, with the pages one after another, of accounts, keys, people and APIs', async () => {
    await expectOrdered(readAccounts, accountOrders);
    await expectOrdered(readKeys, keyOrders);
    await expectOrdered(readPeople, personOrders);
    await expectOrdered(readApis, apiOrders);
  });

  test('goes on where a page ended, whatever is added between pages', async () => {
    for (const [index, order] of orders(accountOrders).entries()) {
      const whole = (await readAccounts({ order, after: undefined, most: 1_000 })).rows;
      const there = new Set(whole.map(({ id }) => id));
      let inserted = 0;
      const between = async () => {
        if ((inserted += 1) <= 2) await add(['', 'm', 'ZZ'][inserted] ?? '', index + inserted);
      };
      const pages = await joined(readAccounts, order, 4, between);
      expect(pages.filter(({ id }) => there.has(id))).toEqual(whole);
      expect(new Set(pages.map(({ id }) => id)).size).toBe(pages.length);
    }
  });
});
