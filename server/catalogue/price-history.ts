import { chargesInWords, defaultCharges } from '../../lib/call/charges.ts';
import { priceBounds } from '../../lib/price/bounds.ts';
import { explainPrice } from '../../lib/price/effects.ts';
import { priceChanges } from '../../lib/price/price-changes.ts';
import { comingWords } from '../../lib/product/coming-price.ts';
import type { AnnouncedPrice, HeldPrice, PriceHistory } from '../../lib/product/price-history.ts';
import { canCostMore, type Priced, readPriced } from '../../lib/product/priced-template.ts';
import type { Context } from '../context.ts';
import type { PriceRelease } from '../store/catalogue/read-price-releases.ts';
import type { ProductRecord } from '../store/catalogue/catalogue.ts';
import type { PageWish } from '../store/prisma-reads.ts';
import type { Store } from '../store/store.ts';
import { readComingPrice } from '../products/coming-prices.ts';
import { requireProduct } from '../products/find-product.ts';
import { readProduct } from '../products/read-product.ts';

/** So many are looked at for a page: most change no price. */
const mostReleases = 200;

/** With the name of the product, for its page and twin. */
export async function readProductPrices(context: Context, name: string, wish: PageWish) {
  const found = await requireProduct(context, name);
  const product = (await readProduct(context, { id: found.slug })).value();
  return { product, ...(await readPriceHistory(context, found, wish)) };
}

/** The prices of a product, of which each stands for all releases until the next. */
export async function readPriceHistory(
  { store }: Pick<Context, 'store'>,
  product: ProductRecord,
  { before, most }: PageWish,
): Promise<PriceHistory> {
  const releases = await store.publications.priceReleases(product.key, { before, most: mostReleases + 1 });
  const read = new Map<number, Promise<Priced | undefined>>();
  const pricedBy = ({ versionKey: key }: PriceRelease) => {
    const known = read.get(key) ?? store.catalogue.readVersion(key).then((row) => readPriced(row.document));
    read.set(key, known);
    return known;
  };
  const list: HeldPrice[] = [];
  const versions = new Set<number>();
  let next: number | null = null;
  for (const [index, release] of releases.slice(0, mostReleases).entries()) {
    const earlier = releases[index + 1];
    next = earlier ? release.number : null;
    versions.add(release.version);
    if (earlier?.versionKey === release.versionKey) continue;
    const [now, then] = [await pricedBy(release), earlier && (await pricedBy(earlier))];
    const changes = now && then ? priceChanges(then, now, now.schema) : [];
    if (now && then && changes.length === 0 && isSameRange(then, now)) continue;
    if (now) {
      const mayCostMore = then ? canCostMore(then, now) : null;
      list.push({ ...heldPrice(release, now), versions: [...versions], mayCostMore, changes });
    }
    versions.clear();
    if (list.length === most) break;
  }
  const coming = before === undefined ? await readAnnounced(store, product) : null;
  return { coming, list, next };
}

/** The price that is announced, beside the one in force. */
async function readAnnounced(store: Store, product: ProductRecord): Promise<AnnouncedPrice | null> {
  const found = await readComingPrice({ store }, product);
  if (!found) return null;
  const { versionKey, ...coming } = found;
  const [before, next] = await Promise.all(
    [product.versionKey, versionKey].map(async (key) =>
      readPriced((await store.catalogue.readVersion(key)).document),
    ),
  );
  if (!before || !next) return null;
  return {
    ...coming,
    text: comingWords(coming),
    ...explainPrice(next.program.price),
    charges: unusualCharges(next),
    changes: priceChanges(before, next, next.schema),
  };
}

function heldPrice({ publishedAt, number, version, reason }: PriceRelease, priced: Priced) {
  const { program, schema } = priced;
  return {
    ...{ at: publishedAt.toISOString(), release: number, version, reason },
    price: priceBounds(program, schema),
    ...explainPrice(program.price),
    charges: unusualCharges(priced),
  };
}

function unusualCharges({ charges }: Priced): string[] {
  const unusual = chargesInWords(charges).filter(({ outcome, charge }) => charge !== defaultCharges[outcome]);
  return unusual.map(({ text }) => text);
}

/** The same formulas cost something else for other inputs. */
function isSameRange(before: Priced, now: Priced): boolean {
  const [old, next] = [before, now].map(({ program, schema }) => priceBounds(program, schema));
  return old?.from === next?.from && old?.to === next?.to;
}
