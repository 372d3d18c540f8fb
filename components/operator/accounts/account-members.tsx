'use client';

import { countOf } from '../../../lib/text/numbers.ts';
import Link from 'next/link';
import { useState } from 'react';
import type { InvitationList, Member } from '../../../lib/account/members.ts';
import { momentText } from '../../../lib/text/times.ts';
import { InvitationFields, invitationOf } from '../../members/term-fields.tsx';
import { PersonForm } from '../../people/person-form.tsx';
import { DangerButton } from '../danger-button.tsx';
import { LinkToCopy } from '../part.tsx';
import { ReasonField, reasonOf, useChange } from '../change-button.tsx';
import { rowLink } from '../rows.tsx';

interface Props {
  accountId: string;
  members: Member[];
  invitations: InvitationList['list'];
  mayInvite: boolean;
  mayWithdraw: boolean;
}

/** The people of an account, with a form that invites another one. */
export function AccountMembers({ accountId, members, invitations, mayInvite, mayWithdraw }: Props) {
  return (
    <>
      {members.length === 0 ? (
        <p className="mt-2 text-quiet">
          Nobody has joined the account yet. The first person to join becomes its owner.
        </p>
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
            {invitations.map((invitation) => (
              <InvitationLine
                key={invitation.id}
                accountId={accountId}
                invitation={invitation}
                mayWithdraw={mayWithdraw}
              />
            ))}
          </ul>
        </>
      )}
      {mayInvite && <InviteForm accountId={accountId} role={members.length === 0 ? 'owner' : 'member'} />}
    </>
  );
}

function InvitationLine({
  accountId,
  invitation: { id, role, email, expiresAt },
  mayWithdraw,
}: {
  accountId: string;
  invitation: Props['invitations'][number];
  mayWithdraw: boolean;
}) {
  const until = `${role} · until ${momentText(expiresAt)} UTC`;
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="break-words">{email ?? 'A link to copy'}</p>
        <p className="text-sm text-quiet tabular-nums">{until}</p>
      </div>
      {mayWithdraw && (
        <DangerButton
          action="Withdraw"
          about={`the invitation of ${email ?? until}`}
          title="Withdraw this invitation?"
          isReasonOptional
          route="POST /api/operator/accounts/{account_id}/invitations/{invitation_id}/withdrawal"
          params={{ account_id: accountId, invitation_id: id }}
        >
          <p className="break-words">
            The link for <strong>{email ?? `a new ${role}`}</strong> stops working immediately. This cannot be
            undone.
          </p>
        </DangerButton>
      )}
    </li>
  );
}

function InviteForm({ accountId, role }: { accountId: string; role: 'owner' | 'member' }) {
  const { change, made } = useChange();
  const [link, setLink] = useState<string | null>(null);
  async function submit(fields: FormData) {
    const body = { ...invitationOf(fields), ...reasonOf(fields) };
    const params = { account_id: accountId };
    setLink((await change('POST /api/operator/accounts/{account_id}/invitations', { params, body })).link);
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
