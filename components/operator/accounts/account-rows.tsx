import Link from 'next/link';
import type { AccountList } from '../../../lib/operator/accounts.ts';
import type { PersonList } from '../../../lib/operator/people.ts';
import { countOf, groupedNumber } from '../../../lib/text/numbers.ts';
import { shortMoment, utcToday } from '../../../lib/text/times.ts';
import { Avatar } from '../../shell/avatar.tsx';
import { State } from '../parts/page-head.tsx';
import { type ListOrder, orderedBy } from '../parts/list-order.ts';
import {
  cell,
  figure,
  List,
  Named,
  rowLink,
  wide,
  wideCell,
  wider,
  widerCell,
  widest,
  widestCell,
} from '../parts/rows.tsx';
import { When } from '../parts/when.tsx';

const accountColumns = [
  { title: 'Account' },
  { title: 'State', className: `${wide} w-28` },
  { title: 'Keys', className: `${widest} w-16`, isFigure: true },
  { title: 'Created', className: `${wider} w-24`, isFigure: true },
  { title: 'Last call', className: `${wider} w-24`, isFigure: true },
  { title: 'Spent this month', className: `${wide} w-36`, isFigure: true },
  { title: 'Held', className: `${widest} w-24`, isFigure: true },
  { title: 'Available', className: 'w-28', isFigure: true },
];

interface Props {
  accounts: AccountList['list'];
  isFiltered: boolean;
  order: ListOrder | undefined;
}

export function AccountRows({ accounts, isFiltered, order }: Props) {
  return (
    <List
      caption="Accounts"
      things={['account', 'accounts']}
      rows={accounts}
      columns={accountColumns}
      order={order}
      none={
        isFiltered
          ? 'No accounts match.'
          : 'An account holds the credits and the API keys of a customer. There are none yet.'
      }
    >
      {(account) => <AccountLine key={account.id} account={account} by={orderedBy(order)} />}
    </List>
  );
}

function AccountState({ account: { suspendedAt, closedAt } }: { account: AccountList['list'][number] }) {
  if (closedAt !== null) return <State tone="quiet">Closed</State>;
  if (suspendedAt !== null) return <State tone="bad">Suspended</State>;
  return <State tone="good">Active</State>;
}

function AccountLine({ account, by }: { account: AccountList['list'][number]; by: string | undefined }) {
  const { id, name, createdAt, available, held, keys, spent, lastCallOn } = account;
  const state = <AccountState account={account} />;
  return (
    <tr>
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
              <span className="text-ink">{state}</span> ·{' '}
              {by === 'spent'
                ? `${groupedNumber(spent)} spent this month`
                : by === 'called'
                  ? `last call: ${lastCallText(lastCallOn)}`
                  : countOf(keys, 'key')}
            </>
          }
        />
      </td>
      <td className={wideCell}>{state}</td>
      <td className={`${widestCell} ${figure}`}>{groupedNumber(keys)}</td>
      <td className={`${widerCell} text-right text-quiet`}>
        <When at={createdAt} />
      </td>
      <td className={`${widerCell} text-right text-quiet`}>{lastCallText(lastCallOn)}</td>
      <td className={`${wideCell} ${figure} ${spent === 0 ? 'text-quiet' : ''}`}>{groupedNumber(spent)}</td>
      <td className={`${widestCell} ${figure} ${held === 0 ? 'text-quiet' : ''}`}>{groupedNumber(held)}</td>
      <td className={`${cell} ${figure} font-medium`}>{groupedNumber(available)}</td>
    </tr>
  );
}

/** The day is known, and not the time. */
function lastCallText(day: string | null): string {
  if (day === null) return 'Never';
  const today = utcToday();
  return day === today ? 'Today' : shortMoment(day, today);
}

const personColumns = [
  { title: 'Person' },
  { title: 'Email', className: wide },
  { title: 'Role', className: 'w-24' },
  { title: 'Sessions', className: `${widest} w-20`, isFigure: true },
  { title: 'Created', className: `${wider} w-24`, isFigure: true },
  { title: 'Last seen', className: `${wide} w-32`, isFigure: true },
];

interface PeopleProps {
  people: PersonList['list'];
  order: ListOrder | undefined;
}

export function PersonRows({ people, order }: PeopleProps) {
  return (
    <List
      caption="People"
      things={['person', 'people']}
      rows={people}
      columns={personColumns}
      order={order}
      none="No people match."
    >
      {(person) => <PersonLine key={person.id} person={person} by={orderedBy(order)} />}
    </List>
  );
}

function PersonLine({ person, by }: { person: PersonList['list'][number]; by: string | undefined }) {
  const { id, name, email, operatorRole, hasPassword, erasedAt, sessions, createdAt, lastSeenAt } = person;
  return (
    <tr>
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
              below={
                by === 'seen' && lastSeenAt !== null ? (
                  <>
                    last seen <When at={lastSeenAt} hasTime />
                  </>
                ) : (
                  <span className="break-all">{email}</span>
                )
              }
            />
          </span>
        </span>
      </td>
      <td className={`${wideCell} text-quiet`} title={email}>
        {email}
      </td>
      <td className={cell}>{operatorRole ?? <span className="text-quiet">–</span>}</td>
      <td className={`${widestCell} ${figure}`}>{groupedNumber(sessions)}</td>
      <td className={`${widerCell} text-right text-quiet`}>
        <When at={createdAt} />
      </td>
      <td className={`${wideCell} text-right text-quiet`}>
        {lastSeenAt === null ? 'Not signed in' : <When at={lastSeenAt} hasTime />}
      </td>
    </tr>
  );
}
