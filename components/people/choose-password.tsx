'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { firstPageOf } from '../../lib/account/sign-in-address.ts';
import { keptKeysText, listOfWords, type ShownLink } from '../../lib/account/people.ts';
import { useChangeOfCaller } from '../keys/use-change-of-caller.ts';
import { becomePerson } from './become-person.ts';
import { NewPasswordField, textOf, EmailField, TextField } from './fields.tsx';
import { EndedWays, MailedLink, WithLinkToken } from './mailed-link.tsx';
import { PersonForm } from './person-form.tsx';

/** Says what a link to choose a password ends, and sets the password with its token. */
export function ChoosePassword() {
  return (
    <WithLinkToken link="link to choose a password">
      {(token) => (
        <MailedLink key={token} token={token}>
          {(link) => <NewPassword token={token} {...link} />}
        </MailedLink>
      )}
    </WithLinkToken>
  );
}

function NewPassword({ token, ends, keptKeys, asksFactor }: ShownLink & { token: string }) {
  const router = useRouter();
  const changeCaller = useChangeOfCaller({ stays: true });
  const [goOn, setGoOn] = useState<() => void>();
  async function submit(fields: FormData) {
    const body = { token, password: textOf(fields, 'password') };
    const { person } = await changeCaller(() => becomePerson('POST /api/password', { body }));
    // People with a second factor sign in with it.
    if (!person) router.replace('/sign-in?for=new-password');
    else {
      const next = () => router.replace(firstPageOf(person.operatorRole));
      if (ends.length > 0) setGoOn(() => next);
      else next();
    }
  }
  if (goOn) return <EndedWays proof={{ ended: ends, keptKeys }} goOn={goOn} />;
  return (
    <>
      <p className="mt-2 text-quiet">
        {ends.length > 0
          ? `This verifies your email address and signs you in. Everything that was set up for it before ends: ${listOfWords(ends)}.${keptKeysText(keptKeys)}`
          : `This ends all your sessions${asksFactor ? '. You sign in with your second factor next.' : ' and signs you in here.'}`}
      </p>
      <PersonForm action="Set password" submit={submit}>
        {(faults) => <NewPasswordField label="New password" fault={faults['password']} />}
      </PersonForm>
    </>
  );
}

/** Creates the first operator, with the token of the link that the portal has printed. */
export function SetUp() {
  const router = useRouter();
  const changeCaller = useChangeOfCaller({ stays: true });
  async function submit(token: string, fields: FormData) {
    const [name, email] = [textOf(fields, 'name'), textOf(fields, 'email')];
    const body = { token, name, email, password: textOf(fields, 'password') };
    await changeCaller(() => becomePerson('POST /api/setup', { body }));
    router.replace('/operator');
  }
  return (
    <WithLinkToken link="link that the portal has printed">
      {(token) => (
        <MailedLink key={token} token={token}>
          {() => (
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
        </MailedLink>
      )}
    </WithLinkToken>
  );
}
