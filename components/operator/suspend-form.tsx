'use client';

import * as z from 'zod/mini';
import { PersonForm } from '../people/person-form.tsx';
import { reasonOf } from './reason-of.ts';
import { ReasonField } from './reason-field.tsx';
import { useChange } from './use-change.ts';

/** Suspends an account, or ends its suspension. */
export function SuspendForm({ accountId, isSuspended }: { accountId: string; isSuspended: boolean }) {
  const { change, made } = useChange();
  const submit = (fields: FormData) =>
    change(
      `/api/operator/accounts/${accountId}/suspension`,
      { suspended: !isSuspended, ...reasonOf(fields) },
      z.unknown(),
    );
  return (
    <PersonForm key={made} action={isSuspended ? 'End the suspension' : 'Suspend'} submit={submit}>
      {(faults) => <ReasonField fault={faults['reason']} isOptional />}
    </PersonForm>
  );
}
