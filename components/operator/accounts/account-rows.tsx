import Link from 'next/link';
import type { AccountList } from '../../../lib/operator/accounts.ts';
import type { PersonList } from '../../../lib/operator/people.ts';
import { groupedNumber } from '../../../lib/text/numbers.ts';
import { Avatar } from '../../shell/avatar.tsx';
import { State } from '../parts/page-head.tsx';
import {
  cell,
  figure,
  Foot,
  Named,
  NoRows,
  rowLink,
  Rows,
  wide,
  wideCell,
  wider,
  widerCell,
} from '../parts/rows.tsx';
import { When } from '../parts/when.tsx';

const accountColumns = [
  { title: 'Account' },
  { title: 'State', className: `${wide} w-28` },
  { title: 'Keys', className: `${wider} w-20`, isFigure: true },
  { title: 'Created', className: `${wide} w-28`, isFigure: true },
  { title: 'Held', className: `${wide} w-28`, isFigure: true },
  { title: 'Available', className: 'w-28', isFigure: true },
];

export function AccountRows({
  accounts,
  isFiltered,
}: {
  accounts: AccountList['list'];
  isFiltered: boolean;
}) {
  if (accounts.length === 0)
    return (
      <NoRows>
        {isFiltered
          ? 'No accounts match.'
          : 'An account holds the credits and the API keys of a customer. There are none yet.'}
      </NoRows>
    );
  return (
    <>
      <Rows caption="Accounts, newest first" columns={accountColumns}>
        {accounts.map(({ id, name, createdAt, suspendedAt, available, held, keys }) => {
          const state =
            suspendedAt === null ? <State tone="good">Active</State> : <State tone="bad">Suspended</State>;
          return (
            <tr key={id}>
              <td className={cell}>
                <Named
                  name={
                    <Link href={`/operator/accounts/${id}`} prefetch={false} className={rowLink}>
                      {name}
                    </Link>
                  }
                  more={<span className="font-mono">{id}</span>}
                  below={
                    <>
                      <span className="text-ink">{state}</span> · {groupedNumber(keys)}{' '}
                      {keys === 1 ? 'key' : 'keys'}
                    </>
                  }
                />
              </td>
              <td className={wideCell}>{state}</td>
              <td className={`${widerCell} ${figure}`}>{groupedNumber(keys)}</td>
              <td className={`${wideCell} text-right text-quiet`}>
                <When at={createdAt} />
              </td>
              <td className={`${wideCell} ${figure} ${held === 0 ? 'text-quiet' : ''}`}>
                {groupedNumber(held)}
              </td>
              <td className={`${cell} ${figure} font-medium`}>{groupedNumber(available)}</td>
            </tr>
          );
        })}
      </Rows>
      <Foot shown={accounts.length} thing={accounts.length === 1 ? 'account' : 'accounts'} />
    </>
  );
}

const personColumns = [
  { title: 'Person' },
  { title: 'Email', className: wide },
  { title: 'Role', className: 'w-24' },
  { title: 'Sessions', className: `${wider} w-20`, isFigure: true },
  { title: 'Last seen', className: `${wide} w-32`, isFigure: true },
];

export function PersonRows({ people }: { people: PersonList['list'] }) {
  if (people.length === 0) return <NoRows>No people match.</NoRows>;
  return (
    <>
      <Rows caption="People, newest first" columns={personColumns}>
        {people.map(({ id, name, email, operatorRole, hasPassword, erasedAt, sessions, lastSeenAt }) => (
          <tr key={id}>
            <td className={cell}>
              <span className="flex min-w-0 items-center gap-2.5">
                <Avatar name={name} />
                <span className="min-w-0">
                  <Named
                    name={
                      <Link href={`/operator/people/${id}`} prefetch={false} className={rowLink}>
                        {name}
                      </Link>
                    }
                    more={
                      erasedAt !== null ? (
                        'Erased'
                      ) : hasPassword ? undefined : (
                        <span className="text-warn">no password yet</span>
                      )
                    }
                    below={<span className="break-all">{email}</span>}
                  />
                </span>
              </span>
            </td>
            <td className={`${wideCell} text-quiet`} title={email}>
              {email}
            </td>
            <td className={cell}>{operatorRole ?? <span className="text-quiet">–</span>}</td>
            <td className={`${widerCell} ${figure}`}>{groupedNumber(sessions)}</td>
            <td className={`${wideCell} text-right text-quiet`}>
              {lastSeenAt === null ? 'Not signed in' : <When at={lastSeenAt} hasTime />}
            </td>
          </tr>
        ))}
      </Rows>
      <Foot shown={people.length} thing={people.length === 1 ? 'person' : 'people'} />
    </>
  );
}
