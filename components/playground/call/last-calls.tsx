'use client';

import { useQuery, useQueryClient, type QueryClient, queryOptions } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import type { CallList } from '../../../lib/call/call-list.ts';
import { endingText } from '../../../lib/call/call-words.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import { creditsText } from '../../../lib/text/numbers.ts';
import { momentTextOf } from '../../../lib/text/times.ts';
import { reusableInput } from '../../../lib/view/playground/reusable-input.ts';
import { fetchJson } from '../../fetch-json.ts';
import { messageOf } from '../../problem-error.ts';
import { fetchCallInput } from '../../receipt/receipt-options.ts';
import { quietButton } from '../../shell/buttons.tsx';
import { ownerOptions } from '../queries.ts';
import { deleteSavedReplies, type SavedReply, savedReplies } from './saved-replies.ts';

interface Props {
  slug: string;
  fillIn: (input: JsonObject) => void;
  showReply: (saved: SavedReply) => void;
}

/** The caller's last calls of this product, with their inputs and, where stored, replies. */
export function LastCalls({ slug, fillIn, showReply }: Props) {
  const client = useQueryClient();
  const { data } = useQuery(lastCallsOptions(slug));
  const { data: saved = [] } = useQuery(savedRepliesOptions(slug, client));
  const [message, setMessage] = useState('');
  if (data === undefined || data.list.length === 0) return null;
  const startOf = momentTextOf(data.list, ({ startedAt }) => startedAt);
  const forget = async () => {
    await deleteSavedReplies();
    await client.invalidateQueries({ queryKey: ['calls', 'saved'] });
    setMessage('The saved replies were deleted.');
  };
  const reuse = async (call: LastCall) => {
    setMessage(
      await inputAgain(
        call,
        saved.find(({ callId }) => callId === call.id),
        fillIn,
      ),
    );
  };
  return (
    <section aria-labelledby="last-calls" className="text-sm">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="last-calls" className="text-base font-semibold">
          Recent calls
        </h2>
        <Link
          href={`/calls?product=${encodeURIComponent(slug)}`}
          prefetch={false}
          className="py-1 text-accent underline underline-offset-4"
        >
          All calls
        </Link>
      </div>
      <ul className="mt-1 divide-y divide-line border-y border-line">
        {data.list.map((call) => (
          <CallRow
            key={call.id}
            call={call}
            began={startOf(call)}
            saved={saved.find(({ callId }) => callId === call.id)}
            reuse={() => void reuse(call)}
            showReply={showReply}
          />
        ))}
      </ul>
      <p role="status" className="mt-2 text-quiet empty:hidden">
        {message}
      </p>
      {saved.length > 0 && (
        <p className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-quiet">
          Recent replies are saved in this browser only.
          <button type="button" onClick={() => void forget()} className={quietButton}>
            Delete saved replies
          </button>
        </p>
      )}
    </section>
  );
}

interface RowProps {
  call: LastCall;
  began: string;
  saved: SavedReply | undefined;
  reuse: () => void;
  showReply: (saved: SavedReply) => void;
}

function CallRow({ call, began, saved, reuse, showReply }: RowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <div className="min-w-0">
        <Link
          href={`/calls/${call.id}`}
          prefetch={false}
          className="tabular-nums underline-offset-4 hover:underline"
        >
          {began} UTC
        </Link>
        <p className="flex flex-wrap gap-x-3 text-quiet tabular-nums">
          <span className={call.outcome === 'success' ? 'text-good' : ''}>{endOf(call)}</span>
          <span>{call.state === 'dispatched' ? '' : creditsText(call.charged)}</span>
        </p>
      </div>
      <div className="flex gap-2">
        {saved !== undefined && (
          <button type="button" onClick={() => showReply(saved)} className={quietButton}>
            Show reply<span className="sr-only"> of {began}</span>
          </button>
        )}
        <button type="button" onClick={reuse} className={quietButton}>
          Use input<span className="sr-only"> of {began}</span>
        </button>
      </div>
    </li>
  );
}

function endOf({ state, outcome, problem, upstreamStatus }: LastCall): string {
  if (outcome !== null) return endingText({ outcome, problem, upstreamStatus });
  return state === 'dispatched' ? 'Running' : 'Outcome unknown';
}

/** Fills in the input of a call, and returns a message about it. */
async function inputAgain(
  call: LastCall,
  saved: SavedReply | undefined,
  fillIn: Props['fillIn'],
): Promise<string> {
  if (saved?.input) {
    fillIn(saved.input);
    return 'The input is filled in.';
  }
  try {
    const found = await fetchCallInput(call.id);
    if (found === null) return 'The input of this call is no longer stored.';
    const { input, isWhole } = reusableInput(found);
    fillIn(input);
    return isWhole
      ? 'The input is filled in.'
      : 'The input is filled in, without its files. Choose them again.';
  } catch (error) {
    return messageOf(error);
  }
}

/** Stored replies of a product, for the current caller. */
export function savedRepliesOptions(slug: string, client: QueryClient) {
  return queryOptions({
    queryKey: ['calls', 'saved', slug],
    queryFn: async () => savedReplies(slug, await client.fetchQuery(ownerOptions())),
    gcTime: 0,
  });
}

/** The page of calls lists all of them. */
const mostCalls = 5;
/** Polls for running calls to end. */
const runningMs = 3_000;

type LastCall = CallList['list'][number];

export function lastCallsOptions(slug: string) {
  return queryOptions({
    queryKey: ['calls', 'of-product', slug],
    queryFn: ({ signal }) =>
      fetchJson('GET /api/calls', { query: { product: slug, pageSize: String(mostCalls) }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.list.some((call) => call.state === 'dispatched') ? runningMs : false,
  });
}
