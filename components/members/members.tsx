'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { InvitationList } from '../../lib/account/members.ts';
import { mayRole } from '../../lib/account/roles.ts';
import type { Session } from '../../lib/account/session.ts';
import { groupedNumber } from '../../lib/text/numbers.ts';
import { momentText } from '../../lib/text/times.ts';
import { useAction } from '../confirmation/use-action.ts';
import { Confirming } from '../confirmation/use-confirmation.tsx';
import { sessionOptions } from '../keys/session-options.ts';
import { OwnLoadError } from '../load-error.tsx';
import { invitationsQuery, membersQuery } from '../people/queries.ts';
import { TextField, textOf } from '../people/fields.tsx';
import { usePortalFacts } from '../portal-facts.tsx';
import { AddButton } from '../shell/add-button.tsx';
import { quietButton } from '../shell/buttons.tsx';
import { ConfirmButton, FormDialog } from '../shell/confirmation.tsx';
import { CopyButton } from '../shell/copy-button.tsx';
import { TitledModal } from '../shell/modal.tsx';
import { OwnTerms } from '../terms/own-terms.tsx';
import { InvitationFields, invitationOf } from './term-fields.tsx';
import { MemberRow } from './member-row.tsx';
import { SignInLink } from '../shell/header/sign-in-link.tsx';

/** The people of the account, and invitations to it. */
export function Members() {
  const { data, error, isPending, refetch } = useQuery(sessionOptions());
  return (
    <main className="mx-auto w-full max-w-6xl px-4 py-8 sm:px-6 sm:py-10 [&>*]:max-w-3xl">
      <h1 className="text-3xl font-semibold tracking-tight">Members</h1>
      {isPending && <p className="mt-6 text-quiet">Loading your session…</p>}
      {error && !data && <OwnLoadError what="Your session" error={error} retry={() => void refetch()} />}
      {data && (
        <Confirming>
          {data.kind === 'account' ? <Team session={data} /> : <NoAccount session={data} />}
        </Confirming>
      )}
    </main>
  );
}

function NoAccount({ session }: { session: Session }) {
  return (
    <p className="mt-4">
      {session.person
        ? 'You do not belong to an account. Open an invitation link to join one.'
        : 'Accounts have members. '}
      {!session.person && (
        <SignInLink className="text-accent underline underline-offset-4">Sign in</SignInLink>
      )}
    </p>
  );
}

function Team({ session }: { session: Session }) {
  const { data, error, isPending, refetch } = useQuery(membersQuery);
  const [inviting, setInviting] = useState(false);
  const [renaming, setRenaming] = useState(false);
  // API keys do not manage members.
  const ownRole = session.person ? session.role : null;
  const manages = ownRole !== null && mayRole(ownRole, 'manage-members');
  const owners = data?.list.filter(({ role }) => role === 'owner').length;
  const renames = ownRole !== null && mayRole(ownRole, 'rename-account');
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
        {renames && (
          <button type="button" onClick={() => setRenaming(true)} className={`mr-auto ${quietButton}`}>
            Rename…
          </button>
        )}
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
              isLastOwner={member.role === 'owner' && owners === 1}
              ownRole={ownRole}
            />
          ))}
        </ul>
      )}
      {manages && <Invitations managesOwners={managesOwners} />}
      <OwnTerms mayAccept={ownRole !== null && mayRole(ownRole, 'accept-terms')} />
      {renaming && <RenameDialog name={session.account?.name ?? ''} onClose={() => setRenaming(false)} />}
      {inviting && <InviteDialog offersOwner={managesOwners} onClose={() => setInviting(false)} />}
    </>
  );
}

/** Gives the account another name, which the operators of the portal see, too. */
function RenameDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const act = useAction(sessionOptions());
  async function submit(fields: FormData) {
    await act('PATCH /api/account', { body: { name: textOf(fields, 'name') } });
    onClose();
  }
  return (
    <FormDialog title={`Rename ${name}`} action="Rename" submit={submit} close={onClose}>
      {(faults) => (
        <TextField label="Name" name="name" type="text" defaultValue={name} fault={faults['name']} />
      )}
    </FormDialog>
  );
}

