'use client';

import { useRouter } from 'next/navigation';
import { useChangeOfCaller } from '../keys/use-change-of-caller.ts';
import { becomePerson } from './become-person.ts';
import { EmailField, PasswordField } from './password-fields.tsx';
import { PersonForm } from './person-form.tsx';
import { textOf } from './text-of.ts';

export function PersonSignIn() {
  const router = useRouter();
  const changeCaller = useChangeOfCaller();
  async function submit(fields: FormData) {
    const wish = { email: textOf(fields, 'email'), password: textOf(fields, 'password') };
    await changeCaller(() => becomePerson('/api/session', wish));
    router.replace('/profile');
  }
  return (
    <PersonForm action="Sign in" submit={submit}>
      {(faults) => (
        <>
          <EmailField fault={faults['email']} />
          <PasswordField label="Password" name="password" fault={faults['password']} />
        </>
      )}
    </PersonForm>
  );
}
