'use client';

import { useRouter } from 'next/navigation';
import * as z from 'zod/mini';
import { creditsOf } from '../../lib/text/typed-credits.ts';
import { CreditsField } from '../keys/key-field.tsx';
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
    const credits = creditsOf(fields, 'credits') ?? 0;
    const wish = { name: textOf(fields, 'name'), credits, ...reasonOf(fields) };
    const { id } = await change('/api/operator/accounts', wish, answer);
    router.push(`/operator/accounts/${id}`);
  }
  return (
    <PersonForm action="Create account" submit={submit}>
      {(faults) => (
        <>
          <TextField label="Name" name="name" autoComplete="off" fault={faults['name']} />
          <CreditsField label="Credits to begin with (optional)" name="credits" fault={faults['credits']} />
          <ReasonField fault={faults['reason']} isOptional />
        </>
      )}
    </PersonForm>
  );
}
