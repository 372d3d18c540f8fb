import Link from 'next/link';
import type { PersonDetail } from '../../../lib/operator/people.ts';
import { groupedNumber } from '../../../lib/text/numbers.ts';
import { dayText, momentText } from '../../../lib/text/times.ts';
import { Fact, Facts } from '../parts/facts.tsx';
import { PageHead, Pill } from '../parts/page-head.tsx';
import { Part } from '../parts/part.tsx';
import { cell, NoRows, Rows, wide, wideCell } from '../parts/rows.tsx';
import { When } from '../parts/when.tsx';
import { EndSessions, PersonActions, PersonDanger } from './person-actions.tsx';

/** A person: their role and sessions, and what an owner can do about them. Of one who was erased there is a pseudonym. */
export function PersonPage({ person, mayChange }: { person: PersonDetail; mayChange: boolean }) {
  const { id, name, email, operatorRole, createdAt, erasedAt, lastSeenAt, sessions } = person;
  const mayActOn = mayChange && erasedAt === null;
  return (
    <>
      <PageHead
        title={name}
        crumb={{ href: '/operator/people', name: 'People' }}
        avatar="person"
        pills={<PersonPills person={person} />}
        sub={
          <>
            {erasedAt === null && <span className="break-all">{email} ·</span>}
            <span className="font-mono text-xs break-all">{id}</span>
            <span>· since {dayText(createdAt)}</span>
          </>
        }
      >
        {mayActOn && <PersonActions person={person} />}
      </PageHead>
      {erasedAt !== null && (
        <p className="mt-4 text-quiet">
          Erased {momentText(erasedAt)} UTC. The history of this person is kept.
        </p>
      )}
      <Facts>
        <Fact
          name="Role"
          value={operatorRole ?? 'none'}
          about={operatorRole === null ? 'not an operator' : 'of an operator'}
        />
        <Fact name="Sessions" value={groupedNumber(sessions)} about="where they are signed in" />
        <Fact
          name="Last seen"
          value={lastSeenAt === null ? 'never' : <When at={lastSeenAt} hasTime />}
          about="exact to an hour, in UTC"
        />
      </Facts>
      <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
        <Link href={`/operator/audit?actor=${id}`} className="py-1 text-accent underline underline-offset-4">
          Changes by this person
        </Link>
        <Link href={`/operator/audit?target=${id}`} className="py-1 text-accent underline underline-offset-4">
          Changes to this person
        </Link>
      </p>
      <Sessions person={person} mayEnd={mayActOn} />
      {mayActOn && <PersonDanger person={{ id, name }} />}
    </>
  );
}

function PersonPills({ person }: { person: PersonDetail }) {
  const { operatorRole, hasPassword, erasedAt } = person;
  if (erasedAt !== null) return <Pill tone="quiet">Erased</Pill>;
  return (
    <>
      {operatorRole !== null && <Pill tone="good">Operator ({operatorRole})</Pill>}
      {!hasPassword && <Pill tone="warn">No password chosen yet</Pill>}
    </>
  );
}

const columns = [
  { title: 'Device' },
  { title: 'Signed in', className: `${wide} w-44` },
  { title: 'Last used', className: 'w-36', isFigure: true },
];

/** Where the person is signed in. */
function Sessions({ person, mayEnd }: { person: PersonDetail; mayEnd: boolean }) {
  const { id, name, devices } = person;
  return (
    <Part
      id="sessions"
      title="Sessions"
      action={mayEnd && devices.length > 0 && <EndSessions person={{ id, name }} />}
    >
      {devices.length === 0 ? (
        <NoRows>Not signed in anywhere.</NoRows>
      ) : (
        <Rows caption="Sessions" columns={columns}>
          {devices.map((session) => (
            <tr key={session.id}>
              <td className={`${cell} font-medium`}>{session.device}</td>
              <td className={`${wideCell} text-quiet`}>
                <When at={session.createdAt} hasTime />
              </td>
              <td className={`${cell} text-right text-quiet`}>
                <When at={session.lastSeenAt} hasTime />
              </td>
            </tr>
          ))}
        </Rows>
      )}
    </Part>
  );
}
