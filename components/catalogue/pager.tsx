import { groupedNumber } from '../../lib/grouped-number.ts';
import type { CatalogueView } from '../../lib/catalogue-view.ts';
import { type Go, ViewLink } from './view-link.tsx';

const pageSize = 10;

interface Paging {
  view: CatalogueView;
  go: Go;
  onFollow: () => void;
}

export function Pager({ total, view, ...paging }: Paging & { total: number }) {
  const last = Math.max(1, Math.ceil(total / pageSize));
  if (last === 1 && view.page === 1) return null;
  return (
    <nav aria-label="Pages" className="mt-6 flex items-center justify-between text-sm">
      <Step label="Previous" page={Math.min(view.page - 1, last)} last={last} view={view} {...paging} />
      <span className="text-quiet tabular-nums">
        Page {groupedNumber(view.page)} of {groupedNumber(last)}
      </span>
      <Step label="Next" page={view.page + 1} last={last} view={view} {...paging} />
    </nav>
  );
}

function Step({
  label,
  page,
  last,
  view,
  ...paging
}: Paging & { label: string; page: number; last: number }) {
  const box = 'rounded-md border border-line px-3 py-1.5';
  if (page < 1 || page > last) return <span className={`invisible ${box}`}>{label}</span>;
  return (
    <ViewLink view={{ ...view, page }} {...paging} className={`bg-card hover:bg-sunk ${box}`}>
      {label}
    </ViewLink>
  );
}
