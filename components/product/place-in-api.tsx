import { Arrow } from '../arrow.tsx';
import Link from 'next/link';
import { apiAddress, type NamedPage, type ProductPlace } from '../../lib/product/api-page.ts';
import { productAddress } from '../../lib/view/product-tab.ts';

/** The API and group of a product, and its neighbouring operations. */
export function PlaceInApi({ place: { api, group, previous, next } }: { place: ProductPlace }) {
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
