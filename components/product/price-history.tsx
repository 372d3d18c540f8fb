import Link from 'next/link';
import { costText, lineText, otherInputsText, type PriceChange } from '../../lib/price/cost-text.ts';
import type { AnnouncedPrice, HeldPrice } from '../../lib/product/price-history.ts';
import { changesAddress } from '../../lib/product/told-change.ts';
import type { Product } from '../../lib/product/product.ts';
import { dayText, momentText, momentTextOf } from '../../lib/text/times.ts';
import { priceText } from '../../lib/view/price-text.ts';
import { pricesAddress, productAddress, versionAnchor } from '../../lib/view/product-tab.ts';

interface Props {
  product: Pick<Product, 'slug' | 'name'>;
  /** Not yet in force. */
  coming: AnnouncedPrice | null;
  prices: HeldPrice[];
  /** Where older ones begin. */
  next: number | null;
  /** Whether these are the newest. */
  isFirst: boolean;
  isForOperator: boolean;
}

const link = 'text-accent underline underline-offset-4';

/** All prices that a product had, each with what it changed. */
export function PriceHistory({ product, coming, prices, next, isFirst, isForOperator }: Props) {
  const { slug, name } = product;
  const momentOf = momentTextOf(prices, ({ at }) => at);
  const anchored = new Set<number>();
  return (
    <main className="mx-auto w-full max-w-6xl px-4 pt-8 pb-16 sm:px-6">
      <p className="text-sm break-words">
        <Link
          href={productAddress(slug, 'pricing')}
          className="inline-block py-1 text-accent hover:underline"
        >
          {name}
        </Link>
      </p>
      <h1 className="mt-1 text-2xl font-semibold tracking-tight break-words sm:text-3xl">Prices so far</h1>
      <p className="mt-1 text-sm text-quiet">
        The newest first, in credits for a call. A receipt names the version that it was priced by. Times are
        in UTC.
      </p>
      <ol className="mt-6 max-w-4xl divide-y divide-line border-y border-line">
        {coming && <Announced price={coming} />}
        {prices.map((price, index) => {
          // A version that came back leads to where it stands last.
          const versions = price.versions.filter((version) => !anchored.has(version));
          for (const version of versions) anchored.add(version);
          return (
            <li
              key={price.release}
              className="relative grid gap-x-8 gap-y-2 py-5 has-[:target]:bg-accent-soft sm:grid-cols-[11rem_minmax(0,1fr)]"
            >
              {versions.map((version) => (
                <span key={version} id={versionAnchor(version)} className="absolute scroll-mt-6" />
              ))}
              <div className="sm:pl-3">
                <h2 className="font-medium">
                  <time dateTime={price.at}>{momentOf(price)}</time>
                </h2>
                <p className="text-sm text-quiet">{versionsText(price)}</p>
                {isFirst && index === 0 && <p className="text-sm font-medium text-good">The price now</p>}
              </div>
              <Price price={price} before={prices[index + 1]?.price} isOpen={isFirst && index === 0} />
              {isForOperator && (
                <p className="text-sm sm:col-start-2">
                  <Link href={`/operator/products/${slug}?release=${price.release}`} className={link}>
                    Who published it, and all that it changed
                  </Link>
                </p>
              )}
            </li>
          );
        })}
      </ol>
      {isFirst && next === null && prices.length <= 1 && !coming && (
        <NeverChanged slug={slug} first={prices[0]} />
      )}
      <Pages slug={slug} isFirst={isFirst} next={next} />
    </main>
  );
}

function Pages({ slug, isFirst, next }: { slug: string } & Pick<Props, 'isFirst' | 'next'>) {
  return (
    <p className="mt-4 flex gap-6 text-sm">
      {!isFirst && (
        <Link href={pricesAddress(slug)} className={link}>
          Newest
        </Link>
      )}
      <Link href={changesAddress} className={link}>
        Changes of all prices
      </Link>
      {next !== null && (
        <Link href={`${pricesAddress(slug)}?before=${next}`} className={link}>
          Older
        </Link>
      )}
    </p>
  );
}

