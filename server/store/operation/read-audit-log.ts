import { type AuditEntry, auditEntry, signVerb } from '../../../lib/audit/audit-entry.ts';
import type { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import type { AuditEntryModel } from '../../../prisma/generated/sqlite/models.ts';
import { type PageOf, type PageWish, pageOf } from '../prisma-reads.ts';

export class AuditLog {
  readonly #database: PrismaClient;

  constructor(database: PrismaClient) {
    this.#database = database;
  }

  /** The last entry; undefined if there is none. */
  async end(): Promise<AuditEnd | undefined> {
    const { auditEntry: entries } = this.#database;
    const orderBy = { number: 'desc' } as const;
    const last = await entries.findFirst({ orderBy, select: { number: true, hash: true } });
    if (!last) return undefined;
    const signed = await entries.findFirst({ where: { verb: signVerb }, orderBy, select: { at: true } });
    return { ...last, signedAtMs: signed?.at.getTime() };
  }

  /** In order, from the one after this number. */
  async entriesAfter(number: number, most: number): Promise<AuditEntry[]> {
    const rows = await this.#database.auditEntry.findMany({
      where: { number: { gt: number } },
      orderBy: { number: 'asc' },
      take: most,
    });
    return rows.map(entryOf);
  }

  /** Newest first. */
  async page(
    { verb, actors, targets }: AuditFilter,
    { before, most }: PageWish,
  ): Promise<PageOf<AuditEntry>> {
    const rows = await this.#database.auditEntry.findMany({
      where: {
        ...(before !== undefined && { number: { lt: before } }),
        ...(verb !== undefined && { verb }),
        ...(actors && { actorId: { in: actors } }),
        ...(targets && { target: { in: targets } }),
      },
      orderBy: { number: 'desc' },
      take: most + 1,
    });
    return pageOf(rows.map(entryOf), most, ({ number }) => number);
  }
}

function entryOf({ actorKind, actorId, at, before, after, ...row }: AuditEntryModel): AuditEntry {
  return auditEntry.parse({
    ...row,
    at: at.toISOString(),
    actor: { kind: actorKind, id: actorId },
    before: valuesOf(before),
    after: valuesOf(after),
  });
}

function valuesOf(text: string | null): unknown {
  return text === null ? null : JSON.parse(text);
}

interface AuditFilter {
  verb: string | undefined;
  /** The ids of people and keys. */
  actors: string[] | undefined;
  targets: string[] | undefined;
}

interface AuditEnd {
  number: number;
  hash: string;
  /** When an entry was signed last; undefined if none was. */
  signedAtMs: number | undefined;
}
