'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { groupedDigits, groupedNumber } from '../../lib/text/numbers.ts';
import type { ShownSpendable } from '../../lib/view/playground/call-state.ts';
import { fieldOf, shownPrice } from '../../lib/view/price-text.ts';
import { isInNoAccount, sessionOptions } from '../keys/session-options.ts';
import { usePlayground } from '../playground/playground-provider.tsx';
import type { Estimate } from '../playground/input/use-estimate.ts';

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
          {spendable && spendable.code !== 'product-offline' && (
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
        {spendable?.code === undefined && <SharedCredits />}
        {children}
      </div>
      <Doubts estimate={estimate} isOpen={isOpen} />
    </div>
  );
}

/** Says to somebody who is signed in why the credits are not theirs. */
function SharedCredits() {
  const { data: session } = useQuery({ ...sessionOptions(), enabled: false });
  if (!isInNoAccount(session)) return null;
  return (
    <p className="text-xs text-quiet">
      You are signed in, but you do not belong to an account, so you share these credits with the guests on
      your network. To join or rejoin an account, ask an owner of it to invite you.
    </p>
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
      <Listed
        word="Not known to this product, so the call is refused"
        names={ignored}
        className="text-warn"
      />
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

interface TicketLineProps {
  label: string;
  amount: string;
  /** An explanation of the line. */
  text?: string | undefined;
  strong?: boolean;
}

/** A line of a ticket: a name, dots, and a right-aligned amount. */
function TicketLine({ label, amount, text, strong = false }: TicketLineProps) {
  return (
    <div className={`flex flex-wrap items-baseline ${strong ? 'text-lg font-semibold' : 'text-sm'}`}>
      <dt className={`flex min-w-0 flex-1 items-baseline break-words ${leader}`}>
        <span className="min-w-0 break-words">{label}</span>
      </dt>
      <dd className="shrink-0 tabular-nums">{amount}</dd>
      {text !== undefined && <dd className="basis-full text-xs break-words text-quiet">{text}</dd>}
    </div>
  );
}

export const leader =
  "after:mx-2 after:min-w-4 after:flex-1 after:border-b after:border-dotted after:border-quiet/60 after:content-['']";

/** Holes along both edges, as of a perforation. */
const perforated = [
  '[mask-image:radial-gradient(circle_at_6px_0,transparent_3.5px,black_4px),radial-gradient(circle_at_6px_100%,transparent_3.5px,black_4px)]',
  '[mask-size:12px_100%] [mask-repeat:repeat-x] [mask-composite:intersect]',
].join(' ');

export function Paper({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <div className="drop-shadow-[0_0_0.5px_var(--quiet)]">
      <div className={`bg-card px-5 py-5 ${perforated} ${className}`}>{children}</div>
    </div>
  );
}
