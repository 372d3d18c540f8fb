import type { CatalogueView } from '../../lib/product/catalogue-view.ts';
import type { Instead } from '../../lib/product/card-list.ts';
import { productAddress } from '../../lib/view/product-tab.ts';
import type { ReactNode } from 'react';
import { type Go, ViewLink } from './tag-link.tsx';

const link = 'inline-block py-1 text-accent underline underline-offset-4';

/** Says why the list is empty and how to change that. */
export function EmptyCatalogue({
  total,
  instead,
  view,
  go,
}: {
  total: number;
  /** What to try if a search finds nothing. */
  instead: Instead | undefined;
  view: CatalogueView;
  go: Go;
}) {
  const isNarrowed = view.q !== '' || view.tags.length > 0;
  return (
    <div className="mt-3 rounded-lg border border-dashed border-line px-6 py-12 text-center">
      {total > 0 ? (
        <PastTheEnd view={view} go={go} />
      ) : isNarrowed ? (
        <NothingMatches instead={instead} view={view} go={go} />
      ) : (
        <NothingOnline />
      )}
    </div>
  );
}

function PastTheEnd({ view, go }: { view: CatalogueView; go: Go }) {
  return (
    <>
      <p className="font-medium">This page does not exist.</p>
      <p className="mt-4">
        <ViewLink view={{ ...view, page: 1 }} go={go} className={link}>
          Go to the first page
        </ViewLink>
      </p>
    </>
  );
}

function NothingMatches({
  instead,
  view,
  go,
}: {
  instead: Instead | undefined;
  view: CatalogueView;
  go: Go;
}) {
  const both = view.q !== '' && view.tags.length > 0;
  const tags = view.tags.length === 1 ? 'this tag' : 'these tags';
  return (
    <>
      <p className="font-medium break-words">
        {view.q === ''
          ? `No products have ${tags}.`
          : `No products${both ? ` with ${tags}` : ''} match “${view.q}”.`}
      </p>
      <p className="mx-auto mt-1 max-w-md text-sm text-quiet">
        {view.q === '' ? 'Try fewer tags.' : 'Try other words for what it should do.'}
      </p>
      {instead && instead.words.length > 0 && (
        <Choices title="Did you mean">
          {instead.words.map((word) => (
            <ViewLink key={word} view={{ ...view, q: word, page: 1 }} go={go} className={link}>
              {word}
            </ViewLink>
          ))}
        </Choices>
      )}
      {instead && instead.products.length > 0 && (
        <Choices title="Often used">
          {instead.products.map(({ slug, name }) => (
            <a key={slug} href={productAddress(slug)} className={link}>
              {name}
            </a>
          ))}
        </Choices>
      )}
      <p className="mt-4 flex flex-wrap justify-center gap-x-6">
        {both && (
          <ViewLink view={{ ...view, tags: [], page: 1 }} go={go} className={link}>
            Search all products
          </ViewLink>
        )}
        <ViewLink view={{ ...view, q: '', tags: [], page: 1 }} go={go} className={link}>
          Show all products
        </ViewLink>
      </p>
    </>
  );
}

function Choices({ title, children }: { title: string; children: ReactNode }) {
  return (
    <p className="mt-3 flex flex-wrap items-baseline justify-center gap-x-4 text-sm">
      <span className="text-quiet">{title}</span>
      {children}
    </p>
  );
}

function NothingOnline() {
  return (
    <>
      <p className="font-medium">No products are online yet.</p>
      <p className="mt-1 text-sm text-quiet">
        An operator publishes products with{' '}
        <code className="font-mono text-ink">npm run farebox -- apply catalogue</code>.
      </p>
    </>
  );
}
