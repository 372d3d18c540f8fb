import Link from 'next/link';
import type { ListedOperation } from '../../lib/product/api-page.ts';
import { priceText } from '../../lib/view/price-text.ts';
import { productAddress } from '../../lib/view/product-tab.ts';
import { DeprecatedMark } from '../catalogue/deprecated-mark.tsx';
import { Marked } from '../catalogue/marked.tsx';

/** An operation of an API. The whole row is its link. */
export function OperationRow({ operation, q }: { operation: ListedOperation; q: string }) {
  const { slug, name, text, price, deprecated } = operation;
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b border-line px-3 py-2 hover:bg-sunk sm:px-4">
      <div className="min-w-0">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <h3 className="min-w-0 font-medium break-words">
            <Link
              href={productAddress(slug)}
              prefetch={false}
              className="after:absolute after:inset-0 after:z-10 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
            >
              <Marked text={name} q={q} />
            </Link>
          </h3>
          {deprecated && <DeprecatedMark />}
        </div>
        {text !== '' && (
          <p className="line-clamp-2 text-sm break-words text-quiet sm:line-clamp-1">
            <Marked text={text} q={q} />
          </p>
        )}
      </div>
      <p className="pt-px text-right text-sm whitespace-nowrap text-quiet tabular-nums">
        <span className="font-semibold text-ink">{priceText(price)}</span>
        {price.to > 0 && (price.to === 1 ? ' credit' : ' credits')}
      </p>
    </li>
  );
}
