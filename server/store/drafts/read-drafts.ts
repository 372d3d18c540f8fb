import type { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import type { DraftBacktestModel, ProductDraftModel } from '../../../prisma/generated/sqlite/models.ts';
import { afterAll, pageOf, type PageOf, type PageWish } from '../prisma-reads.ts';

export type DraftRow = ProductDraftModel;
export type BacktestRow = DraftBacktestModel;

/** Drafts of products, and backtests of them. */
export class Drafts {
  readonly #database: PrismaClient;

  constructor(database: PrismaClient) {
    this.#database = database;
  }

  /** The newest first, without their entries. */
  async list(slug: string, { before = afterAll, most }: PageWish): Promise<PageOf<Omit<DraftRow, 'entry'>>> {
    const found = await this.#database.productDraft.findMany({
      where: { product: { slug }, number: { lt: before }, deletedAt: null },
      orderBy: { number: 'desc' },
      take: most + 1,
      omit: { entry: true },
    });
    return pageOf(found, most, ({ number }) => number);
  }

  /** Some of a product, also deleted ones. */
  some(slug: string, numbers: number[]): Promise<DraftRow[]> {
    return this.#database.productDraft.findMany({ where: { product: { slug }, number: { in: numbers } } });
  }

  async find(slug: string, number: number): Promise<DraftRow | undefined> {
    const [found] = await this.some(slug, [number]);
    return found?.deletedAt === null ? found : undefined;
  }

  /** The newest first, without their answers. */
  async backtests(
    slug: string,
    { before = afterAll, most }: PageWish,
  ): Promise<PageOf<Omit<BacktestRow, 'answer'>>> {
    const found = await this.#database.draftBacktest.findMany({
      where: { product: { slug }, number: { lt: before } },
      orderBy: { number: 'desc' },
      take: most + 1,
      omit: { answer: true },
    });
    return pageOf(found, most, ({ number }) => number);
  }

  async backtest(slug: string, number: number): Promise<BacktestRow | undefined> {
    const found = await this.#database.draftBacktest.findFirst({ where: { product: { slug }, number } });
    return found ?? undefined;
  }
}
