import type { ProductCard } from '../lib/product.ts';
import { CreditRange } from './credit-range.tsx';
import { Markdown } from './markdown.tsx';

export function ProductRow({ product }: { product: ProductCard }) {
  const [introduction] = product.description;
  return (
    <li className="grid gap-x-6 gap-y-2 py-5 sm:grid-cols-[minmax(0,1fr)_8rem]">
      <article>
        <h2 className="font-semibold break-words">{product.name}</h2>
        <p className="text-sm text-quiet">
          {product.type.name} · {product.provider.name}
        </p>
        {introduction && (
          <div className="mt-2 line-clamp-3 text-sm break-words">
            <Markdown text={introduction.text} />
          </div>
        )}
        {product.abilities.length > 0 && (
          <ul aria-label="Capabilities" className="mt-2 flex flex-wrap gap-x-3 gap-y-1 text-xs text-quiet">
            {product.abilities.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        )}
      </article>
      <CreditRange from={product.price.from} to={product.price.to} />
    </li>
  );
}
