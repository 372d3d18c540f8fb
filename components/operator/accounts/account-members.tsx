'use client';

import Link from 'next/link';
import { useState } from 'react';
import type { InvitationList, Member } from '../../../lib/account/members.ts';
import { groupedNumber } from '../../../lib/text/numbers.ts';
import { momentText, dayText } from '../../../lib/text/times.ts';
import { InvitationFields, invitationOf } from '../../members/term-fields.tsx';
import { Avatar } from '../../shell/avatar.tsx';
import { FormDialog } from '../../shell/confirmation.tsx';
import { mailIcon } from '../../shell/icon-paths.ts';
import { Icon } from '../../shell/icons.tsx';
import { TitledModal } from '../../shell/modal.tsx';
import { DangerButton } from '../parts/danger-button.tsx';
import { LinkToCopy } from '../parts/part.tsx';
import { ReasonField, reasonOf, useChange } from '../parts/change-button.tsx';
import { rowLink } from '../parts/rows.tsx';

interface Props {
  accountId: string;
  members: Member[];
  invitations: InvitationList['list'];
  mayWithdraw: boolean;
}

const line = 'flex min-h-11 items-center gap-3 border-b border-rule py-1.5 text-dense';

/** The people of an account, and those who are invited. */
export function AccountMembers({ accountId, members, invitations, mayWithdraw }: Props) {
  if (members.length + invitations.length === 0)
    return (
      <p className="border-b border-rule py-3 text-dense text-quiet">
        Nobody has joined the account yet. The first person to join becomes its owner.
      </p>
    );
  return (
    <ul>
      {members.map(({ person, role, spending: { month } }) => (
        <li key={person.id} className={line}>
          <Avatar name={person.name} />
          <span className="min-w-0 flex-1">
            <span className="flex min-w-0 flex-wrap items-center gap-x-2">
              <Link
                href={`/operator/people/${person.id}`}
                prefetch={false}
                title={person.email}
                className={`${rowLink} min-w-0 truncate`}
              >
                {person.name}
              </Link>
              <span className="tag">{role}</span>
            </span>
          </span>
          <span className="text-right whitespace-nowrap text-quiet tabular-nums">
            <span className="text-ink">{groupedNumber(month.spent)}</span>{' '}
            {month.cap === null ? 'this month' : `of ${groupedNumber(month.cap)} a month`}
          </span>
        </li>
      ))}
      {invitations.map((invitation) => (
        <InvitationLine
          key={invitation.id}
          accountId={accountId}
          invitation={invitation}
          mayWithdraw={mayWithdraw}
        />
      ))}
    </ul>
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
    <li className={line}>
      <span className="grid size-6 shrink-0 place-items-center rounded-full bg-sunk text-quiet shadow-[inset_0_0_0_1px_var(--line)]">
        <Icon path={mailIcon} className="size-3.5" />
      </span>
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
        <span className="min-w-0 break-words">{email ?? 'A link to copy'}</span>
        <span className="tag">{role}</span>
        <span className="text-quiet">invited, until {dayText(expiresAt)}</span>
      </span>
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

interface InviteProps {
  accountId: string;
  /** Offered first: the first person to join is the owner. */
  role: 'owner' | 'member';
}

export function InviteButton(invite: InviteProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)} className="with-script button button-small">
        Invite…
      </button>
      {isOpen && <InviteDialog {...invite} close={() => setIsOpen(false)} />}
    </>
  );
}

/** Invites a person, and shows the link for them. */
export function InviteDialog({ accountId, role, close }: InviteProps & { close: () => void }) {
  const { change } = useChange();
  const [link, setLink] = useState<string | null>(null);
  async function submit(fields: FormData) {
    const body = { ...invitationOf(fields), ...reasonOf(fields) };
    const params = { account_id: accountId };
    setLink((await change('POST /api/operator/accounts/{account_id}/invitations', { params, body })).link);
  }
  if (link !== null)
    return (
      <TitledModal label="The invitation" close={close}>
        <LinkToCopy link={link} about="The first person who opens it joins. It works for seven days." />
      </TitledModal>
    );
  return (
    <FormDialog title="Invite a member" action="Invite" submit={submit} close={close}>
      {(faults) => (
        <>
          <InvitationFields role={role} offersOwner faults={faults} />
          <ReasonField fault={faults['reason']} isOptional />
        </>
      )}
    </FormDialog>
  );
}
