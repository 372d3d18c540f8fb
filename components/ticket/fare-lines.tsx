'use client';

import type { ReactNode } from 'react';
import type { ShownSpendable } from '../../lib/view/playground/call-blocker.ts';
import { fieldOf, shownPrice } from '../../lib/view/price-text.ts';
import { groupedDigits, groupedNumber } from '../../lib/text/grouped-number.ts';
import { usePlayground } from '../playground/playground-provider.tsx';
import type { Estimate } from '../playground/use-estimate.ts';
import { TicketLine } from './ticket-line.tsx';

interface Props {
  estimate: Estimate;
  ceiling: number;
  spendable: ShownSpendable | undefined;
  /** Shown beside the totals. */
  children: ReactNode;
}

/** The price line by line. While a new price loads, the last one stays, dimmed. */
export function FareLines({ estimate, ceiling, spendable, children }: Props) {
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
  const { breakdown } = quote;
  const { credits, isOpen } = shownPrice(quote, ceiling);
  return (
    <div
      aria-busy={!isCurrent}
      className="grid grid-cols-1 gap-x-8 gap-y-4 beside:grid-cols-2 transition-opacity duration-150 aria-busy:opacity-60 motion-reduce:transition-none"
    >
      <h2 className="flex items-baseline justify-between beside:col-span-2 text-xs tracking-widest text-quiet uppercase">
        Fare <span className="tracking-normal normal-case">in credits</span>
      </h2>
      <div className="grid grid-cols-1 content-start gap-4">
        {!isOpen && breakdown.length > 0 && (
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
          <TicketLine
            label={isOpen ? 'This call, at most' : 'This call'}
            amount={groupedNumber(credits)}
            strong
          />
        </dl>
      </div>
      <div className="grid grid-cols-1 content-start gap-4">
        <dl className="grid grid-cols-1 gap-1">
          {!isOpen && <TicketLine label="Highest possible price" amount={groupedNumber(ceiling)} />}
          {spendable && (
            <>
              <TicketLine label="You can spend" amount={groupedNumber(Math.max(0, spendable.credits))} />
              {!isOpen && spendable.code === undefined && spendable.credits >= credits && (
                <TicketLine
                  label="After the call, at least"
                  amount={groupedNumber(spendable.credits - credits)}
                />
              )}
            </>
          )}
        </dl>
        {spendable?.why !== undefined && spendable.code === undefined && spendable.credits >= credits && (
          <p className="text-xs break-words text-quiet">{spendable.why}</p>
        )}
        {children}
      </div>
      <Doubts estimate={estimate} isOpen={isOpen} />
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
function Doubts({ estimate, isOpen }: { estimate: Estimate; isOpen: boolean }) {
  const { fields } = usePlayground();
  const { missing = [], invalid = [], ignored = [] } = estimate.quote ?? {};
  if (missing.length + invalid.length + ignored.length === 0) return null;
  const label = (pointer: string) => {
    const name = fieldOf(pointer);
    return fields.find((field) => field.name === name)?.label ?? pointer;
  };
  const named = (faults: { pointer: string }[]) => [...new Set(faults.map(({ pointer }) => label(pointer)))];
  return (
    <div className="grid gap-1 text-xs beside:col-span-2">
      <Listed word="Still needed" names={named(missing)} className="text-warn" />
      <Listed word="Not valid yet" names={named(invalid)} className="text-bad" />
      {isOpen && <p className="text-quiet">Complete these fields to see the price of your call.</p>}
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
