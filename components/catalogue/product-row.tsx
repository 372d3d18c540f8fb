import type { ListedCard } from '../../lib/product/card-list.ts';
import { markdownExcerpt } from '../../lib/text/markdown-excerpt.ts';
import { CoveringLink } from './covering-link.tsx';
import { DeprecatedMark } from './deprecated-mark.tsx';
import { FareStub } from './fare-stub.tsx';
import { Marked } from './marked.tsx';
import { ProductSource } from './product-source.tsx';

/** Fits a card. */
const abilitiesShown = 8;

/** A product as a ticket that is a link as a whole. */
export function ProductRow({ product, q }: { product: ListedCard; q: string }) {
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
