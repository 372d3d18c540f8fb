import { type OperatorRole, operatorRole } from '../../../lib/account/operator-role.ts';
import { transportsOf } from '../../../lib/account/passkeys.ts';
import type { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import type { PasskeyRow, People, PersonRow, SecondFactorRow, SessionRow } from '../people.ts';

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

  async secondFactorOf(personKey: number): Promise<SecondFactorRow | undefined> {
    const select = { secret: true, confirmedAt: true };
    const row = await this.#database.secondFactor.findUnique({ where: { personKey }, select });
    return row ?? undefined;
  }

  async passkeysOf(personKey: number): Promise<PasskeyRow[]> {
    const rows = await this.#database.passkey.findMany({ where: { personKey }, orderBy: { key: 'asc' } });
    return rows.map(({ id, credentialId, transports, name, createdAt, lastUsedAt }) => ({
      ...{ id, credentialId, name, createdAt, lastUsedAt },
      transports: transportsOf(transports),
    }));
  }

  async findPasskey(credentialId: string): Promise<{ personKey: number; publicKey: string } | undefined> {
    const select = { personKey: true, publicKey: true };
    const row = await this.#database.passkey.findUnique({ where: { credentialId }, select });
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
