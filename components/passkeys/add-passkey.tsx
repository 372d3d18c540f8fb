'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { deviceName } from '../../lib/account/device-name.ts';
import { addedPasskey, longestPasskeyName, newPasskey, passkeyOptions } from '../../lib/account/passkeys.ts';
import type { Confirmed } from '../confirmation/confirmed.ts';
import { useConfirmation } from '../confirmation/use-confirmation.tsx';
import { fetchJson } from '../fetch-json.ts';
import { PersonForm } from '../people/person-form.tsx';
import { TextField } from '../people/text-field.tsx';
import { textOf } from '../people/text-of.ts';
import { ProblemError } from '../problem-error.ts';
import { quietButton } from '../quiet-button.ts';
import { passkeySentence } from './passkey-sentence.ts';
import { passkeysOptions } from './passkeys-options.ts';
import { optionsToMake } from './webauthn-options.ts';

/** Asks for the name of a passkey, then has the browser make it, and saves it. */
export function AddPasskey() {
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) return <NewPasskey close={() => setIsOpen(false)} />;
  return (
    <button type="button" onClick={() => setIsOpen(true)} className={`mt-3 ${quietButton}`}>
      Add a passkey
    </button>
  );
}

function NewPasskey({ close }: { close: () => void }) {
  const client = useQueryClient();
  const { confirmed, dialog } = useConfirmation();
  // If it could not be saved, the next try saves the same one: the device would keep both.
  const made = useRef<unknown>(undefined);
  async function submit(fields: FormData) {
    const name = readName(textOf(fields, 'name'));
    made.current ??= await makePasskey(confirmed);
    const body = { name, credential: made.current };
    const { signal } = new AbortController();
    await confirmed(() => fetchJson('/api/passkeys', addedPasskey, signal, { body }));
    await client.invalidateQueries(passkeysOptions());
    close();
  }
  return (
    <>
      <PersonForm action="Add passkey" submit={submit}>
        {(faults) => (
          <TextField
            label="Name of the passkey"
            name="name"
            autoComplete="off"
            autoFocus
            maxLength={longestPasskeyName}
            defaultValue={deviceName(navigator.userAgent)}
            hint="Next, your browser asks for your fingerprint, face or PIN."
            fault={faults['name']}
          />
        )}
      </PersonForm>
      <button type="button" className={`mt-4 ${quietButton}`} onClick={close}>
        Cancel
      </button>
      {dialog}
    </>
  );
}

/** A name that the portal takes: it must not refuse the name when the passkey is on the device already. */
function readName(typed: string): string {
  const { data, error } = newPasskey.shape.name.safeParse(typed);
  if (data !== undefined) return data;
  const detail = error?.issues[0]?.message ?? '';
  throw new ProblemError({ code: 'invalid-request', detail, errors: [{ pointer: '/name', detail }] });
}

async function makePasskey(confirmed: Confirmed): Promise<unknown> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const { signal } = new AbortController();
  const options = await confirmed(() =>
    fetchJson('/api/passkeys/options', passkeyOptions, signal, { body: {} }),
  );
  try {
    return await startRegistration({ optionsJSON: optionsToMake(options) });
  } catch (error) {
    throw error instanceof Error ? new Error(passkeySentence(error), { cause: error }) : error;
  }
}
