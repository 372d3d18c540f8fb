'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import type { invitationList } from '../../lib/account/members.ts';
import { momentText } from '../../lib/text/moment-text.ts';
import { fetchJson } from '../fetch-json.ts';
import { OwnLoadError } from '../own-load-error.tsx';
import { quietButton } from '../quiet-button.ts';
import { Confirmation } from '../shell/confirmation.tsx';
import { invitationsOptions } from './members-options.ts';

/** The open invitations, which can be withdrawn: those of owners by owners. */
export function Invitations({ managesOwners }: { managesOwners: boolean }) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(invitationsOptions());
  const [asked, setAsked] = useState<OpenInvitation>();
  const close = () => setAsked(undefined);
  async function act() {
    if (!asked) return;
    const address = `/api/members/invitations/${asked.id}`;
    try {
      await fetchJson(address, z.undefined(), new AbortController().signal, { method: 'DELETE' });
    } finally {
      // The list is also wrong if it was used already.
      await client.invalidateQueries(invitationsOptions());
    }
    close();
  }
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
            onWithdraw={managesOwners || invitation.role !== 'owner' ? () => setAsked(invitation) : undefined}
          />
        ))}
      </ul>
      {asked && (
        <Confirmation title="Withdraw this invitation?" action="Withdraw" act={act} close={close}>
          <p className="break-words">
            The link for <strong>{asked.email ?? `a new ${asked.role}`}</strong> stops working immediately.
            This cannot be undone.
          </p>
        </Confirmation>
      )}
    </section>
  );
}

type OpenInvitation = z.output<typeof invitationList>['list'][number];

function InvitationRow({
  invitation: { role, email, expiresAt },
  onWithdraw,
}: {
  invitation: OpenInvitation;
  onWithdraw: (() => void) | undefined;
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <p className="min-w-0 break-words">
        {email ?? 'A link to copy'}
        <span className="block text-sm text-quiet">
          {role} · until {momentText(expiresAt)} UTC
        </span>
      </p>
      {onWithdraw && (
        <button
          type="button"
          onClick={onWithdraw}
          aria-label={`Withdraw the invitation of ${email ?? `${role}, until ${momentText(expiresAt)} UTC`}`}
          className={`${quietButton} text-bad`}
        >
          Withdraw
        </button>
      )}
    </li>
  );
}
