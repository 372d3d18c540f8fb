import Link from 'next/link';
import { type ProductPlace, apiAddress, type NamedPage } from '../../lib/product/api-page.ts';
import { costText } from '../../lib/price/cost-text.ts';
import { type ComingPrice, comingWords } from '../../lib/product/coming-price.ts';
import { catalogueAddress } from '../../lib/product/catalogue-view.ts';
import type { Product, Tag } from '../../lib/product/product.ts';
import { markdownExcerpt } from '../../lib/text/markdown-text.ts';
import { pricesAddress, productAddress } from '../../lib/view/product-tab.ts';
import { Arrow } from '../shell/buttons.tsx';
import { DeprecatedMark, FareStub } from '../catalogue/product-row.tsx';
import { TagIcon } from '../catalogue/tag-icon.tsx';
import { ProviderLink, TagLink } from '../catalogue/tag-link.tsx';
import { Markdown } from '../markdown.tsx';

interface Props {
  product: Product;
  /** Whether it is no longer offered. */
  isArchived: boolean;
  coming: ComingPrice | undefined;
  /** Undefined for a product without an API. */
  place: ProductPlace | undefined;
  /** Whether to show the introduction, or only the name. */
  isWhole: boolean;
}

/** Some three lines on a phone. */
const longestIntroduction = 240;

