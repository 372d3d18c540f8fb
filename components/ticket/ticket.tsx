'use client';

import { useId, useState } from 'react';
import { creditsText } from '../../lib/text/count-text.ts';
import type { CallBlocker, ShownSpendable } from '../../lib/view/playground/call-blocker.ts';
import { shownPrice } from '../../lib/view/price-text.ts';
import type { Call } from '../playground/use-call.ts';
import type { Estimate } from '../playground/use-estimate.ts';
import { BuyCredits } from '../credits/buy-credits.tsx';
import { CallButton } from './call-button.tsx';
import { FareLines } from './fare-lines.tsx';
import { MaximumField } from './maximum-field.tsx';
import { Paper } from './paper.tsx';
import { PriceAnnouncement } from './price-announcement.tsx';

export interface TicketProps {
  estimate: Estimate;
  call: Call;
  /** The highest price of any call of this product. */
  ceiling: number;
  /** What the caller can spend on this product; undefined while it is unknown. */
  spendable: ShownSpendable | undefined;
  /** Where credits are bought. */
  creditsUrl: string | undefined;
  blocker: CallBlocker | null;
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
  const { estimate, call, ceiling, spendable, creditsUrl, blocker, failure, maximum, setMaximum, start } =
    props;
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
            {blocker?.text ?? failure} {blocker?.kind === 'short' && <BuyCredits url={creditsUrl} />}
          </p>
        )}
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
