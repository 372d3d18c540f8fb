import { type PlanState, planNumbers, planStateAt } from '../../../lib/product/planned-version.ts';
import { Prisma, type PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import { type Audience, isSeenBy } from './audience.ts';
import { type PageOf, pageOf, type PageWish } from '../prisma-reads.ts';

/** What everybody who sees the product may know of a version that is announced. */
export interface AnnouncedVersion {
  versionKey: number;
  /** The version that it follows. */
  beforeKey: number;
  price: { from: number; to: number };
  before: { from: number; to: number };
  effectiveAt: Date;
  announcedAt: Date;
  /** Whether a call can cost more than before: `false` is proved. */
  mayCostMore: boolean;
  reason: string | null;
}

/** A version in a list of all that was announced. */
export interface AnnouncedOfProduct extends AnnouncedVersion {
  key: number;
  state: Exclude<PlanState, 'waiting'>;
  /** When it was withdrawn or replaced. */
  endedAt: Date | null;
  /** When this last became something else: announced, in force, withdrawn or replaced. */
  changedAt: Date;
  product: PlannedProductRow;
}

/** As operators see it. */
export interface StoredPlan extends Omit<AnnouncedVersion, 'announcedAt'> {
  key: number;
  state: PlanState;
  announcedAt: Date | null;
  endedAt: Date | null;
  createdAt: Date;
  authorKind: string;
  authorId: string | null;
  approvedAt: Date | null;
  /** The id of a person. */
  approvedBy: string | null;
  /** The numbers of the versions of the template. */
  version: number;
  versionBefore: number;
  product: PlannedProductRow;
}

interface PlannedProductRow {
  key: number;
  id: string;
  slug: string;
  name: string;
  status: number;
  visibility: number;
  archivedAt: Date | null;
}

const ofProduct = {
  select: {
    ...{ key: true, id: true, slug: true, name: true, status: true, visibility: true, archivedAt: true },
  },
} as const;
const rows = {
  product: ofProduct,
  version: { select: { number: true } },
  before: { select: { number: true } },
} as const;

type Row = Prisma.PlannedVersionGetPayload<{ include: typeof rows }>;

/** Versions that products get at a moment, and what became of them. */
export class PlannedVersions {
  readonly #database: PrismaClient;
  readonly #engine: 'sqlite' | 'postgres';

  constructor(database: PrismaClient, engine: 'sqlite' | 'postgres') {
    this.#database = database;
    this.#engine = engine;
  }

  /** What is announced of products and not yet in force, by their keys. */
  async coming(
    productKeys: readonly number[],
    now: Date,
  ): Promise<ReadonlyMap<number, AnnouncedVersion & { slug: string }>> {
    if (productKeys.length === 0) return new Map();
    const found = await this.#database.plannedVersion.findMany({
      where: {
        productKey: { in: [...productKeys] },
        state: planNumbers.announced,
        effectiveAt: { gt: now },
      },
      include: { product: { select: { slug: true } } },
    });
    return new Map(
      found.flatMap((row) => {
        const one = announcedOf(row);
        return one ? [[row.productKey, { ...one, slug: row.product.slug }]] : [];
      }),
    );
  }

  /** All that was ever announced of the products that an audience sees, what changed last first. */
  async announced(
    audience: Audience,
    { before, most }: PageWish,
    now: Date,
  ): Promise<PageOf<AnnouncedOfProduct>> {
    const product = isSeenBy(audience);
    const last =
      before === undefined
        ? null
        : await this.#database.plannedVersion.findFirst({
            where: { key: before, product },
            select: { key: true, changedAt: true },
          });
    const found = await this.#database.plannedVersion.findMany({
      where: { announcedAt: { not: null }, product, ...(last && after(last)) },
      include: rows,
      orderBy: [{ changedAt: 'desc' }, { key: 'desc' }],
      take: most + 1,
    });
    const { rows: page, next } = pageOf(found, most, ({ key }) => key);
    return { rows: page.flatMap((row) => announcedRow(row, now)), next };
  }

  /** Those of a product, or of all, the last that were planned first. */
  async list(
    { slug, pending = false }: { slug?: string | undefined; pending?: boolean },
    { before, most }: PageWish,
    now: Date,
  ): Promise<PageOf<StoredPlan>> {
    const found = await this.#database.plannedVersion.findMany({
      where: {
        ...(slug !== undefined && { product: { slug } }),
        ...(pending && { state: { lte: planNumbers.announced }, effectiveAt: { gt: now } }),
        ...(before !== undefined && { key: { lt: before } }),
      },
      include: rows,
      orderBy: { key: 'desc' },
      take: most + 1,
    });
    const { rows: page, next } = pageOf(found, most, ({ key }) => key);
    return { rows: page.map((row) => planOf(row, now)), next };
  }

  /** Until the next announced version is in force, by the clock of the database. Undefined if none is announced. */
  async msUntilNext(): Promise<number | undefined> {
    const now = this.#engine === 'sqlite' ? Prisma.sql`${Date.now()}` : Prisma.sql`ms_of(clock_timestamp())`;
    const at = this.#engine === 'sqlite' ? Prisma.sql`min("nextAt")` : Prisma.sql`ms_of(min("nextAt"))`;
    const [row] = await this.#database.$queryRaw<{ ms: number | bigint | null }[]>`
      SELECT ${at} - ${now} AS "ms" FROM "Product" WHERE "nextAt" IS NOT NULL`;
    return row?.ms === undefined || row.ms === null ? undefined : Number(row.ms);
  }
}

function after({ key, changedAt }: { key: number; changedAt: Date }) {
  return { OR: [{ changedAt: { lt: changedAt } }, { changedAt, key: { lt: key } }] };
}

type Announced = Pick<
  Row,
  'versionKey' | 'beforeKey' | 'effectiveAt' | 'announcedAt' | 'mayCostMore' | 'reason'
> &
  Pick<Row, 'priceFrom' | 'priceTo' | 'beforeFrom' | 'beforeTo'>;

function announcedOf(row: Announced): AnnouncedVersion | undefined {
  const { announcedAt } = row;
  return announcedAt ? { ...factsOf(row), announcedAt } : undefined;
}

function factsOf({ versionKey, beforeKey, effectiveAt, mayCostMore, reason, ...row }: Announced) {
  return {
    ...{ versionKey, beforeKey, effectiveAt, reason, mayCostMore: mayCostMore === 1 },
    price: { from: row.priceFrom, to: row.priceTo },
    before: { from: row.beforeFrom, to: row.beforeTo },
  };
}

function announcedRow(row: Row, now: Date): AnnouncedOfProduct[] {
  const { key, endedAt, product } = row;
  const facts = announcedOf(row);
  const state = planStateAt(row.state, row.effectiveAt.getTime(), now.getTime());
  if (!facts || state === 'waiting') return [];
  const changedAt = state === 'in-force' ? row.effectiveAt : row.changedAt;
  return [{ ...facts, key, state, endedAt, changedAt, product }];
}

function planOf(row: Row, now: Date): StoredPlan {
  const { key, announcedAt, endedAt, createdAt, authorKind, authorId, approvedAt, approvedBy } = row;
  return {
    ...factsOf(row),
    ...{ key, announcedAt, endedAt, createdAt, authorKind, authorId, approvedAt, approvedBy },
    state: planStateAt(row.state, row.effectiveAt.getTime(), now.getTime()),
    version: row.version.number,
    versionBefore: row.before.number,
    product: row.product,
  };
}
