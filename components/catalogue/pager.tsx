import { type CatalogueView, pageSizeOf, pageSizes, withPageSize } from '../../lib/product/catalogue-view.ts';
import { groupedNumber } from '../../lib/text/numbers.ts';
import { Arrow } from '../shell/buttons.tsx';
import { type Go, ViewLink } from './tag-link.tsx';

interface Paging {
  view: CatalogueView;
  go: Go;
  onFollow: () => void;
}

const box = 'flex h-9 min-w-9 items-center justify-center rounded-md border px-2 tabular-nums';
const link = `${box} border-line bg-card hover:bg-sunk`;

export function Pager({ total, ...paging }: Paging & { total: number }) {
  const { view } = paging;
  const last = Math.max(1, Math.ceil(total / pageSizeOf(view)));
  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-4 text-sm empty:hidden">
      {(last > 1 || view.page > 1) && <PageLinks last={last} {...paging} />}
      {total > pageSizes[0] && <PageSizes {...paging} />}
    </div>
  );
}

function PageLinks({ last, view, ...paging }: Paging & { last: number }) {
  return (
    <nav aria-label="Pages">
      <ul className="flex flex-wrap items-center gap-1">
        {view.page > 1 && (
          <li>
            <ViewLink
              view={{ ...view, page: Math.min(view.page - 1, last) }}
              {...paging}
              aria-label="Previous"
              className={link}
            >
              <Arrow className="rotate-180" />
            </ViewLink>
          </li>
        )}
        {pageNumbers(view.page, last).map((number, index) => (
          <li key={number ?? `gap-${index}`}>
            {number === null ? (
              <span aria-hidden className="flex h-9 w-5 items-center justify-center text-quiet">
                …
              </span>
            ) : (
              <PageLink number={number} view={view} {...paging} />
            )}
          </li>
        ))}
        {view.page < last && (
          <li>
            <ViewLink view={{ ...view, page: view.page + 1 }} {...paging} aria-label="Next" className={link}>
              <Arrow />
            </ViewLink>
          </li>
        )}
      </ul>
    </nav>
  );
}

function PageLink({ number, view, ...paging }: Paging & { number: number }) {
  return (
    <ViewLink
      view={{ ...view, page: number }}
      {...paging}
      aria-label={`Page ${groupedNumber(number)}`}
      aria-current={number === view.page ? 'page' : undefined}
      className={`${link} aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:font-semibold aria-[current]:text-paper`}
    >
      {groupedNumber(number)}
    </ViewLink>
  );
}

function PageSizes({ view, ...paging }: Paging) {
  const size = pageSizeOf(view);
  return (
    <div role="group" aria-label="Products per page" className="flex items-center gap-1 text-quiet">
      <span aria-hidden className="mr-1">
        Per page
      </span>
      {pageSizes.map((one) => (
        <ViewLink
          key={one}
          view={withPageSize(view, one)}
          {...paging}
          aria-current={one === size ? 'true' : undefined}
          className={`${box} border-transparent hover:bg-sunk aria-[current]:bg-accent-soft aria-[current]:font-semibold aria-[current]:text-ink`}
        >
          {one}
        </ViewLink>
      ))}
    </div>
  );
}

/** Page numbers to link: first, last, and three around the current one. Null is a gap. */
export function pageNumbers(page: number, last: number): (number | null)[] {
  const middle = Math.min(Math.max(page, 2), last - 1);
  const shown = [1, middle - 1, middle, middle + 1, last].filter((one) => one >= 1 && one <= last);
  const numbers = [...new Set(shown)].sort((a, b) => a - b);
  return numbers.flatMap((number, index) => {
    const missing = number - (numbers[index - 1] ?? number) - 1;
    if (missing <= 0) return [number];
    // A gap of one page is replaced by its number.
    return missing === 1 ? [number - 1, number] : [null, number];
  });
}
