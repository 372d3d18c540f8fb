'use client';

import { useRouter } from 'next/navigation';
import { useChangeOfCaller } from '../keys/use-change-of-caller.ts';
import { becomePerson } from './become-person.ts';
import { NewPasswordField } from './password-fields.tsx';
import { PersonForm } from './person-form.tsx';
import { textOf } from './text-of.ts';
import { WithLinkToken } from './with-link-token.tsx';

/** Sets a new password with the token of a link. */
export function ChoosePassword() {
  const router = useRouter();
  const changeCaller = useChangeOfCaller();
  async function submit(token: string, fields: FormData) {
    const wish = { token, password: textOf(fields, 'password') };
    const { person } = await changeCaller(() => becomePerson('/api/password', wish));
    // People with a second factor sign in with it.
    router.replace(person ? '/profile' : '/sign-in?for=new-password');
  }
  return (
    <WithLinkToken link="link to choose a password">
      {(token) => (
        <PersonForm action="Set password" submit={(fields) => submit(token, fields)}>
          {(faults) => <NewPasswordField label="New password" fault={faults['password']} />}
        </PersonForm>
      )}
    </WithLinkToken>
  );
}
