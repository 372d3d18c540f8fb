'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { callHindrance } from '../../lib/playground/call-hindrance.ts';
import { isUnderWay } from '../../lib/playground/call-state.ts';
import { Ticket } from '../ticket/ticket.tsx';
import { creditsOptions } from './credits-options.ts';
import { InputPanel } from './input-panel.tsx';
import { addsOf, faultsOf } from './form-marks.ts';
import { usePlayground } from './playground-provider.tsx';
import { productStatusOptions } from './product-status-options.ts';
import { unreadText } from './unread-text.ts';
import { useCall } from './use-call.ts';
import { useCallKeys } from './use-call-keys.ts';
import { useEstimate } from './use-estimate.ts';
import { usePartsAhead } from './use-parts-ahead.ts';

/** Fill in, see the price, call. */
export function Playground({ isOpen }: { isOpen: boolean }) {
  const { slug, input, form } = usePlayground();
  const mostBytes = form.limits['bodyBytes'] ?? Number.POSITIVE_INFINITY;
  const estimate = useEstimate(slug, input, mostBytes);
  const { data: product } = useQuery(productStatusOptions(slug));
  const { data: credits } = useQuery(creditsOptions());
  const [maximum, setMaximum] = useState<number | null>(null);
  // The input that a call was tried with: what it lacks is marked from then on, until it is another.
  const [tried, setTried] = useState<typeof input | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  const call = useCall(slug);
  const { available, resetsAt } = credits ?? {};
  const hindrance = callHindrance({
    isOnline: product?.status !== 0,
    bytes: estimate.bytes,
    mostBytes,
    credits: estimate.isCurrent ? estimate.quote?.credits : undefined,
    available,
    resetsAt,
    maximum,
  });
  const { quote } = estimate;
  const adds = useMemo(() => addsOf(quote), [quote]);
  const faults = useMemo(
    () => faultsOf(quote, call.state, tried === input),
    [quote, call.state, tried, input],
  );
  const start = async () => {
    if (hindrance !== null || isUnderWay(call.state)) return;
    setTried(input);
    const unread = unreadText(panel.current);
    if (unread) {
      setFailure('This text is not part of the input. Fix, add or remove it, then call again.');
      return unread.focus();
    }
    setFailure(null);
    try {
      const sent = await call.start(input, maximum);
      if (!sent) focusFirstFault(panel.current);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
  };
  usePartsAhead();
  useCallKeys(isOpen, () => void start());
  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-8 pb-40 lg:grid-cols-[minmax(0,1fr)_21rem] lg:pb-0">
      <div className="grid min-w-0 grid-cols-1 content-start gap-8">
        <div ref={panel}>
          <InputPanel adds={adds} faults={faults} isTried={tried === input} />
        </div>
        {call.parts && <call.parts.CallOutcome call={call} resetsAt={resetsAt} />}
      </div>
      <Ticket
        estimate={estimate}
        call={call}
        ceiling={form.price.to}
        available={available}
        hindrance={hindrance}
        failure={tried === input ? failure : null}
        maximum={maximum}
        setMaximum={setMaximum}
        start={() => void start()}
      />
    </div>
  );
}

/** After the faults are shown, which the next frame does. Of a group, such as one of radio buttons, the first takes it. */
function focusFirstFault(panel: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const fault = panel?.querySelector<HTMLElement>('[aria-invalid="true"]');
    const control = 'input, select, textarea, button, [tabindex]';
    (fault?.matches(control) ? fault : fault?.querySelector<HTMLElement>(control))?.focus();
  });
}
