'use client';

import { countOf } from '../../lib/text/count-text.ts';
import Link from 'next/link';
import { useState } from 'react';
import * as z from 'zod/mini';
import type { InvitationList, Member } from '../../lib/account/members.ts';
import { momentText } from '../../lib/text/moment-text.ts';
import { InvitationFields, invitationOf } from '../members/invitation-fields.tsx';
import { PersonForm } from '../people/person-form.tsx';
import { LinkToCopy } from './link-to-copy.tsx';
import { ReasonField } from './reason-field.tsx';
import { reasonOf } from './reason-of.ts';
import { rowLink } from './rows.tsx';
import { useChange } from './use-change.ts';

interface Props {
  accountId: string;
  members: Member[];
  invitations: InvitationList['list'];
  mayInvite: boolean;
}

/** The people of an account, with a form that invites another one. */
export function AccountMembers({ accountId, members, invitations, mayInvite }: Props) {
  return (
    <>
      {members.length === 0 ? (
        <p className="mt-2 text-quiet">Nobody has joined the account. The first one is its owner.</p>
      ) : (
        <ul className="mt-3 divide-y divide-line border-y border-line">
          {members.map(({ person, role, spending }) => (
            <li key={person.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <p className="min-w-0 break-words">
                <Link href={`/operator/people/${person.id}`} prefetch={false} className={rowLink}>
                  {person.name}
                </Link>
                <span className="block text-sm text-quiet">{person.email}</span>
              </p>
              <p className="text-sm text-quiet tabular-nums">
                {role} · {countOf(spending.month.spent, 'credit')} this month
              </p>
            </li>
          ))}
        </ul>
      )}
      {invitations.length > 0 && (
        <>
          <h3 className="mt-6 font-medium">Open invitations</h3>
          <ul className="mt-2 divide-y divide-line border-y border-line">
            {invitations.map(({ id, role, email, expiresAt }) => (
              <li key={id} className="py-3">
                <p className="break-words">{email ?? 'A link to copy'}</p>
                <p className="text-sm text-quiet tabular-nums">
                  {role} · until {momentText(expiresAt)} UTC
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
      {mayInvite && <InviteForm accountId={accountId} role={members.length === 0 ? 'owner' : 'member'} />}
    </>
  );
}

const created = z.object({ link: z.string() });

function InviteForm({ accountId, role }: { accountId: string; role: 'owner' | 'member' }) {
  const { change, made } = useChange();
  const [link, setLink] = useState<string | null>(null);
  async function submit(fields: FormData) {
    const wish = { ...invitationOf(fields), ...reasonOf(fields) };
    setLink((await change(`/api/operator/accounts/${accountId}/invitations`, wish, created)).link);
  }
  return (
    <>
      <PersonForm key={made} action="Invite" submit={submit}>
        {(faults) => (
          <>
            <InvitationFields role={role} offersOwner faults={faults} />
            <ReasonField fault={faults['reason']} isOptional />
          </>
        )}
      </PersonForm>
      {link !== null && (
        <LinkToCopy link={link} about="The first person who opens it joins. It works for seven days." />
      )}
    </>
  );
}
