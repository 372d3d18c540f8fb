'use client';

import Link from 'next/link';
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { fetchJson } from '../fetch-json.ts';
import { sessionOptions } from '../keys/session-options.ts';
import { WithLinkToken } from './mailed-link.tsx';
import { PersonForm } from './person-form.tsx';

/** Makes the address that a link was mailed to the person's own. Opening the link changes nothing: programs open it, too. */
export function ConfirmAddress() {
  const client = useQueryClient();
  const [email, setEmail] = useState<string | null>(null);
  async function submit(token: string) {
    setEmail((await fetchJson('POST /api/address', { body: { token } })).email);
    void client.invalidateQueries(sessionOptions());
  }
  if (email !== null)
    return (
      <p role="status" className="mt-4 break-words">
        Your address is <strong>{email}</strong> now. The old one cannot be used to sign in.{' '}
        <Link href="/profile" className="text-accent underline underline-offset-4">
          Go to your profile
        </Link>
      </p>
    );
  return (
    <WithLinkToken link="link to confirm your address">
      {(token) => (
        <>
          <p className="mt-2 text-quiet">
            This makes the address that the link was emailed to the one that you sign in with. The old address
            is notified.
          </p>
          <PersonForm action="Use this address" submit={() => submit(token)}>
            {(faults) =>
              faults['token'] !== undefined && (
                <p role="alert" className="text-sm text-bad">
                  {faults['token']}
                </p>
              )
            }
          </PersonForm>
        </>
      )}
    </WithLinkToken>
  );
}
