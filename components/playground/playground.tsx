'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { canonicalJson } from '../../lib/json/json.ts';
import { callBlocker, type ShownSpendable } from '../../lib/view/playground/call-blocker.ts';
import type { FullQuote } from '../../lib/product/full-quote.ts';
import { shownPrice } from '../../lib/view/price-text.ts';
import { LazyBoundary } from '../lazy-boundary.tsx';
import { lazyPart } from '../lazy-part.tsx';
import type { ProblemError } from '../problem-error.ts';
import { Ticket } from '../ticket/ticket.tsx';
import { creditsOptions } from './credits-options.ts';
import { InputPanel } from './input-panel.tsx';
import { addsOf, faultsOf } from './form-marks.ts';
import { usePlayground } from './playground-provider.tsx';
import { operationOf } from './request-fields-of.ts';
import { Results } from './results.tsx';
import { productStatusOptions } from './product-status-options.ts';
import { useAttempt } from './use-attempt.ts';
import { useCall } from './use-call.ts';
import { useCallKeys } from './use-call-keys.ts';
import { useEstimate } from './use-estimate.ts';
import { usePreload } from './use-preload.ts';

/** A caller whom the portal refuses has no credits to show, and makes no calls. */
function refusedFor(error: Error | null): ShownSpendable | undefined {
  if (!isProblem(error) || !refusals.has(error.problem.code)) return undefined;
  return { credits: 0, code: error.problem.code, why: error.message };
}

const refusals = new Set(['account-suspended', 'key-required']);

/** By its name, because its class comes with the first request. */
function isProblem(error: Error | null): error is ProblemError {
  return error?.name === 'ProblemError';
}

/** Undefined while the price depends on a field that is missing or invalid, which is what to mend first. */
function pricedCredits(quote: FullQuote, ceiling: number): number | undefined {
  const { credits, isOpen } = shownPrice(quote, ceiling);
  return isOpen ? undefined : credits;
}

/** Most calls need no question. */
const Confirmation = lazyPart(async () => (await import('../shell/confirmation.tsx')).Confirmation);

/** The form, the price and the result, side by side where there is room. */
export function Playground({ isOpen }: { isOpen: boolean }) {
  const playground = usePlayground();
  const { slug, input, fields, form, link } = playground;
  const mostBytes = form.limits['bodyBytes'] ?? Number.POSITIVE_INFINITY;
  const estimate = useEstimate(slug, input, mostBytes);
  const { data: product } = useQuery(productStatusOptions(slug));
  const { data: credits, error: noCredits } = useQuery(creditsOptions(slug));
  const [maximum, setMaximum] = useState<number | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  const call = useCall(slug, fields);
  const { spendable = refusedFor(noCredits), resetsAt, creditsUrl } = credits ?? {};
  const blocker = callBlocker({
    isOnline: product?.status !== 0,
    bytes: estimate.bytes,
    mostBytes,
    credits: estimate.quote && estimate.isCurrent ? pricedCredits(estimate.quote, form.price.to) : undefined,
    spendable,
    resetsAt,
    creditsUrl,
    maximum,
  });
  const isBlocked = blocker !== null;
  const attempt = useAttempt({
    call,
    input,
    maximum,
    panel,
    isBlocked,
    isCurrent: estimate.isCurrent,
    isOpening: link.isOpening,
  });
  const { quote, isCurrent } = estimate;
  const { isTried, isUnsent } = attempt;
  const adds = useMemo(() => addsOf(quote), [quote]);
  const faults = useMemo(
    () => faultsOf({ quote, isCurrent }, call.state, { isTried, isUnsent }),
    [quote, isCurrent, call.state, isTried, isUnsent],
  );
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  const start = () => (!isBlocked && deletesExample(playground) ? setIsAsking(true) : void attempt.start());
  usePreload();
  useCallKeys(isOpen && !isAsking, start);
  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-8 pb-40 lg:grid-cols-[minmax(0,1fr)_21rem] lg:grid-rows-[auto_1fr] lg:pb-0 beside:grid-cols-2 beside:gap-x-8">
      <div ref={panel} className="min-w-0">
        <InputPanel adds={adds} faults={faults} isCurrent={isCurrent} isTried={isTried} />
      </div>
      <div
        data-column
        className="contents beside:sticky beside:top-4 beside:row-span-2 beside:flex beside:max-h-[calc(100dvh-2rem)] beside:flex-col beside:gap-5 beside:self-start"
      >
        <Ticket
          estimate={estimate}
          call={call}
          spendable={spendable}
          creditsUrl={creditsUrl}
          blocker={blocker}
          maximum={maximum}
          setMaximum={setMaximum}
          start={start}
          ceiling={form.price.to}
          failure={attempt.failure}
        />
        <Results call={call} resetsAt={resetsAt} attempt={attempt} />
      </div>
      {isAsking && <Question close={close} act={attempt.start} />}
    </div>
  );
}

function Question({ close, act }: { close: () => void; act: () => Promise<void> }) {
  const actOnce = () => {
    close();
    return act();
  };
  return (
    <LazyBoundary what="The question before the call" close={close}>
      <Confirmation title="Call with the example?" action="Call" act={actOnce} close={close}>
        <p>The input is still the example. The request is a DELETE: it may delete what the example names.</p>
      </Confirmation>
    </LazyBoundary>
  );
}

/** Whether the call is a DELETE, and nobody has changed its input. */
function deletesExample({ form, examples, input }: ReturnType<typeof usePlayground>): boolean {
  if (operationOf(form)?.method !== 'DELETE') return false;
  const text = canonicalJson(input);
  return text === '{}' || examples.some((example) => canonicalJson(example.input) === text);
}
