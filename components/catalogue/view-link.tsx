import type { ComponentProps } from 'react';
import { type CatalogueView, catalogueAddress } from '../../lib/product/catalogue-view.ts';

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
