'use client';

import { useReachable } from '../use-reachable.ts';
import { type ReactNode, useId, useState } from 'react';
import { creditsText, groupedNumber } from '../../lib/text/numbers.ts';
import { readCredits } from '../../lib/text/typed-credits.ts';
import {
  type CallBlocker,
  type ShownSpendable,
  isCallRunning,
} from '../../lib/view/playground/call-state.ts';
import { shownPrice } from '../../lib/view/price-text.ts';
import { BuyCredits } from '../credits/buy-credits.tsx';
import { prepareCall } from '../playground/call/load-call-parts.ts';
import type { Call } from '../playground/call/use-call.ts';
import { useDebounced, type Estimate } from '../playground/input/use-estimate.ts';
import { useHydrated } from '../shell/use-hydrated.ts';
import { FareLines, Paper } from './fare-lines.tsx';

interface TicketProps {
  estimate: Estimate;
  call: Call;
  /** The highest price of any call of this product. */
  ceiling: number;
  /** What the caller can spend on this product; undefined while it is unknown. */
  spendable: ShownSpendable | undefined;
  /** Where credits are bought. */
  creditsUrl: string | undefined;
  blocker: CallBlocker | null;
  /** What can be done about it. */
  help?: ReactNode;
  /** Why a call could not start. */
  failure: string | null;
  maximum: number | null;
  setMaximum: (maximum: number | null) => void;
  start: () => void;
}

/**
 * The price of the current input. Beside the form on a wide screen; on a phone it is a bar at the bottom that opens.
 */
export function Ticket(props: TicketProps) {
  const {
    estimate,
    call,
    ceiling,
    spendable,
    creditsUrl,
    blocker,
    help,
    failure,
    maximum,
    setMaximum,
    start,
  } = props;
  const reachable = useReachable();
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <aside
      aria-label="Price of this call"
      data-bar
      className={`fixed inset-x-0 bottom-0 z-10 border-t border-line px-4 py-3 sm:px-6 lg:sticky lg:inset-auto lg:top-6 lg:z-0 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-start lg:border-0 lg:bg-transparent lg:p-0 beside:static beside:shrink-0 beside:self-auto ${isOpen ? 'bg-paper' : 'bg-card'}`}
    >
      <div className="grid grid-cols-1 gap-3">
        <div
          id={id}
          className={`max-h-[60dvh] overflow-y-auto lg:block lg:max-h-none lg:overflow-visible beside:max-h-[45dvh] beside:overflow-y-auto ${isOpen ? '' : 'hidden'}`}
        >
          <Paper className="grid grid-cols-1 gap-4">
            <FareLines estimate={estimate} ceiling={ceiling} spendable={spendable}>
              <MaximumField maximum={maximum} setMaximum={setMaximum} ceiling={ceiling} />
            </FareLines>
          </Paper>
        </div>
        {(blocker ?? failure) !== null && (
          <p id={`${id}-why`} className="text-sm text-bad">
            {reachable(blocker?.text ?? failure ?? '')}{' '}
            {blocker?.kind === 'short' && <BuyCredits url={creditsUrl} />}
          </p>
        )}
        {help}
        <div className="flex items-stretch gap-4 lg:grid">
          <Summary
            estimate={estimate}
            ceiling={ceiling}
            isOpen={isOpen}
            controls={id}
            toggle={() => setIsOpen(!isOpen)}
          />
          <CallButton call={call} blocker={blocker} describedBy={`${id}-why`} start={start} />
        </div>
      </div>
      <PriceAnnouncement estimate={estimate} ceiling={ceiling} />
    </aside>
  );
}

interface SummaryProps {
  estimate: Estimate;
  ceiling: number;
  isOpen: boolean;
  controls: string;
  toggle: () => void;
}

function Summary({ estimate, ceiling, isOpen, controls, toggle }: SummaryProps) {
  const { quote, isCurrent } = estimate;
  const price = quote && shownPrice(quote, ceiling);
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={toggle}
      className="grid min-w-0 grow py-0.5 text-left lg:hidden"
    >
      <span className={`text-lg leading-tight font-semibold tabular-nums ${isCurrent ? '' : 'text-quiet'}`}>
        {price ? `${price.isOpen ? 'At most ' : ''}${creditsText(price.credits)}` : 'No price yet'}
      </span>
      <span className="text-xs text-quiet underline underline-offset-2">
        {isOpen ? 'Close the ticket' : 'See the ticket'}
      </span>
    </button>
  );
}

