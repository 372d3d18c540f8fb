import { type AuditEntry, auditEntry } from '../../../lib/audit/audit-entry.ts';
import type { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import type { AuditLog } from '../audit-log.ts';

export class PrismaAuditLog implements AuditLog {
  readonly #database: PrismaClient;

  constructor(database: PrismaClient) {
    this.#database = database;
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
