import { transportsOf, type Transport } from '../../../lib/account/passkeys.ts';
import type { MemberRole } from '../../../lib/account/roles.ts';
import { type OperatorRole, operatorRole } from '../../../lib/account/session.ts';
import { Prisma, type PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import type { personOrders } from '../../../lib/operator/list-orders.ts';
import {
  inOrder,
  type OrderedPage,
  type OrderedReads,
  type OrderedWish,
  readOrdered,
  timeOrNever,
  withoutCase,
} from '../order-rows.ts';
import { containing, contains } from '../prisma-reads.ts';

const fields = {
  key: true,
  id: true,
  email: true,
  name: true,
  passwordHash: true,
  operatorRole: true,
  addressProvenAt: true,
};

type StoredPerson = Omit<PersonRow, 'operatorRole' | 'addressProven'> & {
  operatorRole: string | null;
  addressProvenAt: Date | null;
};

export type PersonWish = OrderedWish<(typeof personOrders)[number]['name']>;

export class People {
  readonly #database: PrismaClient;
  readonly #reads: OrderedReads;

  constructor(reads: OrderedReads) {
    this.#database = reads.database;
    this.#reads = reads;
  }

  async hasOperator(): Promise<boolean> {
    const where = { operatorRole: 'owner' };
    return (await this.#database.person.findFirst({ where, select: { key: true } })) !== null;
  }

  /** By the key of the address. */
  async findByEmail(emailKey: string): Promise<PersonRow | undefined> {
    const row = await this.#database.person.findUnique({ where: { emailKey }, select: fields });
    return row ? personRow(row) : undefined;
  }

  async read(key: number): Promise<PersonRow> {
    return personRow(await this.#database.person.findUniqueOrThrow({ where: { key }, select: fields }));
  }

  async page(
    { text = '', partsOfAddress, operators }: PersonFilter,
    wish: PersonWish,
    now: Date,
  ): Promise<OrderedPage<PersonSummary>> {
    const pattern = containing(text);
    const lastSeen = Prisma.sql`
      (SELECT max(s."lastSeenAt") FROM "Session" s WHERE s."personKey" = p."key" AND s."expiresAt" > ${now})`;
    const columns = {
      name: withoutCase(Prisma.sql`p."name"`, this.#reads.engine),
      email: Prisma.sql`p."emailKey"`,
      seen: timeOrNever(lastSeen),
    };
    const rows = (value: Prisma.Sql) => Prisma.sql`
      SELECT p."key", ${value} AS "value" FROM "Person" p
       WHERE (p."id" = ${text} OR ${contains(Prisma.sql`p."name"`, text)}
              OR p."emailKey" = lower(${text})
              OR (${Number(partsOfAddress)} = 1 AND p."emailKey" LIKE lower(${pattern}) ESCAPE '!'))
         AND (${Number(operators)} = 0 OR p."operatorRole" IS NOT NULL)`;
    const { rows: keys, next } = await readOrdered(this.#reads, columns, wish, rows);
    return { rows: inOrder(keys, await this.#summaries({ key: { in: keys } }, now)), next };
  }

  async summary(id: string, now: Date): Promise<PersonSummary | undefined> {
    const [found] = await this.#summaries({ id }, now);
    return found;
  }

  async #summaries(where: { id: string } | { key: { in: number[] } }, now: Date): Promise<PersonSummary[]> {
    const people = await this.#database.person.findMany({
      where,
      select: { ...fields, createdAt: true, erasedAt: true },
    });
    const sessions = await this.#database.session.groupBy({
      by: ['personKey'],
      where: { personKey: { in: people.map(({ key }) => key) }, expiresAt: { gt: now } },
      _count: { hash: true },
      _max: { lastSeenAt: true },
    });
    const sessionsOf = new Map(sessions.map((group) => [group.personKey, group]));
    return people.map(({ passwordHash, operatorRole: stored, addressProvenAt, ...person }) => {
      const group = sessionsOf.get(person.key);
      return {
        ...person,
        operatorRole: roleOf(stored),
        hasPassword: passwordHash !== null,
        addressProven: addressProvenAt !== null,
        sessions: group?._count.hash ?? 0,
        lastSeenAt: group?._max.lastSeenAt ?? null,
      };
    });
  }

  /** The names of people by id. */
  async namesOf(ids: string[]): Promise<Map<string, string>> {
    const where = { id: { in: ids } };
    const rows = await this.#database.person.findMany({ where, select: { id: true, name: true } });
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  async secondFactorOf(personKey: number): Promise<SecondFactorRow | undefined> {
    const select = { secret: true, confirmedAt: true };
    const row = await this.#database.secondFactor.findUnique({ where: { personKey }, select });
    return row ?? undefined;
  }

  /** The oldest first. */
  async passkeysOf(personKey: number): Promise<PasskeyRow[]> {
    const rows = await this.#database.passkey.findMany({ where: { personKey }, orderBy: { key: 'asc' } });
    return rows.map(({ id, credentialId, transports, name, createdAt, lastUsedAt }) => ({
      id,
      credentialId,
      name,
      createdAt,
      lastUsedAt,
      transports: transportsOf(transports),
    }));
  }

  async findPasskey(credentialId: string): Promise<{ personKey: number; publicKey: string } | undefined> {
    const select = { personKey: true, publicKey: true };
    const row = await this.#database.passkey.findUnique({ where: { credentialId }, select });
    return row ?? undefined;
  }

  /** The oldest first. */
  identitiesOf(personKey: number): Promise<IdentityRow[]> {
    return this.#database.identity.findMany({
      where: { personKey },
      orderBy: { key: 'asc' },
      select: { id: true, issuer: true, createdAt: true, lastUsedAt: true },
    });
  }

  async findIdentity(issuer: string, subject: string): Promise<{ personKey: number } | undefined> {
    const where = { issuer_subject: { issuer, subject } };
    const row = await this.#database.identity.findUnique({ where, select: { personKey: true } });
    return row ?? undefined;
  }

  /** Whether there is a link that can be used. */
  async hasLink(kind: 'setup' | 'password' | 'address', hash: string, now: Date): Promise<boolean> {
    const where = { kind, hash, expiresAt: { gt: now } };
    return (await this.#database.link.findFirst({ where, select: { hash: true } })) !== null;
  }

  /** The person of a link to choose a password that can be used. */
  async findByLink(hash: string, now: Date): Promise<PersonRow | undefined> {
    const where = { kind: 'password', hash, expiresAt: { gt: now } };
    const row = await this.#database.link.findFirst({ where, select: { personKey: true } });
    return row?.personKey ? this.read(row.personKey) : undefined;
  }

  /** The address of a link to register that can be used. */
  async findRegistration(hash: string, now: Date): Promise<string | undefined> {
    const where = { hash, expiresAt: { gt: now } };
    const row = await this.#database.registration.findUnique({ where, select: { email: true } });
    return row?.email;
  }

  /** The calls that a person made as a guest before they signed up. */
  async guestHistoryOf(personKey: number): Promise<GuestHistory | undefined> {
    const select = { owner: true, lastCallKey: true };
    const row = await this.#database.guestHistory.findUnique({ where: { personKey }, select });
    return row ?? undefined;
  }

  /** The key of the last call of a guest that is of somebody who has signed up since; 0 if none is. */
  async lastClaimedCall(owner: string): Promise<number> {
    const select = { lastCallKey: true };
    return (await this.#database.guestHistory.findUnique({ where: { owner }, select }))?.lastCallKey ?? 0;
  }

  /** The API keys of a person that work, in all accounts. */
  countKeysOf(personKey: number, now: Date): Promise<number> {
    // By the index of the accounts.
    const account = { members: { some: { personKey } } };
    const works = { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
    return this.#database.apiKey.count({ where: { personKey, account, ...works } });
  }

  countRecoveryCodes(personKey: number): Promise<number> {
    return this.#database.recoveryCode.count({ where: { personKey } });
  }

  /** The person of a challenge that has not expired. */
  async findChallenge(kind: 'sign-in', hash: string, now: Date): Promise<number | undefined> {
    const where = { hash, kind, expiresAt: { gt: now } };
    const row = await this.#database.challenge.findFirst({ where, select: { personKey: true } });
    return row?.personKey ?? undefined;
  }

  /** Those that have not expired, the last used ones first. */
  async sessionsOf(personKey: number, now: Date): Promise<SessionRow[]> {
    const rows = await this.#database.session.findMany({
      where: { personKey, expiresAt: { gt: now } },
      orderBy: [{ lastSeenAt: 'desc' }, { hash: 'asc' }],
    });
    return rows.flatMap(({ id, device, createdAt, lastSeenAt }) =>
      id === null ? [] : [{ id, device: device ?? '', createdAt, lastSeenAt: lastSeenAt ?? createdAt }],
    );
  }
}

function personRow({ operatorRole: stored, addressProvenAt, ...row }: StoredPerson): PersonRow {
  return { ...row, operatorRole: roleOf(stored), addressProven: addressProvenAt !== null };
}

/** The database has a check for this column. */
export function roleOf(stored: string | null): OperatorRole | null {
  return stored === null ? null : operatorRole.parse(stored);
}

/** A person by session, as requests need it. */
export interface ActivePerson {
  key: number;
  id: string;
  operatorRole: OperatorRole | null;
  sessionId: string;
  expiresAtMs: number;
  lastSeenAtMs: number;
  /** 0 if it never was. */
  confirmedAtMs: number;
  /** When the mailed code was entered with which the session began; 0 if it began otherwise. */
  mailedCodeAtMs: number;
  /** The account in which the person acts; null for a person of no account. */
  member: ActiveMember | null;
  /** The account that an operator sees as its members do. */
  sees: SeenAccount | null;
  /** The name of the account that was closed under the person: the one they had chosen, or the last that they had. */
  closedAccount?: string;
}

export interface SeenAccount {
  account: { id: string; name: string };
  untilMs: number;
}

export interface ActiveMember {
  key: number;
  role: MemberRole;
  accountId: string;
  /** Set if the account is suspended: then the person reads and takes away, and adds nothing. */
  suspended?: true;
}

export interface PersonRow {
  key: number;
  id: string;
  email: string;
  name: string;
  passwordHash: string | null;
  operatorRole: OperatorRole | null;
  addressProven: boolean;
}

export interface PersonSummary {
  key: number;
  id: string;
  email: string;
  name: string;
  operatorRole: OperatorRole | null;
  hasPassword: boolean;
  addressProven: boolean;
  createdAt: Date;
  erasedAt: Date | null;
  /** Those that have not expired. */
  sessions: number;
  lastSeenAt: Date | null;
}

interface PersonFilter {
  /** An id, a part of a name, or an address. */
  text: string | undefined;
  /** Whether a part of an address is enough. With parts, an address that is masked could be found letter by letter. */
  partsOfAddress: boolean;
  operators: boolean;
}

export interface SessionRow {
  id: string;
  device: string;
  createdAt: Date;
  lastSeenAt: Date;
}

interface SecondFactorRow {
  /** Encrypted. */
  secret: string;
  /** Null while it does not count. */
  confirmedAt: Date | null;
}

interface PasskeyRow {
  id: string;
  credentialId: string;
  transports: Transport[];
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

export interface GuestHistory {
  /** As in the rows of calls. */
  owner: string;
  lastCallKey: number;
}

interface IdentityRow {
  id: string;
  issuer: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}
