'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mostAlerts } from '../../lib/account/alerts.ts';
import { mayRole } from '../../lib/account/member-role.ts';
import type { Session } from '../../lib/account/session.ts';
import { OwnLoadError } from '../own-load-error.tsx';
import { AddButton } from '../shell/add-button.tsx';
import { AddAlertDialog } from './add-alert-dialog.tsx';
import { AlertRow } from './alert-row.tsx';
import { alertsOptions } from './alerts-options.ts';

/** What the account wants to be told of: its balance, and what it spends. */
export function Alerts({ session }: { session: Session }) {
  const { data, error, isPending, refetch } = useQuery(alertsOptions());
  const [adding, setAdding] = useState(false);
  const manages = !session.seeing && (session.role === null || mayRole(session.role, 'manage-alerts'));
  const isFull = data !== undefined && data.list.length >= mostAlerts;
  return (
    <section aria-labelledby="alerts" className="mt-12">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="alerts" className="text-lg font-semibold">
          Alerts
        </h2>
        {manages && data && !isFull && (
          <AddButton session={session} label="Add alert" onClick={() => setAdding(true)} />
        )}
      </div>
      {isPending && <p className="mt-3 text-quiet">Loading the alerts…</p>}
      {error && !data && <OwnLoadError what="The alerts" error={error} retry={() => void refetch()} />}
      {data?.list.length === 0 && (
        <p className="mt-3 rounded-md border border-dashed border-line px-6 py-8 text-center text-quiet">
          No alerts. An alert tells you by mail when the balance is low, or when much is spent.
        </p>
      )}
      <ul className="mt-2 divide-y divide-line border-y border-line empty:hidden">
        {data?.list.map((alert) => (
          <AlertRow key={alert.id} alert={alert} manages={manages} takingWebhooks={data.takingWebhooks} />
        ))}
      </ul>
      {isFull && <p className="mt-2 text-sm text-quiet">An account has at most {mostAlerts} alerts.</p>}
      {adding && <AddAlertDialog session={session} onClose={() => setAdding(false)} />}
    </section>
  );
}
