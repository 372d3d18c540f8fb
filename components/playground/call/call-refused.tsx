'use client';

import { useReachable } from '../../use-reachable.ts';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { creditsText } from '../../../lib/text/numbers.ts';
import { whereFrom, type CallState } from '../../../lib/view/playground/call-state.ts';
import { type CallProblem, wasMade } from '../../../lib/view/playground/call-answer.ts';
import { BuyCredits } from '../../credits/buy-credits.tsx';
import { ReceiptLink } from '../../ticket/used-ticket.tsx';
import type { ShownCall } from './shown-call.ts';

type Refused = Extract<CallState, { phase: 'refused' | 'lost' | 'stopped' | 'dearer' }>;

interface Props {
  call: ShownCall;
  state: Refused;
  resetsAt: string | undefined;
}

const button = 'rounded-md border border-line px-3 py-1.5 text-sm hover:bg-sunk';

/** Why a call failed, what it cost, and what to do. */
export function CallRefused({ call, state, resetsAt }: Props) {
  switch (state.phase) {
    case 'dearer':
      return (
        <Notice title="The price has changed">
          <p>
            The quote expired before the call. The price was {creditsText(state.run.quoted ?? 0)} and is now{' '}
            <strong className="tabular-nums">{creditsText(state.credits)}</strong>. Nothing was sent or
            charged.
          </p>
          <button type="button" onClick={call.accept} className={button}>
            Call for {creditsText(state.credits)}
          </button>
        </Notice>
      );
    case 'lost':
      return (
        <Notice title="The portal cannot be reached">
          <p>
            No response came after several attempts. The call may or may not have been made. Trying again uses
            the same key: you are never charged twice.
          </p>
          <button type="button" onClick={call.again} className={button}>
            Try again
          </button>
        </Notice>
      );
    case 'stopped':
      return (
        <Notice title="You stopped waiting">
          <p>
            The{' '}
            <Link href="?tab=reference#charges" scroll={false} className="underline underline-offset-4">
              charge table
            </Link>{' '}
            says what a call costs when its caller disconnects. Checking uses the same key, which never makes
            a second call.
          </p>
          <button type="button" onClick={call.again} className={button}>
            Check how it ended
          </button>
        </Notice>
      );
    case 'refused':
      return <ProblemNotice problem={state.problem} resetsAt={resetsAt} />;
  }
}

/** Results that the idempotency key replays. */
const ended = new Set([
  'client-gone',
  'not-settled',
  'outcome-unknown',
  'portal-stopped',
  'replay-unavailable',
]);

/** Many details name the cost already. */
const saysCharge = /\b(?:nothing|credits?) (?:was|is|were) charged\b/i;

function ProblemNotice({ problem, resetsAt }: { problem: CallProblem; resetsAt: string | undefined }) {
  const { code, title, detail, callId, charged, faults, required, balance, creditsUrl, upstream } = problem;
  const reachable = useReachable();
  // The portal could not store the result, so the cost is unknown.
  const cost = charged ?? (wasMade(code) ? null : 0);
  // The answer of the API says more than the code. Only the detail says when to retry.
  const showsDetail = upstream === null || code === 'upstream-busy';
  return (
    <Notice title={title}>
      {showsDetail && <p className="break-words">{detail}</p>}
      {code === 'insufficient-credits' && required !== null && balance !== null && (
        <p>
          You need {creditsText(Math.max(0, required - balance))} more.
          {reachable(whereFrom({ resetsAt, creditsUrl }))} <BuyCredits url={creditsUrl} />
        </p>
      )}
      {ended.has(code) && <p>Calling again makes a new call with its own charge.</p>}
      {faults.length > 0 && (
        <ul className="list-disc pl-5 text-sm">
          {faults.map((fault) => (
            <li key={`${fault.pointer} ${fault.detail}`} className="break-words">
              <code className="font-mono">{fault.pointer === '' ? 'The input' : fault.pointer}</code>{' '}
              {fault.detail}
            </li>
          ))}
        </ul>
      )}
      {upstream !== null && <Rejection upstream={upstream} />}
      <p className="flex flex-wrap gap-x-4 text-sm text-quiet">
        {cost !== null && !(showsDetail && saysCharge.test(detail)) && (
          <span>{cost === 0 ? 'Nothing was charged.' : `${creditsText(cost)} charged.`}</span>
        )}
        <Link href={`/problems/${code}`} className="underline underline-offset-4">
          What this means and what to do
        </Link>
        {wasMade(code) && <ReceiptLink callId={callId} />}
      </p>
    </Notice>
  );
}

const longestRejection = 4_000;

function Rejection({ upstream }: { upstream: NonNullable<CallProblem['upstream']> }) {
  const { status, body } = upstream;
  if (body === undefined || body === '') return <p className="text-sm">The API answered with {status}.</p>;
  const text = typeof body === 'string' ? body : JSON.stringify(body, null, 2);
  return (
    <div className="w-full text-sm">
      <p>The API answered with {status}:</p>
      <pre
        tabIndex={0}
        role="region"
        aria-label="Response of the API"
        className="mt-1 max-h-60 overflow-auto rounded-md bg-sunk p-3 font-mono whitespace-pre-wrap break-words"
      >
        {text.slice(0, longestRejection)}
      </pre>
    </div>
  );
}

function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 justify-items-start gap-3 border-l-2 border-bad pl-4 *:max-w-full">
      <h2 className="text-lg font-semibold">{title}</h2>
      {children}
    </div>
  );
}
