'use client';

import { useState } from 'react';
import * as z from 'zod/mini';
import type { OperatorRole } from '../../lib/account/operator-role.ts';
import { DownloadButton } from '../download-button.tsx';
import { useConfirmed } from './confirming.tsx';
import { LinkToCopy } from './link-to-copy.tsx';
import { PersonForm } from '../people/person-form.tsx';
import { textOf } from '../people/text-of.ts';
import { ReasonField } from './reason-field.tsx';
import { reasonOf } from './reason-of.ts';
import { RoleField } from './role-field.tsx';
import { useChange } from './use-change.ts';

/** Changes the role of a person. */
export function RoleForm({ personId, role }: { personId: string; role: OperatorRole | null }) {
  const { change, made } = useChange();
  const submit = (fields: FormData) => {
    const operatorRole = textOf(fields, 'operatorRole') || null;
    return change(
      `/api/operator/people/${personId}/role`,
      { operatorRole, ...reasonOf(fields) },
      z.unknown(),
    );
  };
  return (
    <>
      <PersonForm key={made} action="Change role" submit={submit}>
        {(faults) => (
          <>
            <RoleField role={role} none="No operator" />
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

/** Ends all sessions of a person. */
export function SignOutForm({ personId }: { personId: string }) {
  const { change, made } = useChange();
  const submit = (fields: FormData) =>
    change(`/api/operator/people/${personId}/sign-out`, reasonOf(fields), z.unknown());
  return (
    <PersonForm key={made} action="End all sessions" submit={submit}>
      {(faults) => <ReasonField fault={faults['reason']} isOptional />}
    </PersonForm>
  );
}

const resetFactors = z.object({ reset: z.boolean() });

/** Removes the second factor and the passkeys of a person. */
export function ResetFactorsForm({ personId }: { personId: string }) {
  const { change } = useChange();
  const [wasReset, setWasReset] = useState<boolean | null>(null);
  async function submit(fields: FormData) {
    const address = `/api/operator/people/${personId}/factor-reset`;
    setWasReset((await change(address, reasonOf(fields), resetFactors)).reset);
  }
  return (
    <>
      <PersonForm action="Reset second factor" submit={submit}>
        {(faults) => <ReasonField fault={faults['reason']} isOptional />}
      </PersonForm>
      <p role="status" className="mt-2 text-sm text-good">
        {wasReset === true && 'The second factor and the passkeys were removed.'}
        {wasReset === false && 'This person has no second factor and no passkeys.'}
      </p>
    </>
  );
}

const answer = z.object({ link: z.string() });

/** Makes a link by which a person chooses a password. */
export function PasswordLinkForm({ personId }: { personId: string }) {
  const { change } = useChange();
  const [link, setLink] = useState<string | null>(null);
  async function submit(fields: FormData) {
    const address = `/api/operator/people/${personId}/password-link`;
    setLink((await change(address, reasonOf(fields), answer)).link);
  }
  return (
    <>
      <PersonForm action="Make a link" submit={submit}>
        {(faults) => <ReasonField fault={faults['reason']} isOptional />}
      </PersonForm>
      {link !== null && (
        <LinkToCopy link={link} about="The link works once, for seven days. It was also mailed." />
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
export function EraseForm({ personId }: { personId: string }) {
  const { change } = useChange();
  const submit = (fields: FormData) =>
    change(`/api/operator/people/${personId}/erasure`, reasonOf(fields), z.unknown());
  return (
    <PersonForm action="Erase this person" submit={submit}>
      {(faults) => <ReasonField fault={faults['reason']} />}
    </PersonForm>
  );
}
