'use client';

import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import { z } from 'zod';
import { pendingSignIn } from '../../lib/account/factors.ts';
import type { OfferedIssuer } from '../../lib/account/identities.ts';
import { sessionSchema } from '../../lib/account/session.ts';
import { fetchJson } from '../fetch-json.ts';
import { useChangeOfCaller } from '../keys/use-change-of-caller.ts';
import { PasskeyButton } from '../passkeys/passkey-button.tsx';
import { useFieldPasskey } from '../passkeys/use-field-passkey.ts';
import { quietButton } from '../quiet-button.ts';
import { CodeField } from './code-field.tsx';
import { IssuerButtons } from './issuer-buttons.tsx';
import { MailCodeSignIn, type WayProps } from './mail-code-sign-in.tsx';
import { EmailField, PasswordField } from './password-fields.tsx';
import { PersonForm } from './person-form.tsx';
import { textOf } from './text-of.ts';

const signInReply = z.union([pendingSignIn, sessionSchema]);

export interface Ways {
  hasPasskeys: boolean;
  hasMailCodes: boolean;
  issuers: OfferedIssuer[];
}

interface Props extends Ways {
  /** The page that the person signs in for; their profile by default. */
  returnTo?: string;
}

type Send = (body: unknown) => Promise<void>;

/** Signs in with a password, a passkey or a mailed code, and then with a code if the person has a second factor. */
export function PersonSignIn({ returnTo = '/profile', ...ways }: Props) {
  const router = useRouter();
  const changeCaller = useChangeOfCaller();
  const [pending, setPending] = useState<string>();
  const [email, setEmail] = useState('');
  const send: Send = async (body) => {
    const reply = await fetchJson('/api/session', signInReply, new AbortController().signal, { body });
    if ('pending' in reply) return setPending(reply.pending);
    await changeCaller(() => Promise.resolve(reply));
    // A page that shows this form goes on by itself.
    if (window.location.pathname !== returnTo) router.replace(returnTo);
  };
  if (pending === undefined)
    return <FirstStep {...ways} returnTo={returnTo} send={send} email={email} keepEmail={setEmail} />;
  return (
    <>
      <PersonForm
        key="code"
        action="Sign in"
        submit={(fields) => send({ pending, code: textOf(fields, 'code') })}
      >
        {(faults) => <CodeField fault={faults['code']} />}
      </PersonForm>
      <button type="button" className={`mt-4 ${quietButton}`} onClick={() => setPending(undefined)}>
        Start again
      </button>
    </>
  );
}

type FirstStepProps = Required<Props> & Omit<WayProps, 'field'>;

function FirstStep(props: FirstStepProps) {
  const { hasPasskeys, hasMailCodes, issuers, returnTo, send, email, keepEmail } = props;
  const [isByMail, setIsByMail] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const way = { email, keepEmail, field, send };
  function switchWay() {
    keepEmail(field.current?.value ?? email);
    setIsByMail(!isByMail);
  }
  const sendPasskey = (passkey: unknown) => send({ passkey });
  const failure = useFieldPasskey(hasPasskeys, sendPasskey);
  return (
    <>
      {isByMail ? <MailCodeSignIn {...way} /> : <PasswordSignIn {...way} />}
      {hasMailCodes && !isByMail && (
        <p className="mt-4 text-sm">
          Forgotten your password? Have a code mailed, and choose a new one in your profile.
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {hasPasskeys && (
          <PasskeyButton label="Sign in with a passkey" send={sendPasskey} fieldFailure={failure} />
        )}
        {hasMailCodes && (
          <button type="button" className={quietButton} onClick={switchWay}>
            {isByMail ? 'Sign in with the password' : 'Mail me a code'}
          </button>
        )}
        <IssuerButtons issuers={issuers} action="Sign in with" wish={{ returnTo }} />
      </div>
    </>
  );
}

function PasswordSignIn({ email, keepEmail, field, send }: WayProps) {
  function submit(fields: FormData) {
    const typed = textOf(fields, 'email');
    keepEmail(typed);
    return send({ email: typed, password: textOf(fields, 'password') });
  }
  return (
    <PersonForm action="Sign in" submit={submit}>
      {(faults) => (
        <>
          <EmailField fault={faults['email']} email={email} ref={field} />
          <PasswordField label="Password" name="password" fault={faults['password']} />
        </>
      )}
    </PersonForm>
  );
}
