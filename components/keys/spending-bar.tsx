import { useId } from 'react';
import type { ApiKey } from '../../lib/account/api-keys.ts';
import { countOf, groupedNumber } from '../../lib/text/numbers.ts';

/** What is spent of each limit. `className`: how the bars lie. */
export function SpendingBars({ limits, className }: { limits: ApiKey['spending']; className: string }) {
  return (
    <div className={`grid sm:grid-cols-3 ${className}`}>
      <SpendingBar label="Today" {...limits.day} />
      <SpendingBar label="This month" {...limits.month} />
      <SpendingBar label="Total" {...limits.total} />
    </div>
  );
}

function SpendingBar({ label, cap, spent }: { label: string; cap: number | null; spent: number | null }) {
  const name = useId();
  if (cap === null || spent === null) return null;
  const share = cap === 0 ? 1 : Math.min(1, spent / cap);
  const text = `${groupedNumber(spent)} of ${groupedNumber(cap)}`;
  return (
    <div className="text-sm tabular-nums">
      <p className="flex flex-wrap justify-between gap-x-2">
        <span id={name} className="text-quiet">
          {label}
        </span>
        <span className={share === 1 ? 'font-semibold text-bad' : ''}>{text}</span>
      </p>
      <svg
        role="meter"
        aria-labelledby={name}
        aria-valuemin={0}
        aria-valuemax={cap}
        aria-valuenow={Math.min(spent, cap)}
        aria-valuetext={`${groupedNumber(spent)} of ${countOf(cap, 'credit')}`}
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        className="mt-1 h-1.5 w-full"
      >
        <rect width="100" height="4" className="fill-line" />
        <rect width={share * 100} height="4" className={share >= 0.8 ? 'fill-bad' : 'fill-accent'} />
      </svg>
    </div>
  );
}
