'use client';

import { useRouter } from 'next/navigation';
import * as z from 'zod/mini';
import { PersonForm } from '../people/person-form.tsx';
import { TextField } from '../people/text-field.tsx';
import { textOf } from '../people/text-of.ts';
import { ReasonField } from './reason-field.tsx';
import { reasonOf } from './reason-of.ts';
import { useChange } from './use-change.ts';

const answer = z.object({ id: z.string() });

/** Creates an account and opens its page. */
export function NewAccount() {
  const router = useRouter();
  const { change } = useChange();
  async function submit(fields: FormData) {
    const credits = Number(textOf(fields, 'credits') || 0);
    const wish = { name: textOf(fields, 'name'), credits, ...reasonOf(fields) };
    const { id } = await change('/api/operator/accounts', wish, answer);
    router.push(`/operator/accounts/${id}`);
  }
  return (
    <PersonForm action="Create account" submit={submit}>
      {(faults) => (
        <>
          <TextField label="Name" name="name" autoComplete="off" fault={faults['name']} />
          <TextField
            label="Credits to begin with (optional)"
            name="credits"
            inputMode="numeric"
            pattern="[0-9]*"
            autoComplete="off"
            required={false}
            fault={faults['credits']}
          />
          <ReasonField fault={faults['reason']} isOptional />
        </>
      )}
    </PersonForm>
  );
}
