import { groupedNumber } from '../../lib/text/numbers.ts';
import Link from 'next/link';
import type { CallList } from '../../lib/call/call-list.ts';
import { momentTextOf } from '../../lib/text/times.ts';
import { CallEnd, CallIds, MadeBy, UnknownFields } from './call-end.tsx';
import { RerunButton } from './rerun-button.tsx';

type ListedCall = CallList['list'][number];

export function CallsTable({ calls }: { calls: ListedCall[] }) {
  const startOf = momentTextOf(calls, ({ startedAt }) => startedAt);
  return (
    <table className="mt-2 w-full table-fixed border-y border-line text-left">
      <caption className="sr-only">Calls, newest first</caption>
      <thead className="text-sm text-quiet">
        <tr>
          <th scope="col" className="py-2 pr-4 font-normal">
            Call
          </th>
          <th scope="col" className="hidden w-48 py-2 pr-4 font-normal sm:table-cell">
            Status
          </th>
          <th scope="col" className="w-24 py-2 text-right font-normal sm:w-32 sm:pr-4">
            Credits
          </th>
          <th scope="col" className="hidden w-32 py-2 sm:table-cell">
            <span className="sr-only">Run again</span>
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-t border-line">
        {calls.map((call) => (
          <CallRow key={call.id} call={call} began={startOf(call)} />
        ))}
      </tbody>
    </table>
  );
}

function CallRow({ call, began }: { call: ListedCall; began: string }) {
  const { id, product, charged, quoted, state, asGuest } = call;
  return (
    <tr className="align-baseline">
      <td className="py-3 pr-4">
        <Link href={`/calls/${id}`} className="font-medium break-words underline-offset-4 hover:underline">
          <span className="line-clamp-2">{product.name}</span>
        </Link>
        <span className="block text-sm text-quiet tabular-nums">
          {began} UTC{asGuest && ', as a guest'}
          <MadeBy call={call} />
        </span>
        <UnknownFields call={call} />
        <CallIds call={call} />
        <span className="mt-1 block text-sm sm:hidden">
          <CallEnd call={call} />
        </span>
      </td>
      <td className="hidden py-3 pr-4 text-sm sm:table-cell">
        <CallEnd call={call} />
      </td>
      <td className="py-3 text-right tabular-nums sm:pr-4">
        <span className="font-semibold">{state === 'dispatched' ? '…' : groupedNumber(charged)}</span>
        <span className="block text-sm text-quiet">of {groupedNumber(quoted)} quoted</span>
      </td>
      <td className="hidden py-3 text-right sm:table-cell">
        <RerunButton callId={id} slug={product.slug} what={`${product.name}, ${began}`} />
      </td>
    </tr>
  );
}
