import Link from 'next/link';
import type { CallsOfAll } from '../../lib/operator/calls.ts';
import { groupedNumber } from '../../lib/text/grouped-number.ts';
import { momentTextOf } from '../../lib/text/moment-text.ts';
import { CallEnd } from '../calls/call-end.tsx';
import { CallIds, MadeBy, UnknownFields } from '../calls/made-by.tsx';
import { cell, NoRows, rowLink, Rows, wideCell } from './rows.tsx';

const columns = [
  { title: 'Call' },
  { title: 'Status', className: 'hidden w-56 sm:table-cell' },
  { title: 'Credits', className: 'w-24 text-right sm:w-32' },
];

interface Props {
  calls: CallsOfAll['list'];
  hasMore: boolean;
  unknownFilter: string | undefined;
}

export function CallRows({ calls, hasMore, unknownFilter }: Props) {
  if (unknownFilter !== undefined) return <NoRows>{unknownFilter}</NoRows>;
  if (calls.length === 0)
    return <NoRows>{hasMore ? 'None of these calls match. Look at older ones.' : 'No calls match.'}</NoRows>;
  const startOf = momentTextOf(calls, ({ startedAt }) => startedAt);
  return (
    <Rows caption="Calls, newest first" columns={columns}>
      {calls.map((call) => (
        <tr key={call.id}>
          <td className={cell}>
            <Link href={`/calls/${call.id}`} prefetch={false} className={rowLink}>
              {call.product.name}
            </Link>
            <span className="block text-sm text-quiet">
              {call.account ? (
                <Link
                  href={`/operator/accounts/${call.account.id}`}
                  prefetch={false}
                  className="underline-offset-4 hover:underline"
                >
                  {call.account.name}
                </Link>
              ) : (
                'A guest'
              )}
              {` · ${startOf(call)} UTC`}
              <MadeBy call={call} />
            </span>
            <UnknownFields call={call} />
            <CallIds call={call} />
            <span className="block text-sm sm:hidden">
              <CallEnd call={call} />
            </span>
          </td>
          <td className={`${wideCell} text-sm`}>
            <CallEnd call={call} />
          </td>
          <td className={`${cell} text-right tabular-nums`}>
            <span className="font-semibold">{groupedNumber(call.charged)}</span>
            <span className="block text-sm text-quiet">of {groupedNumber(call.quoted)}</span>
          </td>
        </tr>
      ))}
    </Rows>
  );
}
