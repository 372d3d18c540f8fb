'use client';

import { useRouter } from 'next/navigation';
import { useChangeOfCaller } from '../keys/use-change-of-caller.ts';
import { becomePerson } from './become-person.ts';
import { EmailField, NewPasswordField } from './password-fields.tsx';
import { PersonForm } from './person-form.tsx';
import { TextField } from './text-field.tsx';
import { textOf } from './text-of.ts';
import { WithLinkToken } from './with-link-token.tsx';

/** Creates the first operator, with the token of the link that the portal has printed. */
export function SetUp() {
  const router = useRouter();
  const changeCaller = useChangeOfCaller();
  async function submit(token: string, fields: FormData) {
    const [name, email] = [textOf(fields, 'name'), textOf(fields, 'email')];
    const wish = { token, name, email, password: textOf(fields, 'password') };
    await changeCaller(() => becomePerson('/api/setup', wish));
    router.replace('/operator');
  }
  return (
    <WithLinkToken link="link that the portal has printed">
      {(token) => (
        <PersonForm action="Create operator" submit={(fields) => submit(token, fields)}>
          {(faults) => (
            <>
              <TextField label="Name" name="name" autoComplete="name" fault={faults['name']} />
              <EmailField fault={faults['email']} />
              <NewPasswordField label="Password" fault={faults['password']} />
            </>
          )}
        </PersonForm>
      )}
    </WithLinkToken>
  );
}
