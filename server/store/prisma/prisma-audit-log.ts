import { type AuditEntry, auditEntry, signVerb } from '../../../lib/audit/audit-entry.ts';
import type { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import type { AuditEnd, AuditLog } from '../audit-log.ts';

export class PrismaAuditLog implements AuditLog {
  readonly #database: PrismaClient;

  constructor(database: PrismaClient) {
    this.#database = database;
  }

  async end(): Promise<AuditEnd | undefined> {
    const { auditEntry: entries } = this.#database;
    const orderBy = { number: 'desc' } as const;
    const last = await entries.findFirst({ orderBy, select: { number: true, hash: true } });
    if (!last) return undefined;
    // At most the entries of a day follow it.
    const signed = await entries.findFirst({ where: { verb: signVerb }, orderBy, select: { at: true } });
    return { ...last, signedAtMs: signed?.at.getTime() };
  }

  async entriesAfter(number: number, most: number): Promise<AuditEntry[]> {
    const rows = await this.#database.auditEntry.findMany({
      where: { number: { gt: number } },
      orderBy: { number: 'asc' },
      take: most,
    });
    return rows.map(({ actorKind, actorId, at, before, after, ...row }) =>
      auditEntry.parse({
        ...row,
        at: at.toISOString(),
        actor: { kind: actorKind, id: actorId },
        before: valuesOf(before),
        after: valuesOf(after),
      }),
    );
  }
}

function valuesOf(text: string | null): unknown {
  return text === null ? null : JSON.parse(text);
}
