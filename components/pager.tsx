import Link from 'next/link';
import { type CatalogueView, catalogueAddress } from '../lib/catalogue-view.ts';

const pageSize = 10;

export function Pager({ total, view }: { total: number; view: CatalogueView }) {
  const last = Math.max(1, Math.ceil(total / pageSize));
  if (last === 1 && view.page === 1) return null;
  return (
    <nav aria-label="Pages" className="mt-6 flex items-center justify-between text-sm">
      <Step label="Previous" page={Math.min(view.page - 1, last)} last={last} view={view} />
      <span className="text-quiet tabular-nums">
        Page {view.page.toLocaleString('en')} of {last.toLocaleString('en')}
      </span>
      <Step label="Next" page={view.page + 1} last={last} view={view} />
    </nav>
  );
}

function Step({
  label,
  page,
  last,
  view,
}: {
  label: string;
  page: number;
  last: number;
  view: CatalogueView;
}) {
  if (page < 1 || page > last) return <span className="invisible">{label}</span>;
  return (
    <Link
      href={catalogueAddress({ ...view, page })}
      className="text-accent underline-offset-4 hover:underline"
    >
      {label}
    </Link>
  );
}
