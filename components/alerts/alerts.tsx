'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { mostAlerts, type Alert, createdAlert } from '../../lib/account/alerts.ts';
import { keyName } from '../../lib/account/api-keys.ts';
import { mayRole } from '../../lib/account/roles.ts';
import type { Session } from '../../lib/account/session.ts';
import { alertWords, reachedWords, toldWords, newAlertOf } from '../../lib/view/alert-words.ts';
import { fetchJson } from '../fetch-json.ts';
import { apiKeysOptions } from '../keys/api-keys-options.ts';
import { CreditsField, field } from '../keys/key-field.tsx';
import { OwnLoadError } from '../load-error.tsx';
import { membersOptions } from '../members/members-options.ts';
import { PersonForm } from '../people/person-form.tsx';
import { quietButton, AddButton } from '../shell/buttons.tsx';
import { Confirmation } from '../shell/confirmation.tsx';
import { TitledModal } from '../shell/modal.tsx';
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

interface Props {
  alert: Alert;
  manages: boolean;
  takingWebhooks: number;
}

/** An alert, and when it was reached. */
function AlertRow({ alert, manages, takingWebhooks }: Props) {
  const [deleting, setDeleting] = useState(false);
  const words = alertWords(alert);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <p className="min-w-0 flex-1 basis-60 break-words">
        {words}
        <span className="block text-sm text-quiet tabular-nums">
          <span className={alert.isReached ? 'text-warn' : ''}>{reachedWords(alert)}</span>
          {` · ${toldWords(alert, takingWebhooks)}`}
        </span>
      </p>
      {manages && (
        <button
          type="button"
          onClick={() => setDeleting(true)}
          aria-label={`Delete the alert: ${words}`}
          className={`${quietButton} text-bad`}
        >
          Delete
        </button>
      )}
      {deleting && <DeleteAlertDialog alert={alert} onClose={() => setDeleting(false)} />}
    </li>
  );
}

/** Asks before an alert is deleted. */
function DeleteAlertDialog({ alert, onClose }: { alert: Alert; onClose: () => void }) {
  const client = useQueryClient();
  async function act() {
    const { signal } = new AbortController();
    await fetchJson(`/api/alerts/${alert.id}`, z.undefined(), signal, { method: 'DELETE' });
    await client.invalidateQueries(alertsOptions());
    onClose();
  }
  return (
    <Confirmation title="Delete this alert?" action="Delete" act={act} close={onClose}>
      <p className="break-words">
        <strong>{alertWords(alert)}.</strong> Nobody is told of it any more.
      </p>
    </Confirmation>
  );
}

/** Adds an alert to the account. */
function AddAlertDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const client = useQueryClient();
  async function submit(fields: FormData) {
    const { signal } = new AbortController();
    await fetchJson('/api/alerts', createdAlert, signal, { body: newAlertOf(fields) });
    await client.invalidateQueries(alertsOptions());
    onClose();
  }
  return (
    <TitledModal label="Add alert" close={onClose}>
      <PersonForm action="Add alert" submit={submit}>
        {(faults) => <AlertFields faults={faults} session={session} />}
      </PersonForm>
    </TitledModal>
  );
}

interface FieldsProps {
  faults: Record<string, string>;
  session: Session;
}

function AlertFields({ faults, session }: FieldsProps) {
  const [watches, setWatches] = useState('balance');
  const isBalance = watches === 'balance';
  return (
    <>
      <label className="grid gap-1 text-sm font-medium">
        When
        <select
          name="watches"
          value={watches}
          onChange={(event) => setWatches(event.target.value)}
          className={field}
        >
          <option value="balance">The balance falls below</option>
          <option value="day">The spending of a day reaches</option>
          <option value="month">The spending of a month reaches</option>
        </select>
      </label>
      <CreditsField label="Credits" name="credits" required fault={faults['credits']} />
      {!isBalance && <SubjectField role={session.role} fault={faults['keyId'] ?? faults['personId']} />}
      <PeopleField ownId={session.person?.id} fault={faults['people']} />
      <label className="flex min-h-6 items-center gap-2 text-sm">
        <input type="checkbox" name="webhooks" defaultChecked className="size-5 accent-accent" />
        Webhooks that take the event alert.reached
      </label>
    </>
  );
}

/** The members who get a mail; at first the visitor. */
function PeopleField({ ownId, fault }: { ownId: string | undefined; fault: string | undefined }) {
  const { data } = useQuery(membersOptions());
  return (
    <fieldset>
      <legend className="text-sm font-medium">Send a mail to</legend>
      <div className="mt-1 grid max-h-48 gap-1 overflow-y-auto">
        {data?.list.map(({ person }) => (
          <label key={person.id} className="flex min-h-6 items-center gap-2 text-sm">
            <input
              type="checkbox"
              name="people"
              value={person.id}
              defaultChecked={person.id === ownId}
              className="size-5 shrink-0 accent-accent"
            />
            <span className="min-w-0 break-words">
              {person.name} <span className="text-quiet">{person.email}</span>
            </span>
          </label>
        ))}
        {data?.list.length === 0 && <p className="text-sm text-quiet">The account has no members.</p>}
      </div>
      {fault !== undefined && <p className="text-sm text-bad">{fault}</p>}
    </fieldset>
  );
}

/** Whose spending an alert watches. Its value is a kind and an id. */
function SubjectField({ role, fault }: { role: Session['role']; fault: string | undefined }) {
  const { data: members } = useQuery(membersOptions());
  const seesKeys = role === null || mayRole(role, 'read-keys') || mayRole(role, 'own-keys');
  const { data: keys } = useQuery({ ...apiKeysOptions(), enabled: seesKeys });
  const active = keys?.list.filter(({ revokedAt }) => revokedAt === null) ?? [];
  return (
    <label className="grid gap-1 text-sm font-medium">
      Spending of
      <select name="of" defaultValue="account" className={field}>
        <option value="account">The account</option>
        {active.length > 0 && (
          <optgroup label="API keys">
            {active.map((key) => (
              <option key={key.id} value={`key ${key.id}`}>
                {keyName(key)}
              </option>
            ))}
          </optgroup>
        )}
        {members && members.list.length > 0 && (
          <optgroup label="Members">
            {members.list.map(({ person }) => (
              <option key={person.id} value={`member ${person.id}`}>
                {person.name}
              </option>
            ))}
          </optgroup>
        )}
      </select>
      {fault !== undefined && <span className="font-normal text-bad">{fault}</span>}
    </label>
  );
}
