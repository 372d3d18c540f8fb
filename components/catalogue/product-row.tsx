import Link from 'next/link';
import { apiAddress } from '../../lib/product/api-page.ts';
import type { ComingMark, ListedCard, ListedApi } from '../../lib/product/card-list.ts';
import { countOf } from '../../lib/text/numbers.ts';
import { markdownExcerpt } from '../../lib/text/markdown-text.ts';
import { matchedParts } from '../../lib/view/matched-parts.ts';
import { priceText } from '../../lib/view/price-text.ts';

/** Fits a card. */
const abilitiesShown = 8;

interface ListedProps {
  product: ListedCard;
  /** What is announced of its price. */
  coming?: ComingMark | undefined;
  q: string;
}

/** A product as a ticket that is a link as a whole. */
export function ProductRow({ product, coming, q }: ListedProps) {
  const [introduction] = product.description;
  const others = product.abilities.length - abilitiesShown;
  return (
    <li>
      <article className="relative grid h-full rounded-lg border border-line bg-card transition-colors focus-within:border-quiet hover:border-quiet sm:grid-cols-[minmax(0,1fr)_9.5rem] xl:grid-cols-[minmax(0,1fr)_7.5rem]">
        <div className="min-w-0 px-5 py-4">
          <h2 className="line-clamp-3 text-lg xl:line-clamp-2 leading-snug font-semibold tracking-tight break-words">
            <CoveringLink product={product} q={q} corners="after:rounded-lg" />
          </h2>
          <p className="mt-0.5 line-clamp-2 text-sm break-words text-quiet">
            {product.deprecated && <DeprecatedMark />} {product.type.name} ·{' '}
            <ProductSource product={product} />
          </p>
          {coming && <ComingPriceMark coming={coming} className="mt-1" />}
          {introduction && (
            <p className="mt-2 line-clamp-3 text-sm xl:line-clamp-2 break-words">
              <Marked text={markdownExcerpt(introduction.text)} q={q} />
            </p>
          )}
          {product.abilities.length > 0 && (
            <ul aria-label="Capabilities" className="mt-3 flex flex-wrap gap-1.5 text-xs text-quiet">
              {product.abilities.slice(0, abilitiesShown).map(({ id, name }) => (
                <li key={id} className="max-w-full truncate rounded border border-line px-1.5 py-0.5">
                  {name}
                </li>
              ))}
              {others > 0 && <li className="px-1 py-0.5">and {others} more</li>}
            </ul>
          )}
        </div>
        <FareStub from={product.price.from} to={product.price.to} />
      </article>
    </li>
  );
}

/** A product as one row: name, first line of the introduction, provider and price. */
export function CompactProduct({ product, coming, q }: ListedProps) {
  const [introduction] = product.description;
  const { price } = product;
  return (
    <li>
      <article className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b border-line px-3 py-2 hover:bg-sunk sm:px-4">
        <div className="flex min-w-0 items-baseline gap-2">
          <h2 className="line-clamp-2 min-w-0 font-semibold break-words sm:line-clamp-1">
            <CoveringLink product={product} q={q} />
          </h2>
          {product.deprecated && <DeprecatedMark />}
        </div>
        <p className="text-right text-sm whitespace-nowrap text-quiet tabular-nums">
          <span className="font-semibold text-ink">{priceText(price)}</span>
          {price.to > 0 && (price.to === 1 ? ' credit' : ' credits')}
        </p>
        <p className="truncate text-sm text-quiet max-sm:hidden">
          {introduction && <Marked text={markdownExcerpt(introduction.text)} q={q} />}
        </p>
        <p className="truncate text-sm text-quiet sm:max-w-[14rem] sm:text-right">
          <ProductSource product={product} />
        </p>
        {coming && <ComingPriceMark coming={coming} className="col-span-2" />}
      </article>
    </li>
  );
}

/** A price that is announced. */
export function ComingPriceMark({
  coming: { at, text },
  className,
}: {
  coming: ComingMark;
  className: string;
}) {
  return (
    <p className={`text-sm font-medium text-warn tabular-nums ${className}`}>
      <time dateTime={at}>{text}</time>
    </p>
  );
}

/** Longer prices would break within their digits. */
const mostLarge = 9_999_999;