/** Invites somebody. The link is shown once, to be copied. */
function InviteDialog({ offersOwner, onClose }: { offersOwner: boolean; onClose: () => void }) {
  const act = useAction(invitationsQuery);
  const [created, setCreated] = useState<{ link: string; expiresAt: string; email: string | undefined }>();
  async function submit(fields: FormData) {
    const body = invitationOf(fields);
    setCreated({ ...(await act('POST /api/members/invitations', { body })), email: body.email });
  }
  if (created) return <InvitationLink {...created} onClose={onClose} />;
  return (
    <FormDialog title="Invite a member" action="Create invitation" submit={submit} close={onClose}>
      {(faults) => <InvitationFields role="member" offersOwner={offersOwner} faults={faults} />}
    </FormDialog>
  );
}

function InvitationLink({
  link,
  expiresAt,
  email,
  onClose,
}: {
  link: string;
  expiresAt: string;
  email: string | undefined;
  onClose: () => void;
}) {
  const { sendsMail } = usePortalFacts();
  return (
    <TitledModal label="Invitation link" close={onClose}>
      <p className="mt-2 break-words">
        {email !== undefined && sendsMail
          ? `It is also emailed to ${email}.`
          : `Send this link to ${email ?? 'the person you are inviting'}.`}{' '}
        It works once, until {momentText(expiresAt)} UTC. You cannot see it again.
      </p>
      <p className="mt-4 rounded-md border border-line bg-sunk p-3 font-mono text-sm break-all select-all">
        {link}
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <CopyButton
          text={link}
          label="Copy link"
          className="rounded-md bg-accent px-4 py-1.5 font-medium text-accent-ink"
        />
        <button
          type="button"
          onClick={onClose}
          className="rounded-md border border-line px-3 py-1.5 hover:bg-sunk"
        >
          Done
        </button>
      </div>
    </TitledModal>
  );
}

/** The open invitations, which can be withdrawn: those of owners by owners. */
export function Invitations({ managesOwners }: { managesOwners: boolean }) {
  const { data, error, refetch } = useQuery(invitationsQuery);
  if (error && !data)
    return <OwnLoadError what="The invitations" error={error} retry={() => void refetch()} />;
  return (
    <section aria-labelledby="invitations" className="mt-10">
      <h2 id="invitations" className="text-lg font-semibold">
        Open invitations
      </h2>
      {data?.list.length === 0 && <p className="mt-2 text-quiet">None.</p>}
      <ul className="mt-3 divide-y divide-line border-y border-line empty:hidden">
        {data?.list.map((invitation) => (
          <InvitationRow
            key={invitation.id}
            invitation={invitation}
            mayWithdraw={managesOwners || invitation.role !== 'owner'}
          />
        ))}
      </ul>
    </section>
  );
}

function InvitationRow({
  invitation: { id, role, email, expiresAt },
  mayWithdraw,
}: {
  invitation: InvitationList['list'][number];
  mayWithdraw: boolean;
}) {
  const act = useAction(invitationsQuery);
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <p className="min-w-0 break-words">
        {email ?? 'A link to copy'}
        <span className="block text-sm text-quiet">
          {role} · until {momentText(expiresAt)} UTC
        </span>
      </p>
      {mayWithdraw && (
        <ConfirmButton
          label="Withdraw"
          aria-label={`Withdraw the invitation of ${email ?? `${role}, until ${momentText(expiresAt)} UTC`}`}
          className={`${quietButton} text-bad`}
          title="Withdraw this invitation?"
          action="Withdraw"
          act={() =>
            act('DELETE /api/members/invitations/{invitation_id}', { params: { invitation_id: id } })
          }
        >
          <p className="break-words">
            The link for <strong>{email ?? `a new ${role}`}</strong> stops working immediately. This cannot be
            undone.
          </p>
        </ConfirmButton>
      )}
    </li>
  );
}
