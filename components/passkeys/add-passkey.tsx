'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addedPasskey, passkeyOptions } from '../../lib/account/passkeys.ts';
import { useConfirmation } from '../confirmation/use-confirmation.tsx';
import { fetchJson } from '../fetch-json.ts';
import { PersonForm } from '../people/person-form.tsx';
import { TextField } from '../people/text-field.tsx';
import { textOf } from '../people/text-of.ts';
import { quietButton } from '../quiet-button.ts';
import { passkeySentence } from './passkey-sentence.ts';
import { passkeysOptions } from './passkeys-options.ts';
import { optionsToMake } from './webauthn-options.ts';

/** Has the browser make a passkey, and then asks for a name. */
export function AddPasskey() {
  const client = useQueryClient();
  const { confirmed, dialog } = useConfirmation();
  const [made, setMade] = useState<unknown>();
  const making = useMutation({
    mutationFn: async () => {
      const { startRegistration } = await import('@simplewebauthn/browser');
      const { signal } = new AbortController();
      const options = await confirmed(() =>
        fetchJson('/api/passkeys/options', passkeyOptions, signal, { body: {} }),
      );
      setMade(await startRegistration({ optionsJSON: optionsToMake(options) }));
    },
  });
  async function submit(fields: FormData) {
    const body = { name: textOf(fields, 'name'), credential: made };
    const { signal } = new AbortController();
    await confirmed(() => fetchJson('/api/passkeys', addedPasskey, signal, { body }));
    setMade(undefined);
    await client.invalidateQueries(passkeysOptions());
  }
  if (made !== undefined)
    return (
      <>
        <PersonForm action="Add passkey" submit={submit}>
          {(faults) => (
            <TextField
              label="Name of the passkey"
              name="name"
              autoComplete="off"
              autoFocus
              hint="For example: laptop"
              fault={faults['name']}
            />
          )}
        </PersonForm>
        <button type="button" className={`mt-4 ${quietButton}`} onClick={() => setMade(undefined)}>
          Cancel
        </button>
        {dialog}
      </>
    );
  return (
    <>
      <button
        type="button"
        disabled={making.isPending}
        onClick={() => making.mutate()}
        className={`mt-3 ${quietButton}`}
      >
        Add a passkey
      </button>
      {making.error && (
        <p role="alert" className="mt-2 text-sm text-bad">
          {passkeySentence(making.error)}
        </p>
      )}
      {dialog}
    </>
  );
}
