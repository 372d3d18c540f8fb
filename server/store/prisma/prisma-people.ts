import { type OperatorRole, operatorRole } from '../../../lib/account/operator-role.ts';
import { transportsOf } from '../../../lib/account/passkeys.ts';
import { Prisma, type PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import type { PageOf, PageWish } from '../page.ts';
import type {
  GuestHistory,
  IdentityRow,
  PasskeyRow,
  People,
  PersonFilter,
  PersonRow,
  PersonSummary,
  SecondFactorRow,
  SessionRow,
} from '../people.ts';
import { afterAll, containing, contains, pageOf } from './page-of.ts';

const fields = { key: true, id: true, email: true, name: true, passwordHash: true, operatorRole: true };

type StoredPerson = Omit<PersonRow, 'operatorRole'> & { operatorRole: string | null };

export class PrismaPeople implements People {
  readonly #database: PrismaClient;

  constructor(database: PrismaClient) {
    this.#database = database;
  }

  async hasOperator(): Promise<boolean> {
    const where = { operatorRole: 'owner' };
    return (await this.#database.person.findFirst({ where, select: { key: true } })) !== null;
  }

  async findByEmail(emailKey: string): Promise<PersonRow | undefined> {
    const row = await this.#database.person.findUnique({ where: { emailKey }, select: fields });
    return row ? personRow(row) : undefined;
  }

  async read(key: number): Promise<PersonRow> {
    return personRow(await this.#database.person.findUniqueOrThrow({ where: { key }, select: fields }));
  }

  async page(
    { text = '', partsOfAddress, operators }: PersonFilter,
    { before = afterAll, most }: PageWish,
    now: Date,
  ): Promise<PageOf<PersonSummary>> {
    const pattern = containing(text);
    const found = await this.#database.$queryRaw<{ key: number }[]>`
      SELECT p."key" FROM "Person" p
       WHERE p."key" < ${before}
         AND (p."id" = ${text} OR ${contains(Prisma.sql`p."name"`, text)}
              OR p."emailKey" = lower(${text})
              OR (${Number(partsOfAddress)} = 1 AND p."emailKey" LIKE lower(${pattern}) ESCAPE '!'))
         AND (${Number(operators)} = 0 OR p."operatorRole" IS NOT NULL)
       ORDER BY p."key" DESC LIMIT ${most + 1}`;
    const { rows, next } = pageOf(found, most, ({ key }) => Number(key));
    return { rows: await this.#summaries({ key: { in: rows.map(({ key }) => Number(key)) } }, now), next };
  }

  async summary(id: string, now: Date): Promise<PersonSummary | undefined> {
    const [found] = await this.#summaries({ id }, now);
    return found;
  }

  async #summaries(where: { id: string } | { key: { in: number[] } }, now: Date): Promise<PersonSummary[]> {
    const people = await this.#database.person.findMany({
      where,
      orderBy: { key: 'desc' },
      select: { ...fields, createdAt: true, erasedAt: true },
    });
    const sessions = await this.#database.session.groupBy({
      by: ['personKey'],
      where: { personKey: { in: people.map(({ key }) => key) }, expiresAt: { gt: now } },
      _count: { hash: true },
      _max: { lastSeenAt: true },
    });
    const sessionsOf = new Map(sessions.map((group) => [group.personKey, group]));
    return people.map(({ passwordHash, operatorRole: stored, ...person }) => {
      const group = sessionsOf.get(person.key);
      return {
        ...person,
        operatorRole: roleOf(stored),
        hasPassword: passwordHash !== null,
        sessions: group?._count.hash ?? 0,
        lastSeenAt: group?._max.lastSeenAt ?? null,
      };
    });
  }

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

  async hasLink(kind: 'setup' | 'password', hash: string, now: Date): Promise<boolean> {
    const where = { kind, hash, expiresAt: { gt: now } };
    return (await this.#database.link.findFirst({ where, select: { hash: true } })) !== null;
  }

  async findRegistration(hash: string, now: Date): Promise<string | undefined> {
    const where = { hash, expiresAt: { gt: now } };
    const row = await this.#database.registration.findUnique({ where, select: { email: true } });
    return row?.email;
  }

  async guestHistoryOf(personKey: number): Promise<GuestHistory | undefined> {
    const select = { owner: true, lastCallKey: true };
    const row = await this.#database.guestHistory.findUnique({ where: { personKey }, select });
    return row ?? undefined;
  }

  countRecoveryCodes(personKey: number): Promise<number> {
    return this.#database.recoveryCode.count({ where: { personKey } });
  }

  async findChallenge(kind: 'sign-in', hash: string, now: Date): Promise<number | undefined> {
    const where = { hash, kind, expiresAt: { gt: now } };
    const row = await this.#database.challenge.findFirst({ where, select: { personKey: true } });
    return row?.personKey ?? undefined;
  }

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

function personRow({ operatorRole: stored, ...row }: StoredPerson): PersonRow {
  return { ...row, operatorRole: roleOf(stored) };
}

/** The database has a check for this column. */
export function roleOf(stored: string | null): OperatorRole | null {
  return stored === null ? null : operatorRole.parse(stored);
}