function Announced({ price }: { price: AnnouncedPrice }) {
  return (
    <li className="grid gap-x-8 gap-y-2 py-5 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <div className="sm:pl-3">
        <h2 className="font-medium">
          <time dateTime={price.at}>{momentText(price.at)}</time>
        </h2>
        <p className="text-sm font-medium text-warn">Announced</p>
      </div>
      <Price price={price} before={price.before} isOpen={false} />
    </li>
  );
}

function versionsText({ versions }: HeldPrice): string {
  const word = versions.length === 1 ? 'Version' : 'Versions';
  return `${word} ${versions.toSorted((one, other) => one - other).join(', ')}`;
}

function NeverChanged({ slug, first }: { slug: string; first: HeldPrice | undefined }) {
  return (
    <div className="mt-6 max-w-4xl rounded-md border border-dashed border-line p-6 text-sm">
      <p>
        {first
          ? `The price has never changed since ${dayText(first.at)}. What changes it will be listed here.`
          : 'No price of this product was recorded yet. The next one will be listed here.'}
      </p>
      <p className="mt-3">
        <Link href={productAddress(slug, 'pricing')} className="button button-small">
          See the price
        </Link>
      </p>
    </div>
  );
}

interface PriceProps {
  price: HeldPrice | AnnouncedPrice;
  before: HeldPrice['price'] | undefined;
  isOpen: boolean;
}

function Price({ price, before, isOpen }: PriceProps) {
  const { lines, total, charges, mayCostMore, changes, reason } = price;
  const [was, is] = [before && priceText(before), priceText(price.price)];
  return (
    <div className="min-w-0 break-words sm:pr-3">
      <p className="tabular-nums">
        {was !== undefined && was !== is && <span className="text-quiet">{was} → </span>}
        <span className="font-semibold">{is}</span>{' '}
        {is === 'Free' ? '' : price.price.to === 1 ? 'credit' : 'credits'}
      </p>
      {mayCostMore !== null && <p className="mt-1 text-sm">{costText(mayCostMore)}</p>}
      {mayCostMore !== null && changes.length === 0 && <p className="mt-1 text-sm">{otherInputsText}</p>}
      {changes.length > 0 && (
        <ul className="mt-2 grid gap-1.5 text-sm">
          {changes.map((change, index) => (
            <Change key={index} change={change} />
          ))}
        </ul>
      )}
      {reason !== null && <p className="mt-2 text-sm text-quiet">Reason: “{reason}”</p>}
      <details className="mt-2 text-sm" open={isOpen}>
        <summary className="w-fit cursor-pointer py-1 text-accent">The whole price in words</summary>
        <ul className="mt-1 grid gap-1">
          {lines.map((line, index) => (
            <li key={index}>
              <span className="font-medium">{line.label}</span>: {lineText(line)}
            </li>
          ))}
          {[total, ...charges].map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </details>
    </div>
  );
}

const tones: Record<PriceChange['kind'], string> = {
  ...{ new: 'text-accent', dearer: 'text-accent', gone: 'text-good', cheaper: 'text-good' },
  ...{ renamed: 'text-quiet', changed: 'text-ink' },
};

function Change({ change: { kind, label, before, now } }: { change: PriceChange }) {
  return (
    <li className="grid gap-x-3 sm:grid-cols-[4.5rem_minmax(0,1fr)]">
      <span className={`font-medium first-letter:uppercase ${tones[kind]}`}>{kind}</span>
      <span className="min-w-0">
        {kind !== 'renamed' && <span className="font-medium">{label}: </span>}
        {before !== null && <span className="text-quiet">{before}</span>}
        {before !== null && now !== null && ' → '}
        {now !== null && <span className={before === null ? '' : 'font-medium'}>{now}</span>}
      </span>
    </li>
  );
}
