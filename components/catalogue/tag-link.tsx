import Link from 'next/link';
import type { ComponentProps } from 'react';
import { catalogueAddress, type CatalogueView } from '../../lib/product/catalogue-view.ts';
import type { Tag } from '../../lib/product/product.ts';
import { TagIcon } from './tag-icon.tsx';

const look = 'text-ink underline decoration-line underline-offset-4 hover:decoration-accent';

/** Links to all products of a tag. */
export function TagLink({ tag }: { tag: Tag }) {
  return (
    <Link href={catalogueAddress({ q: '', tags: [tag.slug], page: 1 })} prefetch={false} className={look}>
      <TagIcon icon={tag.icon} />
      {tag.name}
    </Link>
  );
}

/** The page of the provider or, without one, all its products here. */
export function ProviderLink({ provider }: { provider: Tag }) {
  if (provider.url === undefined || !/^https?:\/\//i.test(provider.url)) return <TagLink tag={provider} />;
  return (
    <a href={provider.url} rel="noopener nofollow" className={look}>
      <TagIcon icon={provider.icon} />
      {provider.name}
    </a>
  );
}

export type Go = (view: CatalogueView) => void;

/** A link to another view of the catalogue. With scripts it changes the view without a new page. */
export function ViewLink({
  view,
  go,
  onFollow,
  ...others
}: { view: CatalogueView; go: Go; onFollow?: () => void } & Omit<ComponentProps<'a'>, 'href' | 'onClick'>) {
  return (
    <a
      {...others}
      href={catalogueAddress(view)}
      onClick={(event) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        go(view);
        onFollow?.();
      }}
    />
  );
}
