'use client';

import { useState } from 'react';
import { z } from 'zod';
import { fetchJson } from '../fetch-json.ts';
import { CodeField } from './code-field.tsx';
import { EmailField } from './password-fields.tsx';
import { PersonForm } from './person-form.tsx';
import { textOf } from './text-of.ts';

/** Asks for an address, mails a code to it, and asks for the code. */
export function MailCodeSignIn({ send }: { send: (body: unknown) => Promise<unknown> }) {
  const [email, setEmail] = useState<string>();
  async function mail(fields: FormData) {
    const body = { email: textOf(fields, 'email') };
    await fetchJson('/api/session/mail-code', z.undefined(), new AbortController().signal, { body });
    setEmail(body.email);
  }
  if (email === undefined)
    return (
      <PersonForm action="Mail me a code" submit={mail}>
        {(faults) => <EmailField fault={faults['email']} />}
      </PersonForm>
    );
  return (
    <>
      <p role="status" className="mt-6 break-words">
        If somebody has the address {email}, a code is on its way to it.
      </p>
      <PersonForm
        key="code"
        action="Sign in"
        submit={(fields) => send({ email, code: textOf(fields, 'code') })}
      >
        {(faults) => <CodeField hint="Eight digits from the mail." fault={faults['code']} />}
      </PersonForm>
    </>
  );
}
