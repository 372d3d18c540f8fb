import type { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';

export class EncryptedTexts {
  readonly #database: PrismaClient;

  constructor(database: PrismaClient) {
    this.#database = database;
  }

  /** In the order of their keys, from the one after this key. */
  after(purpose: StoredPurpose, key: number, most: number): Promise<StoredText[]> {
    return purpose === 'second factors' ? this.#factors(key, most) : this.#webhooks(key, most);
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
export type StoredPurpose = 'second factors' | 'webhook secrets';

export interface StoredText {
  /** Of the row. */
  key: number;
  /** To whom the text is bound. */
  owner: string;
  encrypted: string;
}
