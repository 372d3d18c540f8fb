import { type ApprovalState, approvalStates } from '../../../lib/account/approvals.ts';
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

/** That an account may call a product, or wants to. */
export interface RequestRow {
  key: number;
  id: string;
  state: ApprovalState;
  reason: string;
  askedAt: Date;
  askedBy: string;
  askedById: string | null;
  decidedAt: Date | null;
  decidedBy: string | null;
  decidedById: string | null;
  decision: string | null;
  account: { id: string; name: string; createdAt: Date };
  product: { key: number; id: string; slug: string; name: string };
}

interface RequestFilter {
  accountIds?: string[] | undefined;
  productKeys?: number[] | undefined;
  state?: ApprovalState | undefined;
  id?: string;
}

function stateOf(stored: string): ApprovalState {
  return approvalStates.find((state) => state === stored) ?? 'open';
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
      where: { OR: [{ id: idOrName }, { name: idOrName }], closedAt: null },
      orderBy: { key: 'asc' },
      select: { id: true, name: true },
    });
    return found ?? undefined;
  }

  /** What an account asked to call, by the keys of products. */
  async approvalsOf(accountId: string): Promise<Map<number, ApprovalState>> {
    const found = await this.#database.approvalRequest.findMany({
      where: { account: { id: accountId } },
      select: { productKey: true, state: true },
    });
    return new Map(found.map(({ productKey, state }) => [productKey, stateOf(state)]));
  }

  /** The newest first: those of an account, or of all. */
  async requests(
    { accountIds, productKeys, state, id }: RequestFilter,
    { before = afterAll, most }: PageWish,
  ): Promise<PageOf<RequestRow>> {
    const found = await this.#database.approvalRequest.findMany({
      where: {
        key: { lt: before },
        ...(accountIds && { account: { id: { in: accountIds } } }),
        ...(productKeys && { productKey: { in: productKeys } }),
        ...(state !== undefined && { state }),
        ...(id !== undefined && { id }),
      },
      orderBy: { key: 'desc' },
      take: most + 1,
      include: {
        account: { select: { id: true, name: true, createdAt: true } },
        product: { select: { key: true, id: true, slug: true, name: true } },
      },
    });
    const rows = found.map(({ state: stored, ...row }) => ({ ...row, state: stateOf(stored) }));
    return pageOf(rows, most, ({ key }) => key);
  }

  /** What accounts have, and their calls since a day, of any product. */
  async factsOf(accountIds: string[], day: string): Promise<Map<string, { balance: number; calls: number }>> {
    const purses = await this.#database.purse.findMany({
      where: { id: { in: accountIds } },
      select: { key: true, id: true, posted: true, pending: true },
    });
    const sums = await this.#database.dailyUse.groupBy({
      by: ['purseKey'],
      where: { purseKey: { in: purses.map(({ key }) => key) }, day: { gte: day } },
      _sum: { calls: true },
    });
    const calls = new Map(sums.map(({ purseKey, _sum }) => [purseKey, _sum.calls ?? 0]));
    return new Map(
      purses.map(({ key, id, posted, pending }) => [
        id,
        { balance: Number(posted) - Number(pending), calls: calls.get(key) ?? 0 },
      ]),
    );
  }

  countOpen(): Promise<number> {
    return this.#database.approvalRequest.count({ where: { state: 'open' } });
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
