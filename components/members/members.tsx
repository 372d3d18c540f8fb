'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import { mayRole } from '../../lib/account/member-role.ts';
import type { Session } from '../../lib/account/session.ts';
import { groupedNumber } from '../../lib/text/grouped-number.ts';
import { sessionOptions } from '../keys/session-options.ts';
import { AddButton } from '../shell/add-button.tsx';
import { OwnLoadError } from '../own-load-error.tsx';
import { Invitations } from './invitations.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberRow } from './member-row.tsx';
import { membersOptions } from './members-options.ts';

/** The people of the account, and invitations to it. */
export function Members() {
  const { data, error, isPending, refetch } = useQuery(sessionOptions());
  return (
    <main className="mx-auto w-full max-w-6xl px-4 py-8 sm:px-6 sm:py-10 [&>*]:max-w-3xl">
      <h1 className="text-3xl font-semibold tracking-tight">Members</h1>
      {isPending && <p className="mt-6 text-quiet">Loading your session…</p>}
      {error && !data && <OwnLoadError what="Your session" error={error} retry={() => void refetch()} />}
      {data && (data.kind === 'account' ? <Team session={data} /> : <NoAccount session={data} />)}
    </main>
  );
}

function NoAccount({ session }: { session: Session }) {
  return (
    <p className="mt-4">
      {session.person
        ? 'You are in no account. Open the link of an invitation to join one.'
        : 'Accounts have members. '}
      {!session.person && (
        <Link href="/sign-in" className="text-accent underline underline-offset-4">
          Sign in
        </Link>
      )}
    </p>
  );
}

function Team({ session }: { session: Session }) {
  const { data, error, isPending, refetch } = useQuery(membersOptions());
  const [inviting, setInviting] = useState(false);
  // API keys do not manage members.
  const ownRole = session.person ? session.role : null;
  const manages = ownRole !== null && mayRole(ownRole, 'manage-members');
  const managesOwners = ownRole !== null && mayRole(ownRole, 'manage-owners');
  return (
    <>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="min-w-0 text-lg font-semibold break-words">
          {session.account?.name}{' '}
          {data && (
            <span className="text-sm font-normal text-quiet tabular-nums">{groupedNumber(data.total)}</span>
          )}
        </h2>
        {manages && <AddButton isMain session={session} label="Invite" onClick={() => setInviting(true)} />}
      </div>
      {isPending && <p className="mt-4 text-quiet">Loading members…</p>}
      {error && !data && <OwnLoadError what="The members" error={error} retry={() => void refetch()} />}
      {data?.total === 0 && (
        <p className="mt-4 text-quiet">
          Nobody has joined this account yet. The operator of the portal invites its first owner.
        </p>
      )}
      {data && (
        <ul className="mt-3 divide-y divide-line border-y border-line empty:hidden">
          {data.list.map((member) => (
            <MemberRow
              key={member.person.id}
              member={member}
              isSelf={member.person.id === session.person?.id}
              ownRole={ownRole}
            />
          ))}
        </ul>
      )}
      {manages && <Invitations managesOwners={managesOwners} />}
      {inviting && <InviteDialog offersOwner={managesOwners} onClose={() => setInviting(false)} />}
    </>
  );
}
