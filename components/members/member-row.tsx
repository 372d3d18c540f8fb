'use client';

import { useState } from 'react';
import type { Member } from '../../lib/account/members.ts';
import { type MemberRole, mayRole } from '../../lib/account/roles.ts';
import { groupedNumber } from '../../lib/text/numbers.ts';
import { momentText } from '../../lib/text/times.ts';
import { useAction } from '../confirmation/use-action.ts';
import { fetchJson } from '../fetch-json.ts';
import { fetchSession } from '../keys/fetch-session.ts';
import { SpendingBars } from '../keys/spending-bar.tsx';
import { useChangeOfCaller } from '../keys/use-change-of-caller.ts';
import { membersQuery } from '../people/queries.ts';
import { quietButton } from '../shell/buttons.tsx';
import { ConfirmButton, FormDialog } from '../shell/confirmation.tsx';
import { useIsSuspended } from '../shell/header/account-status.tsx';
import { TermFields, termsOf } from './term-fields.tsx';

interface Props {
  member: Member;
  isSelf: boolean;
  /** Whether the account has no other owner. */
  isLastOwner: boolean;
  /** Of the person who looks; null if they manage nobody. */
  ownRole: MemberRole | null;
}

/** A member: role, and how much of the limits is spent. */
export function MemberRow({ member, isSelf, isLastOwner, ownRole }: Props) {
  const { person, role, joinedAt, spending } = member;
  const [isChanging, setIsChanging] = useState(false);
  const verb = role === 'owner' ? 'manage-owners' : 'manage-members';
  const manages = ownRole !== null && mayRole(ownRole, verb);
  const isSuspended = useIsSuspended();
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
          {isSelf && isLastOwner && (
            <p className="text-sm text-quiet">
              You are the only owner: to leave, make another member an owner first.
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          {manages && (
            <button
              type="button"
              disabled={isSuspended}
              onClick={() => setIsChanging(true)}
              className={quietButton}
            >
              Change<span className="sr-only"> {person.name}</span>
            </button>
          )}
          {(manages || isSelf) && !isLastOwner && <RemoveButton person={person} isSelf={isSelf} />}
        </div>
      </div>
      <SpendingBars limits={spending} className="mt-2 gap-x-6 gap-y-2 [&:empty]:hidden" />
      {isChanging && (
        <ChangeMemberDialog
          member={member}
          offersOwner={ownRole !== null && mayRole(ownRole, 'manage-owners')}
          onClose={() => setIsChanging(false)}
        />
      )}
    </li>
  );
}

/** Asks before somebody is removed, or leaves. */
function RemoveButton({ person, isSelf }: { person: Member['person']; isSelf: boolean }) {
  const changeCaller = useChangeOfCaller();
  const act = useAction(membersQuery);
  const action = isSelf ? 'Leave' : 'Remove';
  function remove(): Promise<unknown> {
    const route = 'DELETE /api/members/{person_id}';
    const params = { person_id: person.id };
    if (!isSelf) return act(route, { params });
    return changeCaller(() => fetchJson(route, { params }).then(() => fetchSession()));
  }
  return (
    <ConfirmButton
      label={
        <>
          {action}
          <span className="sr-only">{isSelf ? ' the account' : ` ${person.name}`}</span>
        </>
      }
      className={`${quietButton} text-bad`}
      title={isSelf ? 'Leave this account?' : 'Remove this member?'}
      action={action}
      act={remove}
    >
      <p className="break-words">
        {isSelf ? (
          'Your API keys for this account stop working immediately.'
        ) : (
          <>
            <strong>{person.name}</strong> ({person.email}) loses access to this account. Their API keys for
            it stop working immediately.
          </>
        )}
      </p>
    </ConfirmButton>
  );
}

interface ChangeMemberDialogProps {
  member: Member;
  offersOwner: boolean;
  onClose: () => void;
}

/** Changes the role and the spending limits of a member. */
export function ChangeMemberDialog({ member, offersOwner, onClose }: ChangeMemberDialogProps) {
  const act = useAction(membersQuery);
  const { person, role, spending } = member;
  const [chosen, setChosen] = useState(role);
  const losesKeys = mayRole(role, 'own-keys') && !mayRole(chosen, 'own-keys');
  const caps = { day: spending.day.cap, month: spending.month.cap, total: spending.total.cap };
  const submit = (fields: FormData) =>
    act('POST /api/members/{person_id}', { params: { person_id: person.id }, body: termsOf(fields) }).then(
      onClose,
    );
  return (
    <FormDialog
      title={`Change ${person.name}`}
      action="Save"
      submit={submit}
      close={onClose}
      isDanger={losesKeys}
    >
      {(faults) => (
        <>
          <TermFields role={role} caps={caps} offersOwner={offersOwner} onRole={setChosen} faults={faults} />
          {losesKeys && (
            <p role="alert" className="text-sm break-words text-bad">
              The API keys of {person.name} in this account, and the agents that use them, stop working
              immediately and cannot be restored.
            </p>
          )}
        </>
      )}
    </FormDialog>
  );
}
