import Link from 'next/link';
import type { ReactNode } from 'react';
import type { PersonDetail } from '../../../lib/operator/people.ts';
import { groupedNumber } from '../../../lib/text/numbers.ts';
import { dayText, momentText } from '../../../lib/text/times.ts';
import { Fact, Facts } from '../parts/facts.tsx';
import { PageHead, Pill, Tabs } from '../parts/page-head.tsx';
import { Mark, Part } from '../parts/part.tsx';
import { cell, NoRows, rowLink, Rows, wide, wideCell } from '../parts/rows.tsx';
import { When } from '../parts/when.tsx';
import { EndSessions, PersonActions, PersonDanger } from './person-actions.tsx';

export const personTabs = ['calls', 'acts', 'changes'] as const;

type PersonTab = (typeof personTabs)[number];

interface Props {
  person: PersonDetail;
  /** None: the overview. */
  tab: PersonTab | undefined;
  mayChange: boolean;
  mayReadAccounts: boolean;
  /** The tabs that the visitor may read. */
  reads: Record<PersonTab, boolean>;
  /** The content of a tab that is a list. */
  children: ReactNode;
}

const tabNames = { calls: 'Calls', acts: 'What they did', changes: 'Changes' };

/** A person: their role and sessions, and what an owner can do about them. Of one who was erased there is a pseudonym. */
export function PersonPage({ person, tab, mayChange, mayReadAccounts, reads, children }: Props) {
  const { id, name, email, operatorRole, createdAt, erasedAt, lastSeenAt, sessions, accounts } = person;
  const address = `/operator/people/${id}`;
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
        {operatorRole !== null && <Fact name="Role" value={operatorRole} about="of an operator" />}
        <Fact
          name="Accounts"
          value={groupedNumber(accounts.length)}
          about={accounts.length === 1 ? `${accounts[0]?.role} of it` : 'of which they are members'}
        />
        <Fact name="Sessions" value={groupedNumber(sessions)} about="where they are signed in" />
        <Fact
          name="Last seen"
          value={lastSeenAt === null ? 'not known' : <When at={lastSeenAt} hasTime />}
          about={lastSeenAt === null ? 'kept as long as a session' : 'exact to an hour, in UTC'}
        />
      </Facts>
      <Tabs
        label="Parts of the person"
        tabs={[
          { href: address, name: 'Overview' },
          ...personTabs
            .filter((one) => reads[one])
            .map((one) => ({ href: `${address}?tab=${one}`, name: tabNames[one] })),
        ]}
        current={tab ? `${address}?tab=${tab}` : address}
      />
      {tab === undefined ? (
        <>
          <Accounts accounts={accounts} mayRead={mayReadAccounts} />
          <Sessions person={person} mayEnd={mayActOn} />
          {mayActOn && <PersonDanger person={{ id, name }} />}
        </>
      ) : (
        children
      )}
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

/** The accounts that the person is a member of. */
function Accounts({ accounts, mayRead }: { accounts: PersonDetail['accounts']; mayRead: boolean }) {
  return (
    <Part id="accounts" title="Accounts">
      {accounts.length === 0 ? (
        <NoRows>A member of no account.</NoRows>
      ) : (
        <Rows caption="Accounts" columns={[{ title: 'Account' }, { title: 'Role', className: 'w-36' }]}>
          {accounts.map(({ id, name, role }) => (
            <tr key={id}>
              <td className={cell}>
                {mayRead ? (
                  <Link href={`/operator/accounts/${id}`} prefetch={false} className={rowLink}>
                    {name}
                  </Link>
                ) : (
                  name
                )}
              </td>
              <td className={cell}>
                <Mark text={role} />
              </td>
            </tr>
          ))}
        </Rows>
      )}
    </Part>
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