export function ProductHeader({ product, isArchived, coming, place, isWhole }: Props) {
  const { name, type, provider, abilities, labels, description, price, status, slug, deprecated } = product;
  const [first, ...others] = description;
  const excerpt = markdownExcerpt(first?.text ?? '');
  // The form must start on the first screen, so long introductions, lists and tables start folded.
  const isShort =
    (first?.text.length ?? 0) <= longestIntroduction && !/\n\s*\n|^\s*[-*#|>]/m.test(first?.text ?? '');
  const tags = [...abilities, ...labels];
  return (
    <header>
      {place && <PlaceInApi place={place} />}
      <div className="grid grid-cols-1 gap-x-8 sm:grid-cols-[minmax(0,1fr)_auto] sm:grid-rows-[auto_1fr]">
        <div>
          {!place && (
            <p className="text-sm text-quiet">
              <TagLink tag={type} /> by <ProviderLink provider={provider} />
            </p>
          )}
          {deprecated && <DeprecatedMark />}
          <h1 className="mt-1 text-2xl font-semibold tracking-tight break-words sm:text-3xl">{name}</h1>
        </div>
        {/* The dashed edge of the ticket. */}
        <div className="mt-4 self-start overflow-y-clip rounded-b-md border border-t-0 border-line bg-card sm:row-span-2 sm:mt-0 sm:overflow-x-clip sm:overflow-y-visible sm:rounded-l-none sm:rounded-tr-md sm:border-t sm:border-l-0">
          <FareStub from={price.from} to={price.to} />
        </div>
        <div className="sm:col-start-1">
          {status === 0 && <Offline slug={slug} isArchived={isArchived} />}
          {coming && !isArchived && <ComingPriceNote coming={coming} slug={slug} />}
          {isWhole && first && (
            <div className="mt-2 max-w-3xl break-words">
              {isShort ? <Markdown text={first.text} /> : <p className="line-clamp-3">{excerpt}</p>}
            </div>
          )}
        </div>
      </div>
      {isWhole && (others.length > 0 || !isShort || tags.length > 0) && (
        <details className="mt-2">
          <summary className="w-fit cursor-pointer py-1 text-sm text-accent underline-offset-4 hover:underline">
            About this product
          </summary>
          {first && !isShort && (
            <div className="mt-2 max-w-3xl break-words">
              <Markdown text={first.text} />
            </div>
          )}
          {others.length > 0 && <More sections={others} />}
          <TagList tags={tags} />
        </details>
      )}
    </header>
  );
}

function ComingPriceNote({ coming, slug }: { coming: ComingPrice; slug: string }) {
  const { at, mayCostMore, reason } = coming;
  return (
    <div role="note" className="mt-3 mb-3 max-w-3xl border-l-2 border-warn pl-3 text-sm break-words">
      <p>
        <time dateTime={at} className="font-medium tabular-nums">
          {comingWords(coming)}.
        </time>{' '}
        <Link
          href={pricesAddress(slug)}
          prefetch={false}
          className="inline-block text-accent underline underline-offset-4"
        >
          What changes
        </Link>
      </p>
      <p className="text-quiet">
        {costText(mayCostMore)}
        {reason !== null && ` Reason: “${reason}”`}
      </p>
    </div>
  );
}

function More({ sections }: { sections: Product['description'] }) {
  return (
    <dl className="mt-4 grid max-w-3xl gap-x-8 gap-y-3 text-sm sm:grid-cols-2">
      {sections.map(({ title, text }) => (
        <div key={title} className="break-words">
          <dt className="font-medium">{title}</dt>
          <dd className="text-quiet">
            <Markdown text={text} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function TagList({ tags }: { tags: Tag[] }) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label="Tags" className="mt-4 flex flex-wrap gap-2 text-xs">
      {tags.map((tag) => (
        <li key={tag.id} className="max-w-full">
          <Link
            href={catalogueAddress({ q: '', tags: [tag.slug], page: 1 })}
            prefetch={false}
            className="block rounded-full border border-line px-2.5 py-1 break-words text-quiet hover:bg-sunk hover:text-ink"
          >
            <TagIcon icon={tag.icon} />
            {tag.name}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Offline({ slug, isArchived }: { slug: string; isArchived: boolean }) {
  return (
    <div className="mt-4 max-w-3xl rounded-md border border-warn p-3 text-sm">
      <p className="font-medium text-warn">
        {isArchived ? 'This product is no longer offered.' : 'This product is offline.'}
      </p>
      <p className="mt-1">
        It cannot be called. You can still read{' '}
        <Link href={productAddress(slug, 'docs')} className="underline underline-offset-4">
          its documentation
        </Link>{' '}
        and{' '}
        <Link href={productAddress(slug, 'pricing')} className="underline underline-offset-4">
          see its pricing
        </Link>
        .
      </p>
    </div>
  );
}

/** The API and group of a product, and its neighbouring operations. */
function PlaceInApi({ place: { api, group, previous, next } }: { place: ProductPlace }) {
  return (
    <div className="mb-1 flex items-start justify-between gap-x-6 text-sm">
      <nav aria-label="Breadcrumb" className="min-w-0 py-1">
        <ol className="flex flex-wrap gap-x-2">
          <li className="min-w-0 break-words">
            <Link href={apiAddress(api.slug)} prefetch={false} className={link}>
              {api.name}
            </Link>
          </li>
          {group && (
            <li className="min-w-0 break-words text-quiet">
              <span aria-hidden className="mr-2">
                /
              </span>
              <Link href={apiAddress(api.slug, group.id)} prefetch={false} className={link}>
                {group.title}
              </Link>
            </li>
          )}
        </ol>
      </nav>
      <nav aria-label="Operations" className="flex shrink-0 gap-1">
        {previous && <Step to={previous} name="Previous operation" turn="rotate-180" />}
        {next && <Step to={next} name="Next operation" />}
      </nav>
    </div>
  );
}

const link = 'text-quiet underline decoration-line underline-offset-4 hover:text-ink hover:decoration-accent';

function Step({ to, name, turn = '' }: { to: NamedPage; name: string; turn?: string }) {
  return (
    <Link
      href={productAddress(to.slug)}
      prefetch={false}
      aria-label={`${name}: ${to.name}`}
      title={to.name}
      className="flex size-8 items-center justify-center rounded-md border border-line bg-card hover:bg-sunk"
    >
      <Arrow className={turn} />
    </Link>
  );
}