/** While a person types, intermediate prices are not announced. */
const settledMs = 1_000;

/** Announces the price to screen readers once it has settled. */
function PriceAnnouncement({ estimate, ceiling }: { estimate: Estimate; ceiling: number }) {
  const { quote, isCurrent } = estimate;
  const price = quote && isCurrent ? shownPrice(quote, ceiling) : undefined;
  const sentence = price
    ? `This call costs ${price.isOpen ? 'at most ' : ''}${creditsText(price.credits)}.`
    : '';
  const announced = useDebounced(sentence, settledMs);
  const isOutOfDate = sentence !== '' && sentence !== announced;
  return (
    <p role="status" className="sr-only">
      {isOutOfDate ? '' : announced}
    </p>
  );
}

interface Props {
  call: Call;
  blocker: CallBlocker | null;
  describedBy: string;
  start: () => void;
}

const words: Record<CallBlocker['kind'], string> = {
  offline: 'Offline',
  refused: 'Not allowed',
  terms: 'Accept the terms first',
  limited: 'Over a limit',
  'too-large': 'Too large',
  'over-maximum': 'Over your limit',
  short: 'Not enough credits',
};

/** Stays focusable during a call; if it is disabled, it says why. */
function CallButton({ call, blocker, describedBy, start }: Props) {
  const keysWork = useHydrated();
  if (isCallRunning(call.state)) {
    return (
      <button
        type="button"
        onClick={call.stop}
        className="min-w-32 rounded-md border border-line bg-card px-4 py-2 font-medium hover:bg-sunk"
      >
        Stop
      </button>
    );
  }
  return (
    <button
      type="button"
      aria-disabled={blocker !== null}
      aria-describedby={describedBy}
      aria-keyshortcuts={keysWork ? 'Control+Enter Meta+Enter' : undefined}
      onPointerEnter={prepareCall}
      onClick={start}
      className="flex min-w-32 items-center justify-center gap-2 rounded-md bg-accent px-4 py-2 font-medium text-accent-ink aria-disabled:cursor-not-allowed aria-disabled:bg-sunk aria-disabled:text-quiet"
    >
      {blocker === null ? 'Call' : words[blocker.kind]}
      {blocker === null && (
        <kbd aria-hidden="true" className="hidden font-sans text-xs lg:inline">
          Ctrl/⌘ ↵
        </kbd>
      )}
    </button>
  );
}

interface MaximumFieldProps {
  maximum: number | null;
  setMaximum: (maximum: number | null) => void;
  ceiling: number;
}

/** The caller's price limit. The portal refuses a call that costs more. */
function MaximumField({ maximum, setMaximum, ceiling }: MaximumFieldProps) {
  const id = useId();
  const [text, setText] = useState(maximum === null ? '' : String(maximum));
  const read = readMaximum(text);
  const isWrong = typeof read === 'string';
  return (
    <div className="border-t border-dashed border-line pt-3 text-sm">
      <div className="flex items-center justify-between gap-3">
        <label htmlFor={id}>My limit for this call</label>
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          placeholder={groupedNumber(ceiling)}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${id}-fault` : undefined}
          onChange={({ target }) => {
            setText(target.value);
            const typed = readMaximum(target.value);
            // A call with NaN is refused, rather than made at any price.
            setMaximum(typeof typed === 'string' ? Number.NaN : typed);
          }}
          className="w-28 beside:w-20 rounded-md border border-line bg-paper px-2 py-1 text-right tabular-nums placeholder:text-quiet aria-invalid:border-bad"
        />
      </div>
      {isWrong && (
        <p id={`${id}-fault`} className="mt-1 text-xs text-bad">
          {read}
        </p>
      )}
    </div>
  );
}

/** A sentence if it is no limit. */
function readMaximum(text: string): number | string | null {
  if (text.trim() === '') return null;
  const read = readCredits(text);
  return typeof read === 'number' && read < 0 ? 'Enter 0 or more credits, or leave it empty.' : read;
}
