'use client';

import { useState } from 'react';
import type { OperatorRole } from '../../../lib/account/session.ts';
import { DownloadButton } from '../../download-button.tsx';
import { useConfirmed } from '../../confirmation/use-action.ts';
import { DangerButton } from '../danger-button.tsx';
import { LinkToCopy } from '../part.tsx';
import { PersonForm } from '../../people/person-form.tsx';
import { textOf } from '../../people/fields.tsx';
import { useSendsMail } from '../../sends-mail.tsx';
import { ReasonField, reasonOf, useChange } from '../change-button.tsx';
import { RoleField } from './new-operator.tsx';

/** Changes the role of a person. */
export function RoleForm({ personId, role }: { personId: string; role: OperatorRole | null }) {
  const { change, made } = useChange();
  const [chosen, setChosen] = useState<string>(role ?? '');
  const losesKeys = role !== null && chosen === '';
  const submit = (fields: FormData) => {
    const body = { operatorRole: textOf(fields, 'operatorRole') || null, ...reasonOf(fields) };
    return change('POST /api/operator/people/{person_id}/role', { params: { person_id: personId }, body });
  };
  return (
    <>
      <PersonForm key={made} action="Change role" submit={submit} isDanger={losesKeys}>
        {(faults) => (
          <>
            <RoleField role={role} none="Not an operator" onRole={setChosen} />
            {losesKeys && (
              <p role="alert" className="text-sm text-bad">
                The operator keys of this person stop working immediately and cannot be restored.
              </p>
            )}
            <ReasonField fault={faults['reason']} isOptional />
          </>
        )}
      </PersonForm>
      <p role="status" className="mt-2 text-sm text-good">
        {made > 0 && 'The role was changed.'}
      </p>
    </>
  );
}

interface Person {
  id: string;
  name: string;
}

/** Ends all sessions of a person. */
export function EndSessions({ person: { id, name } }: { person: Person }) {
  return (
    <p className="mt-3">
      <DangerButton
        action="End all sessions"
        title="End all sessions?"
        isReasonOptional={true}
        route="POST /api/operator/people/{person_id}/sign-out"
        params={{ person_id: id }}
      >
        <p className="break-words">
          <strong>{name}</strong> is signed out on every device at once, and has to sign in again.
        </p>
      </DangerButton>
    </p>
  );
}

/** Removes the second factor and the passkeys of a person. */
export function ResetFactors({ person: { id, name } }: { person: Person }) {
  const [wasReset, setWasReset] = useState<boolean | null>(null);
  return (
    <>
      <p className="mt-3">
        <DangerButton
          action="Reset second factor"
          title="Reset the second factor?"
          isReasonOptional={true}
          route="POST /api/operator/people/{person_id}/factor-reset"
          params={{ person_id: id }}
          onDone={({ reset }) => setWasReset(reset)}
        >
          <p className="break-words">
            The authenticator app, recovery codes and passkeys of <strong>{name}</strong> are removed, and all
            their sessions end. This cannot be undone.
          </p>
        </DangerButton>
      </p>
      <p role="status" className="mt-2 text-sm text-good">
        {wasReset === true && 'The second factor and the passkeys were removed.'}
        {wasReset === false && 'This person has no second factor and no passkeys.'}
      </p>
    </>
  );
}

/** Makes a link by which a person chooses a password. */
export function PasswordLinkForm({ personId, isFirst }: { personId: string; isFirst: boolean }) {
  const { change } = useChange();
  const sendsMail = useSendsMail();
  const [link, setLink] = useState<string | null>(null);
  async function submit(fields: FormData) {
    const given = { params: { person_id: personId }, body: reasonOf(fields) };
    setLink((await change('POST /api/operator/people/{person_id}/password-link', given)).link);
  }
  return (
    <>
      {isFirst && (
        <p className="mt-2 text-warn">
          The email address of this person is not verified yet. The first use of a link verifies it, and ends
          everything that was set up before: password, second factor, passkeys, identities and sessions.
        </p>
      )}
      <PersonForm action="Create link" submit={submit}>
        {(faults) => <ReasonField fault={faults['reason']} isOptional />}
      </PersonForm>
      {link !== null && (
        <LinkToCopy
          link={link}
          about={`The link works once, for seven days. ${sendsMail ? 'It was also emailed.' : 'This portal does not send email: send it to the person yourself.'}`}
        />
      )}
    </>
  );
}

/** Saves the data of a person. */
export function ExportButton({ personId }: { personId: string }) {
  return (
    <DownloadButton
      address={`/api/operator/people/${personId}/export`}
      fileName={`farebox-${personId}.json`}
      label="Save the data"
      confirmed={useConfirmed()}
    />
  );
}

/** Erases a person. */
export function ErasePerson({ person: { id, name } }: { person: Person }) {
  return (
    <DangerButton
      action="Erase this person"
      title={`Erase ${name}?`}
      nameToType={name}
      route="POST /api/operator/people/{person_id}/erasure"
      params={{ person_id: id }}
    >
      <p className="break-words">
        <strong>{name}</strong> loses name, address, sessions, sign-in and API keys, and accounts without
        other members are closed. This cannot be undone.
      </p>
    </DangerButton>
  );
}
