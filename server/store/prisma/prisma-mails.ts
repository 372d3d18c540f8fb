import type { PageOf } from '../page.ts';
import type { MailRow, Mails } from '../mail.ts';
import type { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import type { CatalogueReader } from '../sql/catalogue/catalogue-reader.ts';
import { dueMail, hasDue } from '../sql/has-due.ts';

const mostRows = 1_000;
const omit = { leaseUntil: true } as const;

export class PrismaMails implements Mails {
  readonly #database: PrismaClient;
  readonly #reader: Pick<CatalogueReader, 'all'>;

  constructor(database: PrismaClient, reader: Pick<CatalogueReader, 'all'>) {
    this.#database = database;
    this.#reader = reader;
  }

  async list({
    before,
    most,
    onlyFailed = false,
  }: {
    before?: number | undefined;
    most: number;
    onlyFailed?: boolean;
  }): Promise<PageOf<MailRow>> {
    const take = Math.min(most, mostRows);
    const where = {
      ...(before !== undefined && { key: { lt: before } }),
      ...(onlyFailed && { failedAt: { not: null } }),
    };
    const found = await this.#database.mail.findMany({
      where,
      omit,
      orderBy: { key: 'desc' },
      take: take + 1,
    });
    const rows = found.slice(0, take);
    return { rows, next: found.length > take ? (rows.at(-1)?.key ?? null) : null };
  }

  async find(id: string): Promise<MailRow | undefined> {
    return (await this.#database.mail.findUnique({ where: { id }, omit })) ?? undefined;
  }

  async idsOf(ids: string[]): Promise<Set<string>> {
    const rows = await this.#database.mail.findMany({ where: { id: { in: ids } }, select: { id: true } });
    return new Set(rows.map(({ id }) => id));
  }

  hasDue(nowMs: number): Promise<boolean> {
    return hasDue(this.#reader, dueMail, nowMs);
  }

  countWaiting(): Promise<number> {
    return this.#database.mail.count({ where: { nextAttemptAt: { not: null } } });
  }

  countFailed(after?: Date): Promise<number> {
    return this.#database.mail.count({ where: { failedAt: after ? { gt: after } : { not: null } } });
  }
}
