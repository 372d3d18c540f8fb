import Link from 'next/link';
import type { EntriesOfAll } from '../../lib/operator/entries.ts';
import { signedNumber } from '../../lib/text/signed-number.ts';
import { momentTextOf } from '../../lib/text/moment-text.ts';
import { cell, NoRows, rowLink, Rows } from './rows.tsx';

const columns = [{ title: 'Entry' }, { title: 'Credits', className: 'w-28 text-right sm:w-40' }];

export function EntryRows({ entries, hasMore }: { entries: EntriesOfAll['list']; hasMore: boolean }) {
  if (entries.length === 0)
    return (
      <NoRows>{hasMore ? 'None of these entries match. Look at older ones.' : 'No entries match.'}</NoRows>
    );
  const timeOf = momentTextOf(entries, ({ at }) => at);
  return (
    <Rows caption="Entries of the ledger, newest first" columns={columns}>
      {entries.map((entry) => (
        <tr key={entry.id}>
          <td className={cell}>
            {entry.account ? (
              <Link href={`/operator/accounts/${entry.account.id}`} prefetch={false} className={rowLink}>
                {entry.account.name}
              </Link>
            ) : (
              <span className="font-medium">A guest</span>
            )}
            <span className="block text-sm text-quiet">
              {entry.callId === null ? (
                entry.kind
              ) : (
                <Link
                  href={`/calls/${entry.callId}`}
                  prefetch={false}
                  className="underline-offset-4 hover:underline"
                >
                  {entry.kind}
                </Link>
              )}
              {` · ${timeOf(entry)} UTC`}
              {entry.reason !== null && ` · ${entry.reason}`}
            </span>
          </td>
          <td className={`${cell} text-right font-semibold tabular-nums`}>{signedNumber(entry.amount)}</td>
        </tr>
      ))}
    </Rows>
  );
}
