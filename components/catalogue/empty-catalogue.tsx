import type { CatalogueView } from '../../lib/catalogue-view.ts';
import { type Go, ViewLink } from './view-link.tsx';

const link = 'inline-block py-1 text-accent underline underline-offset-4';

/** Says why nothing is there, and leads to where something is. */
export function EmptyCatalogue({ total, view, go }: { total: number; view: CatalogueView; go: Go }) {
  const isNarrowed = view.q !== '' || view.tags.length > 0;
  return (
    <div className="mt-3 rounded-lg border border-dashed border-line px-6 py-12 text-center">
      {total > 0 ? (
        <NothingSoFar view={view} go={go} />
      ) : isNarrowed ? (
        <NothingMatches view={view} go={go} />
      ) : (
        <NothingOnline />
      )}
    </div>
  );
}

function NothingSoFar({ view, go }: { view: CatalogueView; go: Go }) {
  return (
    <>
      <p className="font-medium">The list ends before this page.</p>
      <p className="mt-4">
        <ViewLink view={{ ...view, page: 1 }} go={go} className={link}>
          Show its beginning
        </ViewLink>
      </p>
    </>
  );
}

function NothingMatches({ view, go }: { view: CatalogueView; go: Go }) {
  const both = view.q !== '' && view.tags.length > 0;
  return (
    <>
      <p className="font-medium">Nothing matches all of that.</p>
      <p className="mx-auto mt-1 max-w-md text-sm text-quiet">
        {view.q === ''
          ? 'No product has these tags together. Fewer tags find more.'
          : 'Every word has to occur in a product, the last one at least as the beginning of a word. Fewer or shorter words find more.'}
      </p>
      <p className="mt-4 flex flex-wrap justify-center gap-x-6">
        {both && (
          <ViewLink view={{ ...view, tags: [], page: 1 }} go={go} className={link}>
            Search all tags
          </ViewLink>
        )}
        <ViewLink view={{ q: '', tags: [], page: 1 }} go={go} className={link}>
          Show all products
        </ViewLink>
      </p>
    </>
  );
}

function NothingOnline() {
  return (
    <>
      <p className="font-medium">No product is online yet.</p>
      <p className="mt-1 text-sm text-quiet">
        An operator publishes products with{' '}
        <code className="font-mono text-ink">npm run farebox -- apply catalogue</code>.
      </p>
    </>
  );
}
