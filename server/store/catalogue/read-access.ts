import type { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import { afterAll, pageOf, type PageOf, type PageWish } from '../prisma-reads.ts';

/** An account that sees a product for chosen accounts. */
export interface GrantRow {
  key: number;
  grantedAt: Date;
  grantedBy: string;
  grantedById: string | null;
  account: { id: string; name: string };
  product: { id: string; slug: string; name: string; status: number; visibility: number };
}

const fields = {
  ...{ key: true, grantedAt: true, grantedBy: true, grantedById: true },
  account: { select: { id: true, name: true } },
  product: { select: { id: true, slug: true, name: true, status: true, visibility: true } },
} as const;

/** Which accounts see which products for chosen accounts. */
export class Access {
  readonly #database: PrismaClient;

  constructor(database: PrismaClient) {
    this.#database = database;
  }

  /** The newest first. */
  async ofProduct(slug: string, wish: PageWish): Promise<PageOf<GrantRow>> {
    return this.#page({ product: { slug } }, wish);
  }

  async ofAccount(accountId: string, wish: PageWish): Promise<PageOf<GrantRow>> {
    return this.#page({ account: { id: accountId } }, wish);
  }

  /** With this id or exactly this name. */
  async findAccount(idOrName: string): Promise<{ id: string; name: string } | undefined> {
    const found = await this.#database.account.findFirst({
      where: { OR: [{ id: idOrName }, { name: idOrName }] },
      orderBy: { key: 'asc' },
      select: { id: true, name: true },
    });
    return found ?? undefined;
  }

  async #page(
    where: { product: { slug: string } } | { account: { id: string } },
    { before = afterAll, most }: PageWish,
  ): Promise<PageOf<GrantRow>> {
    const found = await this.#database.productGrant.findMany({
      where: { ...where, key: { lt: before } },
      orderBy: { key: 'desc' },
      take: most + 1,
      select: fields,
    });
    return pageOf(found, most, ({ key }) => key);
  }
}
