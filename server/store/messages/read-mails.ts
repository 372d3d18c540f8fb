import { Prisma, type PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import { afterAll, contains, type PageOf } from '../prisma-reads.ts';
import type { CatalogueReader } from '../sql/catalogue/catalogue-reader.ts';
import { dueMail, hasDue } from './due-messages.ts';

const mostRows = 1_000;
const omit = { leaseUntil: true } as const;

interface MailName {
  /** An id, an address, or a part of a subject. */
  text: string;
  /** Whether a part of an address is enough, as in lists of people. */
  partsOfAddress: boolean;
}

interface MailWish {
  before?: number | undefined;
  most: number;
  onlyFailed?: boolean;
  named?: MailName | undefined;
}

export class Mails {
  readonly #database: PrismaClient;
  readonly #reader: Pick<CatalogueReader, 'all'>;

  constructor(database: PrismaClient, reader: Pick<CatalogueReader, 'all'>) {
    this.#database = database;
    this.#reader = reader;
  }

  /** The newest first, at most 1,000. */
  async list({ before, most, onlyFailed = false, named }: MailWish): Promise<PageOf<MailRow>> {
    const take = Math.min(most, mostRows);
    const key = { lt: before ?? afterAll };
    const where = {
      key: named ? { in: await this.#keysNamed(named, key.lt, onlyFailed, take + 1) } : key,
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

  async #keysNamed({ text, partsOfAddress }: MailName, before: number, onlyFailed: boolean, most: number) {
    const rows = await this.#database.$queryRaw<{ key: number }[]>`
      SELECT m."key" FROM "Mail" m
       WHERE m."key" < ${before} AND (${Number(onlyFailed)} = 0 OR m."failedAt" IS NOT NULL)
         AND (m."id" = ${text} OR lower(m."to") = lower(${text}) OR ${contains(Prisma.sql`m."subject"`, text)}
              OR (${Number(partsOfAddress)} = 1 AND ${contains(Prisma.sql`m."to"`, text)}))
       ORDER BY m."key" DESC LIMIT ${most}`;
    return rows.map(({ key }) => Number(key));
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
