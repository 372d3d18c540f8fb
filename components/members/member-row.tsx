'use client';

import { useState } from 'react';
import type { MemberRole } from '../../lib/account/member-role.ts';
import { mayRole } from '../../lib/account/member-role.ts';
import type { Member } from '../../lib/account/members.ts';
import { groupedNumber } from '../../lib/text/grouped-number.ts';
import { momentText } from '../../lib/text/moment-text.ts';
import { SpendingBar } from '../keys/spending-bar.tsx';
import { quietButton } from '../quiet-button.ts';
import { ChangeMemberDialog } from './change-member-dialog.tsx';
import { RemoveDialog } from './remove-dialog.tsx';

interface Props {
  member: Member;
  isSelf: boolean;
  /** Of the person who looks; null if they manage nobody. */
  ownRole: MemberRole | null;
}

/** A member: role, and how much of the limits is spent. */
export function MemberRow({ member, isSelf, ownRole }: Props) {
  const { person, role, joinedAt, spending } = member;
  const [dialog, setDialog] = useState<'change' | 'remove' | null>(null);
  const verb = role === 'owner' ? 'manage-owners' : 'manage-members';
  const manages = ownRole !== null && mayRole(ownRole, verb);
  const close = () => setDialog(null);
  return (
    <li className="py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <p className="flex flex-wrap items-baseline gap-x-2 font-medium">
            <span className="min-w-0 break-words">{person.name}</span>
            <span className="rounded-sm bg-accent-soft px-1.5 text-sm font-normal text-ink">{role}</span>
            {isSelf && <span className="text-sm font-normal text-good">You</span>}
          </p>
          <p className="text-sm break-words text-quiet">
            {person.email} · joined {momentText(joinedAt)} UTC
          </p>
          <p className="text-sm text-quiet tabular-nums">
            Spent {groupedNumber(spending.day.spent)} today, {groupedNumber(spending.month.spent)} this month,{' '}
            {groupedNumber(spending.total.spent)} in total
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {manages && (
            <button type="button" onClick={() => setDialog('change')} className={quietButton}>
              Change<span className="sr-only"> {person.name}</span>
            </button>
          )}
          {(manages || isSelf) && (
            <button type="button" onClick={() => setDialog('remove')} className={`${quietButton} text-bad`}>
              {isSelf ? 'Leave' : 'Remove'}
              <span className="sr-only">{isSelf ? ' the account' : ` ${person.name}`}</span>
            </button>
          )}
        </div>
      </div>
      <div className="mt-2 grid gap-x-6 gap-y-2 sm:grid-cols-3 [&:empty]:hidden">
        <SpendingBar label="Today" {...spending.day} />
        <SpendingBar label="This month" {...spending.month} />
        <SpendingBar label="Total" {...spending.total} />
      </div>
      {dialog === 'change' && (
        <ChangeMemberDialog
          member={member}
          offersOwner={ownRole !== null && mayRole(ownRole, 'manage-owners')}
          onClose={close}
        />
      )}
      {dialog === 'remove' && <RemoveDialog person={person} isSelf={isSelf} onClose={close} />}
    </li>
  );
}
