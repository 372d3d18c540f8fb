'use client';

import { useMutation } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import { z } from 'zod';
import { fetchJson } from '../fetch-json.ts';
import { quietButton } from '../quiet-button.ts';
import { CodeField } from './code-field.tsx';
import { EmailField } from './password-fields.tsx';
import { PersonForm } from './person-form.tsx';
import { textOf } from './text-of.ts';

/** Props of a way to sign in that begins with an email address. */
export interface WayProps {
  /** The address that was typed so far. */
  email: string;
  keepEmail: (email: string) => void;
  /** The field of the address. */
  field: Ref<HTMLInputElement>;
  send: (body: unknown) => Promise<void>;
}

/** Asks for an address, mails a code to it, and asks for the code. */
export function MailCodeSignIn({ email, keepEmail, field, send }: WayProps) {
  /** How many codes were mailed to the address; 0 while the person changes it. */
  const [mails, setMails] = useState<number>();
  async function mail(address: string) {
    const body = { email: address };
    await fetchJson('/api/session/mail-code', z.undefined(), new AbortController().signal, { body });
    keepEmail(address);
    setMails((count = 0) => count + 1);
  }
  const again = useMutation({ mutationFn: () => mail(email) });
  if (!mails)
    return (
      <PersonForm action="Mail me a code" submit={(fields) => mail(textOf(fields, 'email'))}>
        {(faults) => <EmailField fault={faults['email']} email={email} ref={field} autoFocus={mails === 0} />}
      </PersonForm>
    );
  return (
    <>
      <p role="status" className="mt-6 break-words">
        {mails === 1
          ? `If somebody has the address ${email}, a code is on its way to it.`
          : `If somebody has the address ${email}, another code is on its way to it. Codes are mailed at most once a minute.`}
      </p>
      <PersonForm
        key={mails}
        action="Sign in"
        submit={(fields) => send({ email, code: textOf(fields, 'code') })}
      >
        {(faults) => <CodeField hint="Eight digits from the mail." fault={faults['code']} />}
      </PersonForm>
      {again.error && (
        <p role="alert" className="mt-4 text-sm text-bad">
          {again.error.message}
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        <button
          type="button"
          disabled={again.isPending}
          className={quietButton}
          onClick={() => again.mutate()}
        >
          Mail another code
        </button>
        <button type="button" className={quietButton} onClick={() => setMails(0)}>
          Change the address
        </button>
      </div>
    </>
  );
}
