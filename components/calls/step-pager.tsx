import { groupedNumber } from '../../lib/text/numbers.ts';
import Link from 'next/link';

export function StepPager({
  page,
  last,
  addressOf,
}: {
  page: number;
  last: number;
  addressOf: (page: number) => string;
}) {
  if (last <= 1 && page === 1) return null;
  return (
    <nav aria-label="Pages" className="mt-4 flex items-center justify-between gap-4 text-sm">
      <Step label="Newer" page={Math.min(page - 1, last)} last={last} addressOf={addressOf} />
      <span className="text-quiet tabular-nums">
        Page {groupedNumber(page)} of {groupedNumber(last)}
      </span>
      <Step label="Older" page={page + 1} last={last} addressOf={addressOf} />
    </nav>
  );
}

function Step({
  label,
  page,
  last,
  addressOf,
}: {
  label: string;
  page: number;
  last: number;
  addressOf: (page: number) => string;
}) {
  const box = 'rounded-md border border-line px-3 py-1.5';
  if (page < 1 || page > last) return <span className={`invisible ${box}`}>{label}</span>;
  return (
    <Link href={addressOf(page)} scroll={false} className={`bg-card hover:bg-sunk ${box}`}>
      {label}
    </Link>
  );
}
