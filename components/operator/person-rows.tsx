import Link from 'next/link';
import type { PersonList } from '../../lib/operator/people.ts';
import { groupedNumber } from '../../lib/text/grouped-number.ts';
import { momentText } from '../../lib/text/moment-text.ts';
import { cell, NoRows, rowLink, Rows, wideCell } from './rows.tsx';

const columns = [
  { title: 'Person' },
  { title: 'Last seen', className: 'hidden w-52 sm:table-cell' },
  { title: 'Sessions', className: 'hidden w-24 text-right sm:table-cell' },
  { title: 'Role', className: 'w-24 sm:w-28' },
];

export function PersonRows({ people }: { people: PersonList['list'] }) {
  if (people.length === 0) return <NoRows>Nobody matches.</NoRows>;
  return (
    <Rows caption="People, newest first" columns={columns}>
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
