'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createdInvitation } from '../../lib/account/members.ts';
import { momentText } from '../../lib/text/moment-text.ts';
import { useConfirmation } from '../confirmation/use-confirmation.tsx';
import { fetchJson } from '../fetch-json.ts';
import { PersonForm } from '../people/person-form.tsx';
import { CopyButton } from '../shell/copy-button.tsx';
import { TitledModal } from '../shell/modal.tsx';
import { InvitationFields, invitationOf } from './invitation-fields.tsx';
import { invitationsOptions } from './members-options.ts';

/** Invites somebody. The link is shown once, to be copied. */
export function InviteDialog({ offersOwner, onClose }: { offersOwner: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const { confirmed, dialog } = useConfirmation();
  const [created, setCreated] = useState<{ link: string; expiresAt: string; email: string | undefined }>();
  async function submit(fields: FormData) {
    const wish = invitationOf(fields);
    const { signal } = new AbortController();
    const made = await confirmed(() =>
      fetchJson('/api/members/invitations', createdInvitation, signal, { body: wish }),
    );
    await client.invalidateQueries(invitationsOptions());
    setCreated({ ...made, email: wish.email });
  }
  if (created) return <InvitationLink {...created} onClose={onClose} />;
  return (
    <>
      <TitledModal label="Invite a member" close={onClose}>
        <PersonForm action="Create invitation" submit={submit}>
          {(faults) => <InvitationFields role="member" offersOwner={offersOwner} faults={faults} />}
        </PersonForm>
      </TitledModal>
      {dialog}
    </>
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
  return (
    <TitledModal label="Invitation link" close={onClose}>
      <p className="mt-2 break-words">
        {email === undefined
          ? 'Send this link to the person whom you invite.'
          : `It is mailed to ${email}, too.`}{' '}
        It works once, until {momentText(expiresAt)} UTC, and is shown only now.
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
