'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mostAlerts, type Alert } from '../../lib/account/alerts.ts';
import { keyName } from '../../lib/account/api-keys.ts';
import { mayRole } from '../../lib/account/roles.ts';
import type { Session } from '../../lib/account/session.ts';
import { alertWords, reachedWords, toldWords, newAlertOf } from '../../lib/view/alert-words.ts';
import { useAction } from '../confirmation/use-action.ts';
import { CheckField, CreditsField, SelectField } from '../keys/key-field.tsx';
import { OwnLoadError } from '../load-error.tsx';
import { alertsQuery, apiKeysQuery, membersQuery } from '../people/queries.ts';
import { usePortalFacts } from '../portal-facts.tsx';
import { AddButton } from '../shell/add-button.tsx';
import { quietButton } from '../shell/buttons.tsx';
import { ConfirmButton, FormDialog } from '../shell/confirmation.tsx';

/** What the account wants to be told of: its balance, and what it spends. */
export function Alerts({ session }: { session: Session }) {
  const { data, error, isPending, refetch } = useQuery(alertsQuery);
  const { sendsMail } = usePortalFacts();
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
          No alerts. An alert {sendsMail ? 'emails you' : 'sends an event to your webhooks'} when the balance
          is low or spending is high.
        </p>
      )}
      {!sendsMail && (
        <p className="mt-2 text-sm text-quiet">
          This portal does not send email: alerts reach webhooks, and their emails are for the operator to
          read. An operator can set up a mail server.
        </p>
      )}
      <ul className="mt-2 divide-y divide-line border-y border-line empty:hidden">
        {data?.list.map((alert) => (
          <AlertRow key={alert.id} alert={alert} manages={manages} takingWebhooks={data.takingWebhooks} />
        ))}
      </ul>
      {isFull && <p className="mt-2 text-sm text-quiet">An account can have at most {mostAlerts} alerts.</p>}
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
  const act = useAction(alertsQuery);
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
        <ConfirmButton
          label="Delete"
          aria-label={`Delete the alert: ${words}`}
          className={`${quietButton} text-bad`}
          title="Delete this alert?"
          action="Delete"
          act={() => act('DELETE /api/alerts/{alert_id}', { params: { alert_id: alert.id } })}
        >
          <p className="break-words">
            <strong>{words}.</strong> Nobody will be notified about it anymore.
          </p>
        </ConfirmButton>
      )}
    </li>
  );
}

/** Adds an alert to the account. */
function AddAlertDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const act = useAction(alertsQuery);
  const submit = (fields: FormData) => act('POST /api/alerts', { body: newAlertOf(fields) }).then(onClose);
  return (
    <FormDialog title="Add alert" action="Add alert" submit={submit} close={onClose}>
      {(faults) => <AlertFields faults={faults} session={session} />}
    </FormDialog>
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
      <SelectField
        label="When"
        name="watches"
        value={watches}
        onChange={(event) => setWatches(event.target.value)}
        options={[
          ['balance', 'Balance falls below'],
          ['day', 'Daily spending reaches'],
          ['month', 'Monthly spending reaches'],
        ]}
      />
      <CreditsField label="Credits" name="credits" required fault={faults['credits']} />
      {!isBalance && <SubjectField role={session.role} fault={faults['keyId'] ?? faults['personId']} />}
      <PeopleField ownId={session.person?.id} fault={faults['people']} />
      <CheckField name="webhooks" defaultChecked>
        Webhooks subscribed to alert.reached
      </CheckField>
    </>
  );
}

/** The members who get a mail; at first the visitor. */
function PeopleField({ ownId, fault }: { ownId: string | undefined; fault: string | undefined }) {
  const { data } = useQuery(membersQuery);
  const { sendsMail } = usePortalFacts();
  return (
    <fieldset>
      <legend className="text-sm font-medium">{sendsMail ? 'Send an email to' : 'Write an email to'}</legend>
      {!sendsMail && (
        <p className="text-sm text-quiet">
          This portal does not send email: the operator reads it in the portal’s outbox.
        </p>
      )}
      <div className="mt-1 grid max-h-48 gap-1 overflow-y-auto">
        {data?.list.map(({ person }) => (
          <CheckField key={person.id} name="people" value={person.id} defaultChecked={person.id === ownId}>
            {person.name} <span className="text-quiet">{person.email}</span>
          </CheckField>
        ))}
        {data?.list.length === 0 && <p className="text-sm text-quiet">The account has no members.</p>}
      </div>
      {fault !== undefined && <p className="text-sm text-bad">{fault}</p>}
    </fieldset>
  );
}

/** Whose spending an alert watches. Its value is a kind and an id. */
function SubjectField({ role, fault }: { role: Session['role']; fault: string | undefined }) {
  const { data: members } = useQuery(membersQuery);
  const seesKeys = role === null || mayRole(role, 'read-keys') || mayRole(role, 'own-keys');
  const { data: keys } = useQuery({ ...apiKeysQuery, enabled: seesKeys });
  const active = keys?.list.filter(({ revokedAt }) => revokedAt === null) ?? [];
  return (
    <SelectField
      label="Spending by"
      name="of"
      defaultValue="account"
      options={[['account', 'The account']]}
      fault={fault}
    >
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
    </SelectField>
  );
}