/** The stub of a product's ticket: the lowest and highest price of a call. */
export function FareStub({ from, to }: { from: number; to: number }) {
  return (
    <div className="relative flex min-w-0 items-baseline gap-2 border-t border-dashed border-line px-5 py-3 xl:px-4 sm:flex-col sm:justify-center sm:gap-0 sm:border-t-0 sm:border-l sm:py-5">
      <Notch className="-top-2 -left-[9px] [clip-path:inset(0_0_0_50%)] sm:-top-[9px] sm:-left-2 sm:[clip-path:inset(50%_0_0)]" />
      <Notch className="-top-2 -right-[9px] [clip-path:inset(0_50%_0_0)] sm:top-auto sm:right-auto sm:-bottom-[9px] sm:-left-2 sm:[clip-path:inset(0_0_50%)]" />
      <p
        className={`min-w-0 leading-tight font-semibold [overflow-wrap:anywhere] tracking-tight tabular-nums ${to > mostLarge ? 'text-sm' : 'text-xl'}`}
      >
        {priceText({ from, to })}
      </p>
      <p className="shrink-0 text-xs text-quiet">
        {to === 0 ? 'per call' : `${to === 1 ? 'credit' : 'credits'} per call`}
      </p>
    </div>
  );
}

/** A circle centred on the outer edge of the ticket, of which one half shows. */
function Notch({ className }: { className: string }) {
  return (
    <span
      aria-hidden
      className={`absolute size-4 rounded-full border border-line bg-paper print:hidden ${className}`}
    />
  );
}

/** The provider of a product and a link to its API, above the link of the whole card. */
function ProductSource({ product: { provider, api } }: { product: ListedCard }) {
  if (!api) return provider.name;
  return (
    <>
      {!api.name.includes(provider.name) && `${provider.name} · `}
      <Link
        href={apiAddress(api.slug)}
        prefetch={false}
        className="relative z-20 underline decoration-line underline-offset-4 hover:text-ink hover:decoration-accent"
      >
        {api.name}
      </Link>
    </>
  );
}

interface CoveringLinkProps {
  product: { slug: string; name: string };
  /** Search terms to mark in the name. */
  q: string;
  /** The rounded corners of the card or row. */
  corners?: string;
}

/** The name of a product as a link that covers its whole card or row. */
function CoveringLink({ product: { slug, name }, q, corners = '' }: CoveringLinkProps) {
  return (
    <Link
      href={`/products/${slug}`}
      prefetch={false}
      className={`after:absolute after:inset-0 after:z-10 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent ${corners}`}
    >
      <Marked text={name} q={q} />
    </Link>
  );
}

/** The number of operations, which only an API has. */
export function ApiSize({ api: { operations, groups, deprecated } }: { api: ListedApi }) {
  return (
    <>
      {deprecated && <DeprecatedMark />}{' '}
      <span className="font-medium text-ink">{countOf(operations, 'operation')}</span>
      {groups > 1 && ` in ${countOf(groups, 'group')}`}
    </>
  );
}

export function apiOrigin({ provider, version }: ListedApi): string {
  return version === undefined ? provider.name : `${provider.name} · version ${version}`;
}

export function CompactApi({ api, q }: { api: ListedApi; q: string }) {
  const { name, slug, price, summary } = api;
  return (
    <li>
      <article className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b border-line px-3 py-2 hover:bg-sunk sm:px-4">
        <h2 className="line-clamp-2 min-w-0 font-semibold break-words sm:line-clamp-1">
          <Link
            href={apiAddress(slug)}
            prefetch={false}
            className="after:absolute after:inset-0 after:z-10 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          >
            <Marked text={name} q={q} />
          </Link>
        </h2>
        <p className="text-right text-sm whitespace-nowrap text-quiet tabular-nums">
          <span className="font-semibold text-ink">{priceText(price)}</span>
          {price.to > 0 && (price.to === 1 ? ' credit' : ' credits')}
        </p>
        <p className="col-span-2 truncate text-sm text-quiet">
          <ApiSize api={api} /> · {apiOrigin(api)}
          {summary !== '' && (
            <span className="max-sm:hidden">
              {' '}
              · <Marked text={summary} q={q} />
            </span>
          )}
        </p>
      </article>
    </li>
  );
}

export function DeprecatedMark() {
  return (
    <span className="shrink-0 rounded border border-warn px-1.5 text-xs leading-5 font-medium text-warn">
      Deprecated
    </span>
  );
}

/** A text with the search terms marked. */
export function Marked({ text, q }: { text: string; q: string }) {
  return matchedParts(text, q).map((part, index) =>
    part.matches ? <mark key={index}>{part.text}</mark> : part.text,
  );
}
