'use client';

import * as z from 'zod/mini';
import { PersonForm } from '../people/person-form.tsx';
import { DangerButton } from './danger-button.tsx';
import { reasonOf } from './reason-of.ts';
import { ReasonField } from './reason-field.tsx';
import { useChange } from './use-change.ts';

interface Props {
  account: { id: string; name: string };
  isSuspended: boolean;
}

/** Suspends an account, or ends its suspension. */
export function SuspendForm({ account: { id, name }, isSuspended }: Props) {
  const { change, made } = useChange();
  const address = `/api/operator/accounts/${id}/suspension`;
  if (!isSuspended)
    return (
      <p className="mt-3">
        <DangerButton
          action="Suspend"
          title={`Suspend ${name}?`}
          address={address}
          body={{ suspended: true }}
        >
          <p className="break-words">
            All API keys and members of <strong>{name}</strong> are refused at once, until you end the
            suspension. Its credits are kept.
          </p>
        </DangerButton>
      </p>
    );
  const submit = (fields: FormData) =>
    change(address, { suspended: false, ...reasonOf(fields) }, z.unknown());
  return (
    <PersonForm key={made} action="End the suspension" submit={submit}>
      {(faults) => <ReasonField fault={faults['reason']} isOptional />}
    </PersonForm>
  );
}
