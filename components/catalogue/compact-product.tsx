import type { ListedCard } from '../../lib/product/card-list.ts';
import { markdownExcerpt } from '../../lib/text/markdown-excerpt.ts';
import { priceText } from '../../lib/view/price-text.ts';
import { CoveringLink } from './covering-link.tsx';
import { DeprecatedMark } from './deprecated-mark.tsx';
import { Marked } from './marked.tsx';
import { ProductSource } from './product-source.tsx';

/** A product as one row: name, first line of the introduction, provider and price. */
export function CompactProduct({ product, q }: { product: ListedCard; q: string }) {
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
      </article>
    </li>
  );
}
