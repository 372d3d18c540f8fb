'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { z } from 'zod';
import type { OfferedIssuer } from '../../lib/account/identities.ts';
import { fetchJson } from '../fetch-json.ts';
import { useChangeOfCaller } from '../keys/use-change-of-caller.ts';
import { becomePerson } from './become-person.ts';
import { IssuerButtons } from './issuer-buttons.tsx';
import { EmailField, NewPasswordField } from './password-fields.tsx';
import { PersonForm } from './person-form.tsx';
import { TextField } from './text-field.tsx';
import { textOf } from './text-of.ts';
import { useFragment } from './use-fragment.ts';

const address = '/api/registration';

interface Props {
  /** Whether links are mailed, or an operator passes them on. */
  sendsMail: boolean;
  issuers: OfferedIssuer[];
}

/** Asks for an address. The link that is mailed to it comes back here, with a token in the fragment. */
export function Register(props: Props) {
  const token = useFragment();
  return token === '' ? <AskForLink {...props} /> : <SignUp token={token} />;
}

function AskForLink({ sendsMail, issuers }: Props) {
  const [email, setEmail] = useState<string>();
  async function ask(fields: FormData) {
    const body = { email: textOf(fields, 'email') };
    await fetchJson(address, z.undefined(), new AbortController().signal, { body });
    setEmail(body.email);
  }
  if (email !== undefined)
    return (
      <p role="status" className="mt-6 break-words">
        {sendsMail
          ? `Look into the mail of ${email}: it says how to go on.`
          : `This portal does not send its mail. Its operator has the one to ${email}, which says how to go on: ask them for the link in it.`}
      </p>
    );
  return (
    <>
      <PersonForm action="Continue" submit={ask}>
        {(faults) => <EmailField fault={faults['email']} />}
      </PersonForm>
      <div className="mt-4">
        <IssuerButtons issuers={issuers} action="Continue with" />
      </div>
    </>
  );
}

function SignUp({ token }: { token: string }) {
  const router = useRouter();
  const changeCaller = useChangeOfCaller();
  async function submit(fields: FormData) {
    const wish = { token, name: textOf(fields, 'name'), password: textOf(fields, 'password') };
    await changeCaller(() => becomePerson(address, wish));
    router.replace('/');
  }
  return (
    <PersonForm action="Create account" submit={submit}>
      {(faults) => (
        <>
          <TextField label="Name" name="name" autoComplete="name" fault={faults['name']} />
          <NewPasswordField label="Password" fault={faults['password']} />
        </>
      )}
    </PersonForm>
  );
}
