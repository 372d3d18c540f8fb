import type { Caps } from '../../../lib/ledger/caps.ts';
import { parseProductKeys, keyAccess } from '../../../lib/account/api-keys.ts';
import type {
  AccountFilter,
  AccountRow,
  AccountSummary,
  ActiveKey,
  ActiveSession,
  ClientTokenRow,
  EntryFilter,
  EntryRow,
  KeyFilter,
  KeyOfAllRow,
  KeyOwner,
  ScopedProduct,
} from './account-rows.ts';
import { inOrder, type OrderedPage, type OrderedReads } from '../order-rows.ts';
import type { PageOf, PageWish } from '../prisma-reads.ts';
import {
  activeKeyOf,
  isLimited,
  type StoredScope,
  activeFields,
  findClientToken,
  uncollectedGrant,
} from './active-keys.ts';
import {
  type AccountWish,
  type KeyWish,
  pageOfAccounts,
  pageOfEntries,
  pageOfKeys,
  readSummaries,
} from './account-pages.ts';
import { type ActivePerson, roleOf } from '../people/read-people.ts';
import { capsOf } from './read-members.ts';
import { accountsOfSession } from './read-session-accounts.ts';
import type { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';

const nameFields = { id: true, name: true };
const capColumns = { capDay: true, capMonth: true, capTotal: true };

function scopeOf({ access, products }: StoredScope, found: ReadonlyMap<number, ScopedProduct>) {
  const named = parseProductKeys(products)?.flatMap((key) => found.get(key) ?? []);
  return { access: keyAccess.parse(access), products: named ?? null };
}

export class Accounts {
  readonly #database: PrismaClient;
  readonly #reads: OrderedReads;

  constructor(reads: OrderedReads) {
    this.#database = reads.database;
    this.#reads = reads;
  }

  /** By the hash of the key. Does not find revoked keys. */
  async findKey(hash: string): Promise<ActiveKey | undefined> {
    const where = { hash, revokedAt: null };
    const row = await this.#database.apiKey.findUnique({ where, select: activeFields });
    return row ? activeKeyOf(this.#database, row) : this.#findEarlier(hash);
  }

  /** By the secret of before the last rotation. */
  async #findEarlier(hash: string): Promise<ActiveKey | undefined> {
    const row = await this.#database.apiKey.findUnique({
      where: { earlierHash: hash, revokedAt: null },
      select: { ...activeFields, earlierEndsAt: true },
    });
    if (!row?.earlierEndsAt) return undefined;
    const { earlierEndsAt, ...key } = row;
    const active = await activeKeyOf(this.#database, key);
    const endsAtMs = earlierEndsAt.getTime();
    return active && { ...active, expiresAtMs: Math.min(active.expiresAtMs ?? endsAtMs, endsAtMs) };
  }

  /** By the hash of its token. It ends with its key, if not before. */
  async findSession(hash: string): Promise<ActiveSession | undefined> {
    const session = await this.#database.session.findUnique({ where: { hash } });
    if (!session) return undefined;
    const { apiKeyKey, personKey } = session;
    const endsAtMs = session.expiresAt.getTime();
    if (personKey !== null) {
      const [person, accounts] = await Promise.all([
        this.#findPerson(personKey),
        accountsOfSession(this.#database, { ...session, personKey }),
      ]);
      if (!person) return undefined;
      const lastSeenAtMs = (session.lastSeenAt ?? session.createdAt).getTime();
      const confirmedAtMs = session.confirmedAt?.getTime() ?? 0;
      const mailedCodeAtMs = session.mailedCodeAt?.getTime() ?? 0;
      const of = { sessionId: session.id ?? '', expiresAtMs: endsAtMs };
      return { person: { ...person, ...of, lastSeenAtMs, confirmedAtMs, mailedCodeAtMs, ...accounts } };
    }
    if (apiKeyKey === null) return undefined;
    const where = { key: apiKeyKey, revokedAt: null };
    const row = await this.#database.apiKey.findUnique({ where, select: activeFields });
    if (!row) return undefined;
    const active = await activeKeyOf(this.#database, row);
    return (
      active && {
        key: { ...active, expiresAtMs: Math.min(active.expiresAtMs ?? endsAtMs, endsAtMs) },
        openedAtMs: session.createdAt.getTime(),
      }
    );
  }

  /** The key of an access token, by the hash of that. It expires with the token, if not before. */
  async findKeyOfToken(hash: string): Promise<ActiveKey | undefined> {
    const token = await this.#database.clientToken.findUnique({
      where: { hash, kind: 'access', apiKey: { revokedAt: null } },
      select: { expiresAt: true, apiKey: { select: activeFields } },
    });
    const active = token && (await activeKeyOf(this.#database, token.apiKey));
    if (!active) return undefined;
    const endsAtMs = token.expiresAt.getTime();
    return { ...active, expiresAtMs: Math.min(active.expiresAtMs ?? endsAtMs, endsAtMs) };
  }

  /** A token of an agent, used or not, unless its key has ended. */
  findClientToken(hash: string): Promise<ClientTokenRow | undefined> {
    return findClientToken(this.#database, hash);
  }

  /** Ids of some keys that were granted to an agent which did not collect its code in time. Lists leave them out. */
  async uncollectedGrants(): Promise<string[]> {
    const wish = { where: uncollectedGrant(), select: { id: true }, take: 100 };
    return (await this.#database.apiKey.findMany(wish)).map(({ id }) => id);
  }

  async #findPerson(key: number): Promise<Pick<ActivePerson, 'key' | 'id' | 'operatorRole'> | undefined> {
    const select = { key: true, id: true, operatorRole: true };
    const row = await this.#database.person.findUnique({ where: { key }, select });
    return row ? { ...row, operatorRole: roleOf(row.operatorRole) } : undefined;
  }

  /** Active keys first, then the newest revoked ones, with their spending in these periods. Of one person or key, if named. */
  async listKeys(
    accountId: string,
    periods: string[],
    most: number,
    only: { personKey?: number; id?: string } = {},
  ) {
    const { apiKey } = this.#database;
    const where = {
      account: { id: accountId },
      NOT: uncollectedGrant(),
      ...only,
    };
    const rows = await apiKey.findMany({
      where,
      orderBy: [{ revokedAt: { sort: 'asc', nulls: 'first' } }, { key: 'desc' }],
      take: most,
      include: {
        spending: { where: { period: { in: periods } } },
        person: { select: nameFields },
      },
    });
    const total = rows.length < most ? rows.length : await apiKey.count({ where });
    const found = await this.#productsOf(rows);
    return { rows: rows.map((row) => ({ ...row, ...scopeOf(row, found) })), total };
  }

  /** Whose key it is: a person's key, or null for nobody's. Undefined if the account has no such key. */
  async findKeyOwner(accountId: string, id: string): Promise<KeyOwner | undefined> {
    const where = { id, account: { id: accountId } };
    const select = { personKey: true, operator: true, operatorPersonKey: true, clientId: true };
    return (await this.#database.apiKey.findFirst({ where, select })) ?? undefined;
  }

  /** The id of the account that has a key. */
  async findAccountOfKey(id: string): Promise<string | undefined> {
    const select = { account: { select: { id: true } } };
    return (await this.#database.apiKey.findUnique({ where: { id }, select }))?.account.id;
  }

  async readTerms(key: number) {
    const { expiresAt, access, products, ...caps } = await this.#database.apiKey.findUniqueOrThrow({
      where: { key },
      select: {
        ...capColumns,
        access: true,
        products: true,
        expiresAt: true,
      },
    });
    const hasCap = Object.values(caps).some((cap) => cap !== null);
    return { hasCap, hasScope: isLimited({ access, products }), expiresAtMs: expiresAt?.getTime() ?? null };
  }

  async readNames(key: number) {
    const { account, ...names } = await this.#database.apiKey.findUniqueOrThrow({
      where: { key },
      select: { id: true, name: true, hint: true, account: { select: { id: true, name: true } } },
    });
    return { account, key: names };
  }

  /** Of the products that it may call; null for all. */
  async readScope(key: number) {
    const row = await this.#database.apiKey.findUniqueOrThrow({
      where: { key },
      select: { access: true, products: true },
    });
    return scopeOf(row, await this.#productsOf([row]));
  }

  /** The products that scopes of keys name. */
  async #productsOf(rows: Pick<StoredScope, 'products'>[]): Promise<Map<number, ScopedProduct>> {
    const keys = new Set(rows.flatMap(({ products }) => parseProductKeys(products) ?? []));
    if (keys.size === 0) return new Map();
    const found = await this.#database.product.findMany({
      where: { key: { in: [...keys] } },
      select: { key: true, slug: true, ...nameFields },
    });
    return new Map(found.map(({ key, ...product }) => [key, product]));
  }

  find(idOrName: string) {
    const where = { OR: [{ id: idOrName }, { name: idOrName }] };
    return this.#database.account.findMany({ where, select: nameFields, orderBy: { key: 'asc' }, take: 10 });
  }

  /** At most this many. */
  names(most: number) {
    return this.#database.account.findMany({ select: nameFields, orderBy: { key: 'asc' }, take: most });
  }

  /** By name. */
  async listAccounts(): Promise<AccountRow[]> {
    const accounts = await this.#database.account.findMany({
      orderBy: [{ name: 'asc' }, { key: 'asc' }],
      include: { _count: { select: { keys: { where: { revokedAt: null } } } } },
    });
    const purses = await this.#database.purse.findMany({ where: { id: { startsWith: 'acc_' } } });
    const purseOf = new Map(purses.map((purse) => [purse.id, purse]));
    return accounts.map(({ id, name, createdAt, _count }) => {
      const { posted = 0, pending = 0 } = purseOf.get(id) ?? {};
      const amounts = { posted: Number(posted), pending: Number(pending) };
      return { id, name, createdAt, ...amounts, activeKeys: _count.keys };
    });
  }

  async page(filter: AccountFilter, wish: AccountWish): Promise<OrderedPage<AccountSummary>> {
    const { rows: keys, next } = await pageOfAccounts(this.#reads, filter, wish);
    return { rows: inOrder(keys, await readSummaries(this.#database, { key: { in: keys } })), next };
  }

  pageOfKeys(filter: KeyFilter, wish: KeyWish): Promise<OrderedPage<KeyOfAllRow>> {
    return pageOfKeys(this.#reads, filter, wish);
  }

  /** A page considers a limited number of entries, and may have fewer rows. */
  pageOfEntries(filter: EntryFilter, wish: PageWish): Promise<PageOf<EntryRow>> {
    return pageOfEntries(this.#database, filter, wish);
  }

  async isSuspended(id: string): Promise<boolean> {
    const purse = await this.#database.purse.findUnique({ where: { id }, select: { suspendedAt: true } });
    return Boolean(purse?.suspendedAt);
  }

  async summary(id: string): Promise<AccountSummary | undefined> {
    const [found] = await readSummaries(this.#database, { id });
    return found;
  }

  /** The caps of an account, and what it has spent in these periods, which are counted while it has a cap. */
  async readSpending(id: string, periods: string[]): Promise<{ caps: Caps; spent: Map<string, number> }> {
    const purse = await this.#database.purse.findUnique({
      where: { id },
      select: {
        ...capColumns,
        spending: { where: { period: { in: periods } }, select: { period: true, credits: true } },
      },
    });
    const { capDay = null, capMonth = null, capTotal = null, spending = [] } = purse ?? {};
    return {
      caps: capsOf({ capDay, capMonth, capTotal }),
      spent: new Map(spending.map(({ period, credits }) => [period, Number(credits)])),
    };
  }

  /** The names of accounts by id. */
  async namesOf(ids: string[]): Promise<Map<string, string>> {
    const rows = await this.#database.account.findMany({ where: { id: { in: ids } }, select: nameFields });
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /** The names of API keys by id. */
  async keyNamesOf(ids: string[]): Promise<Map<string, string>> {
    const rows = await this.#database.apiKey.findMany({ where: { id: { in: ids } }, select: nameFields });
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /** Of one account or all, oldest first. */
  listAllKeys(accountId?: string) {
    return this.#database.apiKey.findMany({
      where: { NOT: uncollectedGrant(), ...(accountId !== undefined && { account: { id: accountId } }) },
      orderBy: { key: 'asc' },
      include: { account: { select: nameFields } },
    });
  }

  async activeKeyIds(): Promise<string[]> {
    const keys = await this.#database.apiKey.findMany({ where: { revokedAt: null }, select: { id: true } });
    return keys.map(({ id }) => id);
  }
}
