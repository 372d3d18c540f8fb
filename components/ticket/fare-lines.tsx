'use client';

import type { ReactNode } from 'react';
import { groupedDigits, groupedNumber } from '../../lib/text/grouped-number.ts';
import { usePlayground } from '../playground/playground-provider.tsx';
import type { Estimate } from '../playground/use-estimate.ts';
import { TicketLine } from './ticket-line.tsx';

interface Props {
  estimate: Estimate;
  ceiling: number;
  available: number | undefined;
  /** Shown beside the totals. */
  children: ReactNode;
}

/** The price line by line. While a new price loads, the last one stays, dimmed. */
export function FareLines({ estimate, ceiling, available, children }: Props) {
  const { quote, isCurrent, error, ask } = estimate;
  if (quote === undefined) {
    return (
      <>
        {error ? (
          <NoPrice message={error.message} ask={ask} />
        ) : (
          <p className="text-quiet">Calculating the price…</p>
        )}
        {children}
      </>
    );
  }
  const { credits, breakdown } = quote;
  return (
    <div
      aria-busy={!isCurrent}
      className="grid grid-cols-1 gap-x-8 gap-y-4 beside:grid-cols-2 transition-opacity duration-150 aria-busy:opacity-60 motion-reduce:transition-none"
    >
      <h2 className="flex items-baseline justify-between beside:col-span-2 text-xs tracking-widest text-quiet uppercase">
        Fare <span className="tracking-normal normal-case">in credits</span>
      </h2>
      <div className="grid grid-cols-1 content-start gap-4">
        {breakdown.length > 0 && (
          <dl className="grid grid-cols-1 gap-2">
            {breakdown.map((line, index) => (
              <TicketLine
                key={`${line.label} ${index}`}
                label={line.label}
                amount={groupedDigits(line.credits)}
                text={line.text}
              />
            ))}
          </dl>
        )}
        <dl className="border-t border-dashed border-line pt-3 first:border-0 first:pt-0">
          <TicketLine label="This call" amount={groupedNumber(credits)} strong />
        </dl>
      </div>
      <div className="grid grid-cols-1 content-start gap-4">
        <dl className="grid grid-cols-1 gap-1">
          <TicketLine label="Highest possible price" amount={groupedNumber(ceiling)} />
          {available !== undefined && (
            <>
              <TicketLine label="You have" amount={groupedNumber(available)} />
              {available >= credits && (
                <TicketLine label="After the call, at least" amount={groupedNumber(available - credits)} />
              )}
            </>
          )}
        </dl>
        {children}
      </div>
      <Doubts estimate={estimate} />
    </div>
  );
}

function NoPrice({ message, ask }: { message: string; ask: () => void }) {
  return (
    <div role="alert" className="text-sm">
      <p className="text-bad">The price could not be calculated: {message}</p>
      <button type="button" onClick={ask} className="mt-2 underline underline-offset-4">
        Try again
      </button>
    </div>
  );
}

/** The assumptions of the price. */
function Doubts({ estimate }: { estimate: Estimate }) {
  const { fields } = usePlayground();
  const { missing = [], invalid = [], ignored = [] } = estimate.quote ?? {};
  if (missing.length + invalid.length + ignored.length === 0) return null;
  const label = (pointer: string) => {
    const name = pointer.split('/')[1]?.replaceAll('~1', '/').replaceAll('~0', '~');
    return fields.find((field) => field.name === name)?.label ?? pointer;
  };
  const named = (faults: { pointer: string }[]) => [...new Set(faults.map(({ pointer }) => label(pointer)))];
  return (
    <div className="grid gap-1 text-xs beside:col-span-2">
      <Listed word="Still needed" names={named(missing)} className="text-warn" />
      <Listed word="Not valid yet" names={named(invalid)} className="text-bad" />
      {missing.length + invalid.length > 0 && (
        <p className="text-quiet">Until the input is valid, this is the highest possible price.</p>
      )}
      <Listed word="Not fields of this product" names={ignored} className="text-warn" />
    </div>
  );
}

const mostNames = 5;

function Listed({ word, names, className }: { word: string; names: string[]; className: string }) {
  if (names.length === 0) return null;
  const more = names.length - mostNames;
  return (
    <p className={`break-words ${className}`}>
      {word}: {names.slice(0, mostNames).join(', ')}
      {more > 0 && ` and ${more} more`}
    </p>
  );
}
