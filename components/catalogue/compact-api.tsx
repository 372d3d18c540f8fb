import Link from 'next/link';
import { apiAddress } from '../../lib/product/api-page.ts';
import type { ListedApi } from '../../lib/product/card-list.ts';
import { priceText } from '../../lib/view/price-text.ts';
import { ApiSize, apiOrigin } from './api-facts.tsx';
import { Marked } from './marked.tsx';

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
