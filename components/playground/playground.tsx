'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { callBlocker } from '../../lib/view/playground/call-blocker.ts';
import { Ticket } from '../ticket/ticket.tsx';
import { creditsOptions } from './credits-options.ts';
import { InputPanel } from './input-panel.tsx';
import { addsOf, faultsOf } from './form-marks.ts';
import { usePlayground } from './playground-provider.tsx';
import { Results } from './results.tsx';
import { productStatusOptions } from './product-status-options.ts';
import { useAttempt } from './use-attempt.ts';
import { useCall } from './use-call.ts';
import { useCallKeys } from './use-call-keys.ts';
import { useEstimate } from './use-estimate.ts';
import { usePreload } from './use-preload.ts';

/** The form, the price and the result, side by side where there is room. */
export function Playground({ isOpen }: { isOpen: boolean }) {
  const { slug, input, fields, form, link } = usePlayground();
  const mostBytes = form.limits['bodyBytes'] ?? Number.POSITIVE_INFINITY;
  const estimate = useEstimate(slug, input, mostBytes);
  const { data: product } = useQuery(productStatusOptions(slug));
  const { data: credits } = useQuery(creditsOptions());
  const [maximum, setMaximum] = useState<number | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  const call = useCall(slug, fields);
  const { available, resetsAt, creditsUrl } = credits ?? {};
  const blocker = callBlocker({
    isOnline: product?.status !== 0,
    bytes: estimate.bytes,
    mostBytes,
    credits: estimate.isCurrent ? estimate.quote?.credits : undefined,
    available,
    resetsAt,
    creditsUrl,
    maximum,
  });
  const isBlocked = blocker !== null;
  const attempt = useAttempt({
    ...{ call, input, maximum, panel, isBlocked },
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
  const start = () => void attempt.start();
  usePreload();
  useCallKeys(isOpen, start);
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
          {...{ estimate, call, available, creditsUrl, blocker, maximum, setMaximum, start }}
          ceiling={form.price.to}
          failure={attempt.failure}
        />
        <Results call={call} resetsAt={resetsAt} attempt={attempt} />
      </div>
    </div>
  );
}
