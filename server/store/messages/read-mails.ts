import type { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import type { PageOf } from '../prisma-reads.ts';
import type { CatalogueReader } from '../sql/catalogue/catalogue-reader.ts';
import { dueMail, hasDue } from './due-messages.ts';

const mostRows = 1_000;
const omit = { leaseUntil: true } as const;

export class Mails {
  readonly #database: PrismaClient;
  readonly #reader: Pick<CatalogueReader, 'all'>;

  constructor(database: PrismaClient, reader: Pick<CatalogueReader, 'all'>) {
    this.#database = database;
    this.#reader = reader;
  }

  /** The newest first, at most 1,000. */
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

  /** Those of these ids that there are. */
  async idsOf(ids: string[]): Promise<Set<string>> {
    const rows = await this.#database.mail.findMany({ where: { id: { in: ids } }, select: { id: true } });
    return new Set(rows.map(({ id }) => id));
  }

  /** Whether a mail is due that no portal sends now. */
  hasDue(nowMs: number): Promise<boolean> {
    return hasDue(this.#reader, dueMail, nowMs);
  }

  /** Those that are to be sent. */
  countWaiting(): Promise<number> {
    return this.#database.mail.count({ where: { nextAttemptAt: { not: null } } });
  }

  /** Those that failed for good. */
  countFailed(after?: Date): Promise<number> {
    return this.#database.mail.count({ where: { failedAt: after ? { gt: after } : { not: null } } });
  }
}

/** A mail, sent or not. */
export interface MailRow {
  key: number;
  id: string;
  kind: string;
  to: string;
  subject: string;
  text: string;
  createdAt: Date;
  attempts: number;
  nextAttemptAt: Date | null;
  sentAt: Date | null;
  failedAt: Date | null;
  lastError: string | null;
}
