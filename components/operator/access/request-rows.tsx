'use client';

import Link from 'next/link';
import { useState } from 'react';
import type { RequestList } from '../../../lib/operator/product-access.ts';
import { countOf, creditsText } from '../../../lib/text/numbers.ts';
import { dayText } from '../../../lib/text/times.ts';
import { reasonOf, useChange } from '../parts/change-button.tsx';
import { ChangeDialog } from '../parts/change-dialog.tsx';
import { State, type Tone } from '../parts/page-head.tsx';
import { cell, NoRows, rowLink, Rows, wide, wideCell } from '../parts/rows.tsx';
import { When } from '../parts/when.tsx';

type Request = RequestList['list'][number];
type Decision = 'approved' | 'declined' | 'withdrawn';

const words: Record<Request['state'], string> = {
  open: 'Open',
  approved: 'Approved',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
};
const tones: Record<Request['state'], Tone> = {
  open: 'warn',
  approved: 'good',
  declined: 'quiet',
  withdrawn: 'quiet',
};

interface Props {
  requests: Request[];
  mayDecide: boolean;
  /** The sentence for a filter that nothing has: it names the filter. */
  none: string | undefined;
}

/** Accounts that ask to call a product, with what is needed to decide. */
export function RequestRows({ requests, mayDecide, none }: Props) {
  if (requests.length === 0)
    return (
      <NoRows>
        {none ?? 'No account asks to call a product. Calls of a product need approval if it says so.'}
      </NoRows>
    );
  const columns = [
    { title: 'Account, product' },
    { title: 'What for', className: wide },
    { title: 'State', className: `${wide} w-28` },
    { title: 'Asked', className: `${wide} w-24` },
    ...(mayDecide ? [{ title: 'Decide', className: 'w-32 @3xl:w-48', isHidden: true }] : []),
  ];
  return (
    <Rows caption="Requests, newest first" columns={columns}>
      {requests.map((request) => (
        <tr key={request.id}>
          <td className={cell}>
            <Link href={`/operator/accounts/${request.account.id}`} prefetch={false} className={rowLink}>
              {request.account.name}
            </Link>{' '}
            <span className="text-quiet">for</span>{' '}
            <Link href={`/operator/products/${request.product.slug}`} prefetch={false} className={rowLink}>
              {request.product.name}
            </Link>
            <span className="block text-quiet">{factsOf(request)}</span>
            <span className="block text-quiet @xl:hidden">
              {words[request.state]}: “{request.reason}”
            </span>
          </td>
          <td className={`${wide} ${cell}`}>“{request.reason}”</td>
          <td className={wideCell}>
            <State tone={tones[request.state]}>{words[request.state]}</State>
          </td>
          <td className={wideCell}>
            <When at={request.askedAt} />
          </td>
          {mayDecide && (
            <td className={`${cell} text-right`}>
              <Decide request={request} />
            </td>
          )}
        </tr>
      ))}
    </Rows>
  );
}

function factsOf({ account, balance, calls, by, decided }: Request): string {
  return [
    `since ${dayText(account.since)}`,
    ...(balance === null ? [] : [creditsText(balance)]),
    `${countOf(calls, 'call')} in 30 days`,
    by.name ? `asked by ${by.name}` : 'asked with an API key',
    ...(decided?.by.name ? [`decided by ${decided.by.name}`] : []),
    ...(decided?.reason ? [`“${decided.reason}”`] : []),
  ].join(' · ');
}

function Decide({ request }: { request: Request }) {
  const [decision, setDecision] = useState<Decision | null>(null);
  const { state, account, product } = request;
  const about = <span className="sr-only"> {`${account.name} for ${product.name}`}</span>;
  const button = (wanted: Decision, label: string) => (
    <button
      type="button"
      onClick={() => setDecision(wanted)}
      className={`with-script button button-small ${wanted === 'approved' ? '' : 'text-bad'}`}
    >
      {label}…{about}
    </button>
  );
  return (
    <span className="flex flex-wrap justify-end gap-2">
      {state === 'open' && button('approved', 'Approve')}
      {state === 'open' && button('declined', 'Decline')}
      {state === 'approved' && button('withdrawn', 'Withdraw')}
      {decision && <DecisionDialog request={request} decision={decision} close={() => setDecision(null)} />}
    </span>
  );
}

const acts: Record<Decision, { action: string; what: string }> = {
  approved: { action: 'Approve', what: 'It can call the product at once.' },
  declined: { action: 'Decline', what: 'It cannot call the product, and may ask again.' },
  withdrawn: {
    action: 'Withdraw approval',
    what: 'New calls are refused at once. Running calls end as usual; it may ask again.',
  },
};

interface DialogProps {
  request: Request;
  decision: Decision;
  close: () => void;
}

function DecisionDialog({ request: { id, account, product }, decision, close }: DialogProps) {
  const { change } = useChange();
  const { action, what } = acts[decision];
  const send = (fields: FormData) =>
    change('POST /api/operator/requests/{request_id}/decision', {
      params: { request_id: id },
      body: { state: decision, ...reasonOf(fields) },
    });
  return (
    <ChangeDialog
      title={`${action}: ${account.name} for ${product.name}?`}
      action={action}
      send={send}
      close={close}
      about={<p className="text-sm text-quiet">{what} The account is told by email and webhook.</p>}
      isReasonOptional={decision === 'approved'}
      reasonHint="The account reads it. Recorded in the audit log."
    />
  );
}
