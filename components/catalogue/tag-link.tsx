import Link from 'next/link';
import { catalogueAddress } from '../../lib/product/catalogue-view.ts';
import type { Tag } from '../../lib/product/product.ts';

const look = 'text-ink underline decoration-line underline-offset-4 hover:decoration-accent';

/** Links to all products of a tag. */
export function TagLink({ tag }: { tag: Tag }) {
  return (
    <Link href={catalogueAddress({ q: '', tags: [tag.slug], page: 1 })} prefetch={false} className={look}>
      {tag.name}
    </Link>
  );
}

/** The page of the provider or, without one, all its products here. */
export function ProviderLink({ provider }: { provider: Tag }) {
  if (provider.url === undefined || !/^https?:\/\//i.test(provider.url)) return <TagLink tag={provider} />;
  return (
    <a href={provider.url} rel="noopener nofollow" className={look}>
      {provider.name}
    </a>
  );
}
