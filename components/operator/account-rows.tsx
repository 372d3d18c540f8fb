import Link from 'next/link';
import type { AccountList } from '../../lib/operator/accounts.ts';
import { groupedNumber } from '../../lib/text/grouped-number.ts';
import { dayText } from '../../lib/text/moment-text.ts';
import { Mark } from './mark.tsx';
import { cell, NoRows, rowLink, Rows, wideCell } from './rows.tsx';

const columns = [
  { title: 'Account' },
  { title: 'API keys', className: 'hidden w-24 text-right sm:table-cell' },
  { title: 'Held', className: 'hidden w-32 text-right sm:table-cell' },
  { title: 'Available', className: 'w-28 text-right sm:w-36' },
];

export function AccountRows({
  accounts,
  isFiltered,
}: {
  accounts: AccountList['list'];
  isFiltered: boolean;
}) {
  if (accounts.length === 0)
    return <NoRows>{isFiltered ? 'No account matches.' : 'There are no accounts yet.'}</NoRows>;
  return (
    <Rows caption="Accounts, newest first" columns={columns}>
      {accounts.map(({ id, name, createdAt, suspendedAt, available, held, keys }) => (
        <tr key={id}>
          <td className={cell}>
            <Link href={`/operator/accounts/${id}`} prefetch={false} className={rowLink}>
              {name}
            </Link>{' '}
            {suspendedAt !== null && <Mark text="Suspended" tone="bad" />}
            <span className="block text-sm text-quiet">
              <span className="font-mono break-all">{id}</span> · {dayText(createdAt)}
            </span>
          </td>
          <td className={`${wideCell} text-right tabular-nums`}>{groupedNumber(keys)}</td>
          <td className={`${wideCell} text-right tabular-nums`}>{groupedNumber(held)}</td>
          <td className={`${cell} text-right font-semibold tabular-nums`}>{groupedNumber(available)}</td>
        </tr>
      ))}
    </Rows>
  );
}
