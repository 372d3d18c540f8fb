'use client';

import { useRouter } from 'next/navigation';
import { useChangeOfCaller } from '../keys/use-change-of-caller.ts';
import { becomePerson } from './become-person.ts';
import { NewPasswordField } from './password-fields.tsx';
import { PersonForm } from './person-form.tsx';
import { textOf } from './text-of.ts';

/** Sets a new password with the token in the fragment of the address. */
export function ChoosePassword() {
  const router = useRouter();
  const changeCaller = useChangeOfCaller();
  async function submit(fields: FormData) {
    const wish = { token: window.location.hash.slice(1), password: textOf(fields, 'password') };
    const { person } = await changeCaller(() => becomePerson('/api/password', wish));
    // Whoever has a second factor signs in with it.
    router.replace(person ? '/profile' : '/sign-in');
  }
  return (
    <PersonForm action="Set password" submit={submit}>
      {(faults) => <NewPasswordField label="New password" fault={faults['password']} />}
    </PersonForm>
  );
}
