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
  /** Who accepted this version, or a later one, need not accept it anew. */
  needed: number;
}

/** That an account accepted a version of a page. */
export interface AcceptanceRow {
  key: number;
  number: number;
  acceptedAt: Date;
  acceptedById: string;
  page: { slug: string; title: string; needed: number; deletedAt: Date | null };
  account: { id: string; name: string };
}

export interface PageVersionRow {
  number: number;
  title: string;
  text: string;
  savedAt: Date;
  authorKind: string;
  authorId: string | null;
  reason: string | null;
  asksAgain: number;
}

const orderBy = { slug: 'asc' } as const;
/** As many as one reads. */
const mostProducts = 100;

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

  /** The last version that an account has accepted of each page, by the keys of pages. */
  async acceptedBy(accountId: string): Promise<ReadonlyMap<number, number>> {
    const found = await this.#database.termsAcceptance.findMany({
      where: { account: { id: accountId } },
      orderBy: { number: 'asc' },
      select: { pageKey: true, number: true },
    });
    return new Map(found.map(({ pageKey, number }) => [pageKey, number]));
  }

  /** What accounts accepted, the newest first. */
  async acceptances(
    { accountId, page }: { accountId?: string | undefined; page?: string | undefined },
    { before = afterAll, most }: PageWish,
  ): Promise<PageOf<AcceptanceRow>> {
    const found = await this.#database.termsAcceptance.findMany({
      where: {
        key: { lt: before },
        ...(accountId !== undefined && { account: { id: accountId } }),
        ...(page !== undefined && { page: { slug: page } }),
      },
      orderBy: { key: 'desc' },
      take: most + 1,
      select: {
        ...{ key: true, number: true, acceptedAt: true, acceptedById: true },
        page: { select: { slug: true, title: true, needed: true, deletedAt: true } },
        account: { select: { id: true, name: true } },
      },
    });
    return pageOf(found, most, ({ key }) => key);
  }

  /** The products whose terms a page is. */
  async productsOf(slug: string): Promise<{ slug: string; name: string }[]> {
    return this.#database.product.findMany({
      where: { terms: { page: { slug } } },
      orderBy: { slug: 'asc' },
      select: { slug: true, name: true },
      take: mostProducts,
    });
  }

  /** The page that is the terms of a product. */
  async termsOf(product: string): Promise<{ slug: string; title: string } | undefined> {
    const found = await this.#database.productTerms.findFirst({
      where: { product: { slug: product } },
      select: { page: { select: { slug: true, title: true } } },
    });
    return found?.page;
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
