'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useMemo, useRef, useState, useEffectEvent, useLayoutEffect, useEffect, useCallback } from 'react';
import { canonicalJson, type JsonObject } from '../../lib/json/json.ts';
import type { FullQuote } from '../../lib/product/full-quote.ts';
import type { QuoteFault } from '../../lib/product/quote-result.ts';
import { callBlocker, type ShownSpendable, type CallState } from '../../lib/view/playground/call-state.ts';
import { shownPrice } from '../../lib/view/price-text.ts';
import { sessionOptions } from '../keys/session-options.ts';
import { LazyBoundary, lazyPart } from '../lazy-boundary.tsx';
import type { ProblemError } from '../problem-error.ts';
import { Ticket } from '../ticket/ticket.tsx';
import { creditsOptions, productStatusOptions, loadInputParts } from './queries.ts';
import { InputPanel } from './input/input-panel.tsx';
import { prepareCall } from './call/load-call-parts.ts';
import { usePlayground } from './playground-provider.tsx';
import { operationOf } from './input/inputs.ts';
import { useAttempt, type Attempt } from './call/use-attempt.ts';
import { useCall, type Call } from './call/use-call.ts';
import { useEstimate, type Estimate } from './input/use-estimate.ts';
import { useLastCalls } from './call/use-last-calls.ts';

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

/** Most calls need no question and no help. */
const rarelyShown = () => import('./rarely-shown.tsx');
const ExampleQuestion = lazyPart(async () => (await rarelyShown()).ExampleQuestion);
const RefusalHelp = lazyPart(async () => (await rarelyShown()).RefusalHelp);

const TryProduct = lazyPart(async () => (await import('../operator/products/try-product.tsx')).TryProduct);
/** The roles that `try-product` needs. */
const triers: ReadonlySet<string> = new Set(['owner', 'publisher']);

/** The form, the price and the result, side by side where there is room. */
export function Playground({ isOpen }: { isOpen: boolean }) {
  const playground = usePlayground();
  const { slug, input, fields, form, link } = playground;
  const mostBytes = form.limits['bodyBytes'] ?? Number.POSITIVE_INFINITY;
  const estimate = useEstimate(slug, input, mostBytes);
  const { data: product } = useQuery(productStatusOptions(slug));
  const { data: credits, error: noCredits } = useQuery(creditsOptions(slug));
  const [maximum, setMaximum] = useState<number | null>(null);
  const ceiling = useCeiling(form.price.to, estimate);
  const panel = useRef<HTMLDivElement>(null);
  const call = useCall(slug, fields);
  const { spendable = refusedFor(noCredits), resetsAt, creditsUrl } = credits ?? {};
  const blocker = callBlocker({
    isOnline: product?.status !== 0,
    bytes: estimate.bytes,
    mostBytes,
    credits: estimate.quote && estimate.isCurrent ? pricedCredits(estimate.quote, ceiling) : undefined,
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
          help={<Help slug={slug} spendable={spendable} />}
          {...{ maximum, setMaximum }}
          start={start}
          ceiling={ceiling}
          failure={attempt.failure}
        />
        <Results call={call} resetsAt={resetsAt} attempt={attempt} />
      </div>
      {isAsking && <Question close={() => setIsAsking(false)} act={attempt.start} />}
    </div>
  );
}

/** The highest price. A quote above it is of a price that was changed since the page was shown, which shows it then. */
function useCeiling(known: number, { quote }: Estimate): number {
  const router = useRouter();
  const isDearer = quote !== undefined && quote.credits > known;
  useEffect(() => {
    if (isDearer) router.refresh();
  }, [isDearer, router]);
  return isDearer ? quote.credits : known;
}

/** What can be done where every call is refused. */
function Help({ slug, spendable }: { slug: string; spendable: ShownSpendable | undefined }) {
  if (!/^(?:approval|terms)-/.test(spendable?.code ?? '')) return null;
  return (
    <LazyBoundary what="The next step">
      <RefusalHelp slug={slug} terms={spendable?.terms} />
    </LazyBoundary>
  );
}

function Question(props: { close: () => void; act: () => Promise<void> }) {
  return (
    <LazyBoundary what="The confirmation" close={props.close}>
      <ExampleQuestion {...props} />
    </LazyBoundary>
  );
}

/** Whether the call is a DELETE, and nobody has changed its input. */
function deletesExample({ form, examples, input }: ReturnType<typeof usePlayground>): boolean {
  if (operationOf(form)?.method !== 'DELETE') return false;
  const text = canonicalJson(input);
  return text === '{}' || examples.some((example) => canonicalJson(example.input) === text);
}

/** Ctrl or ⌘ with Enter calls from anywhere, also from an editor. The listener is added before the first paint. */
function useCallKeys(isOpen: boolean, start: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) start();
  });
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener, { capture: true });
    return () => window.removeEventListener('keydown', listener, { capture: true });
  }, [isOpen]);
}

