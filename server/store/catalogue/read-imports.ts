import { Prisma, type PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import type {
  FollowedDocumentModel,
  ImportedOperationModel,
  ImportModel,
} from '../../../prisma/generated/sqlite/models.ts';
import type { Compared } from './import-jobs.ts';
import { contains } from '../prisma-reads.ts';

export type ImportedDocument = ImportModel;
export type FollowedDocument = Omit<FollowedDocumentModel, 'apiKey'>;
export type ImportedOperation = ImportedOperationModel;

export interface ImportedFilter {
  q?: string | undefined;
  group?: number | undefined;
  losses?: boolean | undefined;
  /** Only chosen ones. */
  chosen?: boolean | undefined;
  /** Only those that were refused when they were published. */
  refused?: boolean | undefined;
  /** Only what differs from the catalogue. */
  news?: boolean | undefined;
  /** Only what breaks callers. */
  breaking?: boolean | undefined;
}

/** How many operations compare in each way, and how many of them break callers. */
export interface News {
  counts: Partial<Record<Compared, number>>;
  breaking: number;
}

export interface UnreadableDocument {
  slug: string;
  name: string;
  problem: string;
  failures: number;
}

interface Sums {
  group: number;
  operations: number;
  chosen: number;
  sellable: number;
  losses: number;
}

/** Documents that operators import. */
export class Imports {
  readonly #database: PrismaClient;

  constructor(database: PrismaClient) {
    this.#database = database;
  }

  async find(id: string): Promise<ImportedDocument | undefined> {
    return (await this.#database.import.findUnique({ where: { id } })) ?? undefined;
  }

  /** The newest first. */
  latest(most: number): Promise<ImportedDocument[]> {
    return this.#database.import.findMany({ orderBy: { key: 'desc' }, take: most });
  }

  /** From a position on, in order. */
  async operations(
    importKey: number,
    filter: ImportedFilter,
    { from, most }: { from: number; most: number },
  ): Promise<ImportedOperation[]> {
    return this.#database.$queryRaw<ImportedOperation[]>(Prisma.sql`
      SELECT * FROM "ImportedOperation"
       WHERE ${conditions(importKey, filter)} AND "position" >= ${from} ORDER BY "position" LIMIT ${most}`);
  }

  async operation(importKey: number, position: number): Promise<ImportedOperation | undefined> {
    const where = { importKey_position: { importKey, position } };
    return (await this.#database.importedOperation.findUnique({ where })) ?? undefined;
  }

  async count(importKey: number, filter: ImportedFilter): Promise<number> {
    const [row] = await this.#database.$queryRaw<{ found: bigint | number }[]>(Prisma.sql`
      SELECT count(*) AS "found" FROM "ImportedOperation" WHERE ${conditions(importKey, filter)}`);
    return Number(row?.found ?? 0);
  }

  /** The groups that have operations. */
  async groups(importKey: number): Promise<Sums[]> {
    const rows = await this.#database.$queryRaw<Record<keyof Sums, bigint | number>[]>(Prisma.sql`
      SELECT "groupIndex" AS "group", count(*) AS "operations", sum("chosen") AS "chosen",
             sum(CASE WHEN "problem" IS NULL THEN 1 ELSE 0 END) AS "sellable", sum("losses") AS "losses"
        FROM "ImportedOperation" WHERE "importKey" = ${importKey} GROUP BY "groupIndex" ORDER BY "groupIndex"`);
    return rows.map((row) => ({
      group: Number(row.group),
      operations: Number(row.operations),
      chosen: Number(row.chosen),
      sellable: Number(row.sellable),
      losses: Number(row.losses),
    }));
  }

  /** What became of the operations that were published, with how many of them are online. */
  async outcomes(importKey: number): Promise<{ outcome: string; operations: number; online: number }[]> {
    const rows = await this.#database.$queryRaw<
      { outcome: string; operations: bigint | number; online: bigint | number }[]
    >(Prisma.sql`
      SELECT "outcome", count(*) AS "operations", sum("online") AS "online"
        FROM "ImportedOperation" WHERE "importKey" = ${importKey} AND "outcome" IS NOT NULL GROUP BY "outcome"`);
    return rows.map(({ outcome, operations, online }) => ({
      outcome,
      operations: Number(operations),
      online: Number(online),
    }));
  }

  async news(importKey: number): Promise<News> {
    const rows = await this.#database.$queryRaw<
      { compared: Compared; operations: bigint | number; breaking: bigint | number }[]
    >(Prisma.sql`
      SELECT "compared", count(*) AS "operations",
             sum(CASE WHEN "breaking" IS NOT NULL AND "compared" IN ('changed', 'removed') THEN 1 ELSE 0 END) AS "breaking"
        FROM "ImportedOperation" WHERE "importKey" = ${importKey} GROUP BY "compared"`);
    return {
      counts: Object.fromEntries(rows.map(({ compared, operations }) => [compared, Number(operations)])),
      breaking: rows.reduce((sum, row) => sum + Number(row.breaking), 0),
    };
  }

  /** Where the document of an API comes from. */
  async followed(api: string): Promise<FollowedDocument | undefined> {
    const found = await this.#database.followedDocument.findFirst({ where: { api: { slug: api } } });
    return found ?? undefined;
  }

  /** APIs whose documents could not be read so many times in a row, and again since that was dismissed. */
  async unreadable(leastFailures: number, most: number): Promise<UnreadableDocument[]> {
    const rows = await this.#database.$queryRaw<
      { slug: string; name: string; problem: string | null; failures: bigint | number }[]
    >(Prisma.sql`
      SELECT a."slug", a."name", f."problem", f."failures"
        FROM "FollowedDocument" f JOIN "Api" a ON a."key" = f."apiKey"
        LEFT JOIN "DismissedItem" x ON x."item" = 'document:' || a."slug"
       WHERE f."failures" >= ${leastFailures} AND (x."dismissedAt" IS NULL OR f."lookedAt" > x."dismissedAt")
       ORDER BY f."failures" DESC, a."slug" LIMIT ${most}`);
    return rows.map((row) => ({ ...row, problem: row.problem ?? '', failures: Number(row.failures) }));
  }

  async part(importKey: number, part: number): Promise<Uint8Array | undefined> {
    const where = { importKey_part: { importKey, part } };
    return (await this.#database.importPart.findUnique({ where }))?.content;
  }
}

function conditions(
  importKey: number,
  { q, group, losses, chosen, refused, news, breaking }: ImportedFilter,
): Prisma.Sql {
  const all = [
    Prisma.sql`"importKey" = ${importKey}`,
    ...(group === undefined ? [] : [Prisma.sql`"groupIndex" = ${group}`]),
    ...(losses ? [Prisma.sql`("losses" > 0 OR "problem" IS NOT NULL)`] : []),
    ...(chosen ? [Prisma.sql`"chosen" = 1`] : []),
    ...(refused ? [Prisma.sql`("outcome" = 'refused' OR "sentence" IS NOT NULL)`] : []),
    ...(news ? [Prisma.sql`"compared" IN ('new', 'changed', 'removed')`] : []),
    ...(breaking ? [Prisma.sql`"breaking" IS NOT NULL AND "compared" IN ('changed', 'removed')`] : []),
    ...(q === undefined
      ? []
      : [
          Prisma.sql`(${contains(Prisma.sql`"name"`, q)} OR ${contains(Prisma.sql`"path"`, q)} OR ${contains(Prisma.sql`"slug"`, q)})`,
        ]),
  ];
  return Prisma.join(all, ' AND ');
}
