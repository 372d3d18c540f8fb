import type { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';

export class EncryptedTexts {
  readonly #database: PrismaClient;

  constructor(database: PrismaClient) {
    this.#database = database;
  }

  /** In the order of their keys, from the one after this key. */
  after(purpose: StoredPurpose, key: number, most: number): Promise<StoredText[]> {
    if (purpose === 'second factors') return this.#factors(key, most);
    return purpose === 'webhook secrets' ? this.#webhooks(key, most) : this.#credentials(key, most);
  }

  /** A replaced one is bound to the same name. */
  async #credentials(after: number, take: number): Promise<StoredText[]> {
    const where = { key: { gt: after } };
    const rows = await this.#database.upstreamCredential.findMany({ where, orderBy: { key: 'asc' }, take });
    return rows.map(({ key, name: owner, value: encrypted }) => ({ key, owner, encrypted }));
  }

  async #factors(after: number, take: number): Promise<StoredText[]> {
    const where = { personKey: { gt: after } };
    const rows = await this.#database.secondFactor.findMany({ where, orderBy: { personKey: 'asc' }, take });
    const keys = rows.map(({ personKey }) => personKey);
    const people = await this.#database.person.findMany({
      where: { key: { in: keys } },
      select: { key: true, id: true },
    });
    const idOf = new Map(people.map(({ key, id }) => [key, id]));
    return rows.map(({ personKey: key, secret: encrypted }) => ({
      key,
      encrypted,
      owner: idOf.get(key) ?? '',
    }));
  }

  async #webhooks(after: number, take: number): Promise<StoredText[]> {
    const rows = await this.#database.webhook.findMany({
      where: { key: { gt: after } },
      orderBy: { key: 'asc' },
      take,
      select: { key: true, id: true, secret: true },
    });
    return rows.map(({ key, id: owner, secret: encrypted }) => ({ key, owner, encrypted }));
  }
}

/** What is stored for as long as somebody uses it, encrypted with a key from the portal's secret. */
export const storedPurposes = ['second factors', 'webhook secrets', 'upstream credentials'] as const;

export type StoredPurpose = (typeof storedPurposes)[number];

export interface StoredText {
  /** Of the row. */
  key: number;
  /** To whom the text is bound. */
  owner: string;
  encrypted: string;
}