/** Preloads what a call and a link need on the first interaction. */
function usePreload(): void {
  useEffect(() => {
    const controller = new AbortController();
    const preload = () => {
      controller.abort();
      prepareCall();
      void loadInputParts().catch(reportedWhenUsed);
    };
    for (const sign of ['pointerdown', 'keydown'])
      window.addEventListener(sign, preload, { capture: true, passive: true, signal: controller.signal });
    return () => controller.abort();
  }, []);
}

/** A failure is reported when they are used. */
function reportedWhenUsed(): void {}

/** How much each field adds to the price, by name. */
function addsOf(
  quote: FullQuote | undefined,
): Record<string, { adds: number | null; affectsPrice: boolean }> {
  const fields = quote?.fields ?? [];
  return Object.fromEntries(fields.map(({ name, adds, affectsPrice }) => [name, { adds, affectsPrice }]));
}

/** Marks invalid fields at once, and missing ones only after the person tried to call with this very input. */
function faultsOf(
  { quote, isCurrent }: Pick<Estimate, 'quote' | 'isCurrent'>,
  call: CallState,
  { isTried, isUnsent }: Pick<Attempt, 'isTried' | 'isUnsent'>,
): QuoteFault[] {
  const { invalid = [], missing = [] } = quote ?? {};
  if (!isTried) return invalid;
  // A price of an earlier input names fields that may be filled in by now.
  const quoted = isCurrent ? [...invalid, ...missing] : invalid;
  const refused = call.phase === 'refused' && !isUnsent ? call.problem.faults : [];
  const known = new Set(quoted.map(({ pointer }) => pointer));
  return [...quoted, ...refused.filter(({ pointer }) => !known.has(pointer))];
}

interface Props {
  call: Call;
  resetsAt: string | undefined;
  attempt: Attempt;
}

/** The result of the current or an earlier call, and the last calls. */
function Results({ call, resetsAt, attempt }: Props) {
  const { slug, input, change } = usePlayground();
  const { data: session } = useQuery({ ...sessionOptions(), enabled: false });
  const mayTry = triers.has(session?.person?.operatorRole ?? '');
  const lastCalls = useLastCalls();
  const { earlier, showEarlier, closeEarlier, isUnsent } = attempt;
  const fillIn = useCallback((input: JsonObject) => change({ type: 'set', input }), [change]);
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-8 lg:col-start-1 lg:row-start-2 beside:-m-2 beside:min-h-0 beside:flex-1 beside:overflow-y-auto beside:p-2">
      {call.parts && (earlier !== null || !isUnsent) && (
        <call.parts.CallOutcome
          call={call}
          resetsAt={resetsAt}
          earlier={earlier}
          closeEarlier={closeEarlier}
        />
      )}
      {call.state.phase === 'idle' && earlier === null && (
        <p className="hidden rounded-md border border-dashed border-line px-6 py-10 text-center text-sm text-quiet beside:block">
          The reply appears here.
        </p>
      )}
      {lastCalls && <lastCalls.LastCalls slug={slug} fillIn={fillIn} showReply={showEarlier} />}
      {mayTry && (
        <LazyBoundary what="The test">
          <TryProduct slug={slug} input={input} />
        </LazyBoundary>
      )}
    </div>
  );
}
