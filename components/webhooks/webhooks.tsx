'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mayRole } from '../../lib/account/member-role.ts';
import type { Session } from '../../lib/account/session.ts';
import { OwnLoadError } from '../own-load-error.tsx';
import { AddButton } from '../shell/add-button.tsx';
import { AddWebhookDialog } from './add-webhook-dialog.tsx';
import { WebhookRow } from './webhook-row.tsx';
import { webhooksOptions } from './webhooks-options.ts';

/** The addresses that events of the account are sent to. */
export function Webhooks({ session }: { session: Session }) {
  const { role, seeing } = session;
  const { data, error, isPending, refetch } = useQuery(webhooksOptions());
  const [adding, setAdding] = useState(false);
  const manages = !seeing && (role === null || mayRole(role, 'manage-webhooks'));
  return (
    <section aria-labelledby="webhooks" className="mt-12">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="webhooks" className="text-lg font-semibold">
          Webhooks
        </h2>
        {manages && <AddButton session={session} label="Add webhook" onClick={() => setAdding(true)} />}
      </div>
      {isPending && <p className="mt-3 text-quiet">Loading the webhooks…</p>}
      {error && !data && <OwnLoadError what="The webhooks" error={error} retry={() => void refetch()} />}
      {data?.list.length === 0 && (
        <p className="mt-3 rounded-md border border-dashed border-line px-6 py-8 text-center text-quiet">
          No webhooks. A webhook is an address of yours that gets events of this account.
        </p>
      )}
      <ul className="mt-3 divide-y divide-line border-y border-line empty:hidden">
        {data?.list.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} manages={manages} />
        ))}
      </ul>
      {adding && <AddWebhookDialog onClose={() => setAdding(false)} />}
    </section>
  );
}
