'use client';

import { useRouter } from 'next/navigation';
import { useChangeOfCaller } from '../keys/use-change-of-caller.ts';
import { becomePerson } from './become-person.ts';
import { EmailField, NewPasswordField } from './password-fields.tsx';
import { PersonForm } from './person-form.tsx';
import { TextField } from './text-field.tsx';
import { textOf } from './text-of.ts';

/** Creates the first operator. The token is in the fragment of the address, which browsers send nowhere. */
export function SetUp() {
  const router = useRouter();
  const changeCaller = useChangeOfCaller();
  async function submit(fields: FormData) {
    const token = window.location.hash.slice(1);
    const [name, email] = [textOf(fields, 'name'), textOf(fields, 'email')];
    const wish = { token, name, email, password: textOf(fields, 'password') };
    await changeCaller(() => becomePerson('/api/setup', wish));
    router.replace('/operator');
  }
  return (
    <PersonForm action="Create operator" submit={submit}>
      {(faults) => (
        <>
          <TextField label="Name" name="name" autoComplete="name" fault={faults['name']} />
          <EmailField fault={faults['email']} />
          <NewPasswordField label="Password" fault={faults['password']} />
        </>
      )}
    </PersonForm>
  );
}
