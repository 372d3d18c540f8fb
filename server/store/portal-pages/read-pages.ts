import type { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import { afterAll, pageOf, type PageOf, type PageWish } from '../prisma-reads.ts';
import { mayBeStored } from '../sql/statement.ts';
import { mostInFooter } from './page-jobs.ts';

export interface PageRow {
  key: number;
  slug: string;
  title: string;
  /** Of its last version. */
  number: number;
  inFooter: number;
  createdAt: Date;
  updatedAt: Date;
  deletedAt: Date | null;
}

export interface PageVersionRow {
  number: number;
  title: string;
  text: string;
  savedAt: Date;
  authorKind: string;
  authorId: string | null;
  reason: string | null;
}

const orderBy = { slug: 'asc' } as const;

/** The pages of the portal that operators write. */
export class Pages {
  readonly #database: PrismaClient;

  constructor(database: PrismaClient) {
    this.#database = database;
  }

  /** Those that everybody reads, by address. */
  shown(most: number): Promise<PageRow[]> {
    return this.#database.portalPage.findMany({ where: { deletedAt: null }, orderBy, take: most });
  }

  /** Those that the footer links to, in the order in which they were made. */
  inFooter(): Promise<{ slug: string; title: string }[]> {
    return this.#database.portalPage.findMany({
      where: { inFooter: 1, deletedAt: null },
      orderBy: { key: 'asc' },
      take: mostInFooter,
      select: { slug: true, title: true },
    });
  }

  /** For operators, also one that was deleted. */
  async find(slug: string): Promise<PageRow | undefined> {
    if (!mayBeStored(slug)) return undefined;
    return (await this.#database.portalPage.findUnique({ where: { slug } })) ?? undefined;
  }

  /** The newest first. */
  async list({ isDeleted }: { isDeleted: boolean }, { before = afterAll, most }: PageWish) {
    const found: PageRow[] = await this.#database.portalPage.findMany({
      where: { key: { lt: before }, deletedAt: isDeleted ? { not: null } : null },
      orderBy: { key: 'desc' },
      take: most + 1,
    });
    return pageOf(found, most, ({ key }) => key);
  }

  async version(pageKey: number, number: number): Promise<PageVersionRow | undefined> {
    const found = await this.#database.portalPageVersion.findUnique({
      where: { pageKey_number: { pageKey, number } },
    });
    return found ?? undefined;
  }

  /** The newest first, without their texts. */
  async versions(
    pageKey: number,
    { before = afterAll, most }: PageWish,
  ): Promise<PageOf<Omit<PageVersionRow, 'text'>>> {
    const found = await this.#database.portalPageVersion.findMany({
      where: { pageKey, number: { lt: before } },
      orderBy: { number: 'desc' },
      take: most + 1,
      omit: { text: true },
    });
    return pageOf(found, most, ({ number }) => number);
  }
}
