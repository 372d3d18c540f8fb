'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createdAlert } from '../../lib/account/alerts.ts';
import type { Session } from '../../lib/account/session.ts';
import { newAlertOf } from '../../lib/view/new-alert-form.ts';
import { fetchJson } from '../fetch-json.ts';
import { CreditsField, field } from '../keys/key-field.tsx';
import { membersOptions } from '../members/members-options.ts';
import { PersonForm } from '../people/person-form.tsx';
import { TitledModal } from '../shell/modal.tsx';
import { alertsOptions } from './alerts-options.ts';
import { SubjectField } from './subject-field.tsx';

/** Adds an alert to the account. */
export function AddAlertDialog({ session, onClose }: { session: Session; onClose: () => void }) {
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
