'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
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
import { MailCodeSignIn } from './mail-code-sign-in.tsx';
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
  const send: Send = async (body) => {
    const reply = await fetchJson('/api/session', signInReply, new AbortController().signal, { body });
    if ('pending' in reply) return setPending(reply.pending);
    await changeCaller(() => Promise.resolve(reply));
    // A page that shows this form goes on by itself.
    if (window.location.pathname !== returnTo) router.replace(returnTo);
  };
  if (pending === undefined) return <FirstStep {...ways} returnTo={returnTo} send={send} />;
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

function FirstStep({ hasPasskeys, hasMailCodes, issuers, returnTo, send }: Required<Props> & { send: Send }) {
  const [isByMail, setIsByMail] = useState(false);
  const sendPasskey = (passkey: unknown) => send({ passkey });
  const failure = useFieldPasskey(hasPasskeys, sendPasskey);
  return (
    <>
      {isByMail ? <MailCodeSignIn send={send} /> : <PasswordSignIn send={send} />}
      {hasMailCodes && !isByMail && (
        <p className="mt-4 text-sm">
          Forgotten your password? Have a code mailed, and choose a new one in your profile.
        </p>
      )}
      {failure !== undefined && (
        <p role="alert" className="mt-4 text-sm text-bad">
          {failure}
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {hasPasskeys && <PasskeyButton label="Sign in with a passkey" send={sendPasskey} />}
        {hasMailCodes && (
          <button type="button" className={quietButton} onClick={() => setIsByMail(!isByMail)}>
            {isByMail ? 'Sign in with the password' : 'Mail me a code'}
          </button>
        )}
        <IssuerButtons issuers={issuers} action="Sign in with" wish={{ returnTo }} />
      </div>
    </>
  );
}

function PasswordSignIn({ send }: { send: Send }) {
  return (
    <PersonForm
      action="Sign in"
      submit={(fields) => send({ email: textOf(fields, 'email'), password: textOf(fields, 'password') })}
    >
      {(faults) => (
        <>
          <EmailField fault={faults['email']} />
          <PasswordField label="Password" name="password" fault={faults['password']} />
        </>
      )}
    </PersonForm>
  );
}
