import { keyNameOrId } from '../../lib/account/api-keys.ts';
import Link from 'next/link';
import type { RefusedCallList, RefusedUsage } from '../../lib/call/call-list.ts';
import { shownName } from '../../lib/text/names.ts';
import { groupedNumber } from '../../lib/text/numbers.ts';
import { momentTextOf } from '../../lib/text/times.ts';
import { refusedTotals } from '../../lib/view/daily-use.ts';
import { MadeBy } from './call-end.tsx';

const table = 'mt-2 w-full table-fixed border-y border-line text-left';
const mostTotals = 20;

/** How many calls were refused, by reason and API key. */
export function RefusedTotals({ usage }: { usage: RefusedUsage }) {
  const totals = refusedTotals(usage.list);
  if (totals.length === 0) return <p className="mt-2 text-quiet">No calls were refused in these days.</p>;
  return (
    <>
      <table className={table}>
        <caption className="sr-only">Refused calls by reason and API key</caption>
        <thead className="text-sm text-quiet">
          <tr>
            <th scope="col" className="py-2 pr-4 font-normal">
              Reason
            </th>
            <th scope="col" className="w-24 py-2 text-right font-normal sm:w-32">
              Calls
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-t border-line">
          {totals.slice(0, mostTotals).map(({ key, problem, title, calls }) => (
            <tr key={`${problem} ${key?.id}`} className="align-baseline">
              <td className="py-2 pr-4 break-words">
                <Reason problem={problem} title={title} />
                <span className="block text-sm text-quiet">
                  {key ? `key ${keyNameOrId(key)}` : 'without a key'}
                </span>
              </td>
              <td className="py-2 text-right tabular-nums">{groupedNumber(calls)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {totals.length > mostTotals && (
        <p className="mt-2 text-sm text-quiet">
          {groupedNumber(totals.length - mostTotals)} more are in the CSV.
        </p>
      )}
      {usage.truncated && (
        <p className="mt-2 text-sm text-quiet">
          The oldest of these days have more reasons and keys than are counted here.
        </p>
      )}
    </>
  );
}

/** Refused calls, newest first, with what the caller was told. */
export function RefusedRows({ calls }: { calls: RefusedCallList['list'] }) {
  const momentOf = momentTextOf(calls, ({ at }) => at);
  return (
    <table className={table}>
      <caption className="sr-only">Refused calls, newest first</caption>
      <thead className="text-sm text-quiet">
        <tr>
          <th scope="col" className="py-2 pr-4 font-normal">
            Call
          </th>
          <th scope="col" className="hidden py-2 font-normal sm:table-cell">
            Reason
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-t border-line">
        {calls.map((call) => (
          <tr key={`${call.at} ${call.requestId}`} className="align-baseline">
            <td className="py-3 pr-4 break-words">
              <Refused call={call} moment={momentOf(call)} />
              <span className="mt-1 block text-sm sm:hidden">
                <Why call={call} />
              </span>
            </td>
            <td className="hidden py-3 text-sm break-words sm:table-cell">
              <Why call={call} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type RefusedCall = RefusedCallList['list'][number];

function Refused({ call, moment }: { call: RefusedCall; moment: string }) {
  const { product, requestId } = call;
  return (
    <>
      {product ? (
        <Link
          href={`/products/${encodeURIComponent(product.slug)}`}
          prefetch={false}
          className="font-medium underline-offset-4 hover:underline"
        >
          {product.name}
        </Link>
      ) : (
        <span className="text-quiet">Refused before the product was looked up</span>
      )}
      <span className="block text-sm text-quiet tabular-nums">
        {moment} UTC
        <MadeBy call={call} />
      </span>
      <span className="block font-mono text-xs break-all text-quiet">request {requestId}</span>
    </>
  );
}

function Why({ call: { problem, title, status, detail } }: { call: RefusedCall }) {
  return (
    <>
      <Reason problem={problem} title={title} /> <span className="text-quiet tabular-nums">{status}</span>
      {detail !== null && <span className="block text-quiet">{shownName(detail)}</span>}
    </>
  );
}

function Reason({ problem, title }: { problem: string; title: string }) {
  return (
    <Link
      href={`/problems/${problem}`}
      prefetch={false}
      className="font-medium underline decoration-line underline-offset-4 hover:decoration-ink"
    >
      {title}
    </Link>
  );
}
