import Link from 'next/link';
import { apiAddress } from '../../lib/product/api-page.ts';
import type { ListedCard } from '../../lib/product/card-list.ts';

/** The provider of a product and a link to its API, above the link of the whole card. */
export function ProductSource({ product: { provider, api } }: { product: ListedCard }) {
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
