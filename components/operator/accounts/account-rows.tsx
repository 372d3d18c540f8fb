import Link from 'next/link';
import type { AccountList } from '../../../lib/operator/accounts.ts';
import type { PersonList } from '../../../lib/operator/people.ts';
import { groupedNumber } from '../../../lib/text/numbers.ts';
import { dayText, momentText } from '../../../lib/text/times.ts';
import { Mark } from '../part.tsx';
import { cell, NoRows, rowLink, Rows, wideCell } from '../rows.tsx';

const accountColumns = [
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
    return <NoRows>{isFiltered ? 'No accounts match.' : 'There are no accounts yet.'}</NoRows>;
  return (
    <Rows caption="Accounts, newest first" columns={accountColumns}>
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

const personColumns = [
  { title: 'Person' },
  { title: 'Last seen', className: 'hidden w-52 sm:table-cell' },
  { title: 'Sessions', className: 'hidden w-24 text-right sm:table-cell' },
  { title: 'Role', className: 'w-24 sm:w-28' },
];

export function PersonRows({ people }: { people: PersonList['list'] }) {
  if (people.length === 0) return <NoRows>No people match.</NoRows>;
  return (
    <Rows caption="People, newest first" columns={personColumns}>
      {people.map(({ id, name, email, operatorRole, hasPassword, erasedAt, sessions, lastSeenAt }) => (
        <tr key={id}>
          <td className={cell}>
            <Link href={`/operator/people/${id}`} prefetch={false} className={rowLink}>
              {name}
            </Link>
            <span className="block text-sm break-all text-quiet">{email}</span>
            {!hasPassword && erasedAt === null && (
              <span className="block text-sm text-warn">Has not chosen a password</span>
            )}
          </td>
          <td className={`${wideCell} text-sm text-quiet tabular-nums`}>
            {lastSeenAt === null ? 'Not signed in' : `${momentText(lastSeenAt)} UTC`}
          </td>
          <td className={`${wideCell} text-right tabular-nums`}>{groupedNumber(sessions)}</td>
          <td className={cell}>{operatorRole ?? '–'}</td>
        </tr>
      ))}
    </Rows>
  );
}
