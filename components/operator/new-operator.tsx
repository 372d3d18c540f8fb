'use client';

import { useRouter } from 'next/navigation';
import * as z from 'zod/mini';
import { EmailField } from '../people/password-fields.tsx';
import { PersonForm } from '../people/person-form.tsx';
import { TextField } from '../people/text-field.tsx';
import { textOf } from '../people/text-of.ts';
import { RoleField } from './role-field.tsx';
import { useChange } from './use-change.ts';

const answer = z.object({ id: z.string() });

/** Creates an operator, to whom a link to choose a password is mailed, and opens their page. */
export function NewOperator() {
  const router = useRouter();
  const { change } = useChange();
  async function submit(fields: FormData) {
    const [name, email] = [textOf(fields, 'name'), textOf(fields, 'email')];
    const wish = { name, email, operatorRole: textOf(fields, 'operatorRole') };
    const { id } = await change('/api/operator/people', wish, answer);
    try {
      // Mails the link. Without it they could do nothing.
      await change(`/api/operator/people/${id}/password-link`, {}, z.unknown());
    } catch (cause) {
      throw new Error(
        `${name} was created, but mailing the link to choose a password failed. Look for ${name} in the list of people, and make the link on their page.`,
        { cause },
      );
    }
    router.push(`/operator/people/${id}`);
  }
  return (
    <PersonForm action="Create operator" submit={submit}>
      {(faults) => (
        <>
          <TextField label="Name" name="name" autoComplete="off" fault={faults['name']} />
          <EmailField fault={faults['email']} />
          <RoleField role="viewer" />
        </>
      )}
    </PersonForm>
  );
}
