import type { ReactNode } from 'react';

const notch = 'absolute -left-1.5 h-1.5 w-[0.6875rem] border border-line bg-paper max-rail:hidden';

/** What is so, as a strip of tickets that would be torn at their perforations. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="mt-5 grid rounded-lg border border-line bg-card max-rail:grid-cols-2 rail:auto-cols-fr rail:grid-flow-col">
      {children}
    </dl>
  );
}

interface Props {
  name: string;
  value: ReactNode;
  /** One line of sense. */
  about?: ReactNode;
  /** The part of a limit that is used, from 0 to 1. */
  used?: number | undefined;
}

export function Fact({ name, value, about, used }: Props) {
  return (
    <div className="relative min-w-0 border-dashed border-line px-4 pt-3 pb-3.5 max-rail:even:border-l max-rail:nth-[n+3]:border-t rail:not-first:border-l">
      <dt className="text-xs text-quiet [:first-child>&>span]:hidden">
        <span aria-hidden className={`${notch} -top-px rounded-b-md border-t-0`} />
        <span aria-hidden className={`${notch} -bottom-px rounded-t-md border-b-0`} />
        {name}
      </dt>
      <dd>
        <span className="block truncate text-xl font-semibold tracking-tight tabular-nums">{value}</span>
        {about !== undefined && <span className="block text-xs text-quiet tabular-nums">{about}</span>}
        {used !== undefined && (
          <span aria-hidden className="mt-1.5 block h-1 overflow-hidden rounded-full bg-rule">
            <span
              className={`block h-full rounded-full ${used >= 1 ? 'bg-bad' : used >= 0.8 ? 'bg-warn' : 'bg-series-2'}`}
              style={{ width: `${Math.min(100, used * 100)}%` }}
            />
          </span>
        )}
      </dd>
    </div>
  );
}
