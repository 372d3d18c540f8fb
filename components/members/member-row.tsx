'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import type { Member } from '../../lib/account/members.ts';
import { type MemberRole, mayRole } from '../../lib/account/roles.ts';
import { groupedNumber } from '../../lib/text/numbers.ts';
import { momentText } from '../../lib/text/times.ts';
import { useConfirmation } from '../confirmation/use-confirmation.tsx';
import { fetchJson } from '../fetch-json.ts';
import { fetchSession } from '../keys/fetch-session.ts';
import { SpendingBar } from '../keys/spending-bar.tsx';
import { useChangeOfCaller } from '../keys/use-change-of-caller.ts';
import { PersonForm } from '../people/person-form.tsx';
import { quietButton } from '../shell/buttons.tsx';
import { Confirmation } from '../shell/confirmation.tsx';
import { TitledModal } from '../shell/modal.tsx';
import { useIsSuspended } from '../shell/use-is-suspended.ts';
import { membersOptions } from './members-options.ts';
import { TermFields, termsOf } from './term-fields.tsx';

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
  const isSuspended = useIsSuspended();
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
            <button
              type="button"
              disabled={isSuspended}
              onClick={() => setDialog('change')}
              className={quietButton}
            >
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

/** Asks before somebody is removed, or leaves. */
function RemoveDialog({
  person,
  isSelf,
  onClose,
}: {
  person: Member['person'];
  isSelf: boolean;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const changeCaller = useChangeOfCaller();
  const { confirmed, dialog } = useConfirmation();
  async function act() {
    const { signal } = new AbortController();
    const remove = () => fetchJson(`/api/members/${person.id}`, z.undefined(), signal, { method: 'DELETE' });
    if (isSelf) return changeCaller(() => remove().then(() => fetchSession(signal)));
    await confirmed(remove);
    await client.invalidateQueries(membersOptions());
    return onClose();
  }
  return (
    <>
      <Confirmation
        title={isSelf ? 'Leave this account?' : 'Remove this member?'}
        action={isSelf ? 'Leave' : 'Remove'}
        act={act}
        close={onClose}
      >
        <p className="break-words">
          {isSelf ? (
            'Your API keys of this account stop working immediately.'
          ) : (
            <>
              <strong>{person.name}</strong> ({person.email}) loses this account. Their API keys of it stop
              working immediately.
            </>
          )}
        </p>
      </Confirmation>
      {dialog}
    </>
  );
}

interface ChangeMemberDialogProps {
  member: Member;
  offersOwner: boolean;
  onClose: () => void;
}

/** Changes the role and the spending limits of a member. */
export function ChangeMemberDialog({ member, offersOwner, onClose }: ChangeMemberDialogProps) {
  const client = useQueryClient();
  const { confirmed, dialog } = useConfirmation();
  const { person, role, spending } = member;
  const [chosen, setChosen] = useState(role);
  const losesKeys = mayRole(role, 'own-keys') && !mayRole(chosen, 'own-keys');
  const caps = { day: spending.day.cap, month: spending.month.cap, total: spending.total.cap };
  async function submit(fields: FormData) {
    const { signal } = new AbortController();
    await confirmed(() =>
      fetchJson(`/api/members/${person.id}`, z.undefined(), signal, { body: termsOf(fields) }),
    );
    await client.invalidateQueries(membersOptions());
    onClose();
  }
  return (
    <>
      <TitledModal label={`Change ${person.name}`} close={onClose}>
        <PersonForm action="Save" submit={submit} isDanger={losesKeys}>
          {(faults) => (
            <>
              <TermFields
                role={role}
                caps={caps}
                offersOwner={offersOwner}
                onRole={setChosen}
                faults={faults}
              />
              {losesKeys && (
                <p role="alert" className="text-sm break-words text-bad">
                  The API keys of {person.name} in this account, and the agents that use them, stop working
                  immediately and do not come back.
                </p>
              )}
            </>
          )}
        </PersonForm>
      </TitledModal>
      {dialog}
    </>
  );
}
