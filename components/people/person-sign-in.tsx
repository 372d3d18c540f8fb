'use client';

import { useRouter } from 'next/navigation';
import { useChangeOfCaller } from '../keys/use-change-of-caller.ts';
import { becomePerson } from './become-person.ts';
import { PersonForm } from './person-form.tsx';
import { TextField } from './text-field.tsx';
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
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            fault={faults['email']}
          />
          <TextField
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            fault={faults['password']}
          />
        </>
      )}
    </PersonForm>
  );
}
