'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState, useRef } from 'react';
import { z } from 'zod';
import {
  type PasskeyList,
  addedPasskey,
  longestPasskeyName,
  newPasskey,
  passkeyOptions,
} from '../../lib/account/passkeys.ts';
import { deviceName } from '../../lib/account/session.ts';
import { momentText } from '../../lib/text/times.ts';
import type { Confirmed } from '../confirmation/confirmed.ts';
import { useConfirmation } from '../confirmation/use-confirmation.tsx';
import { fetchJson } from '../fetch-json.ts';
import { OwnLoadError } from '../load-error.tsx';
import { TextField, textOf } from '../people/fields.tsx';
import { PersonForm } from '../people/person-form.tsx';
import { ProblemError } from '../problem-error.ts';
import { quietButton } from '../shell/buttons.tsx';
import { Confirmation } from '../shell/confirmation.tsx';
import { passkeySentence, optionsToMake } from './ask-for-passkey.ts';
import { passkeysOptions } from './passkeys-options.ts';

type Passkey = PasskeyList['list'][number];

/** The passkeys of the person who is signed in. */
export function Passkeys({ note }: { note: ReactNode }) {
  const { data, error, refetch } = useQuery(passkeysOptions());
  const [removed, setRemoved] = useState<Passkey>();
  if (error && !data) return <OwnLoadError what="Your passkeys" error={error} retry={() => void refetch()} />;
  return (
    <section aria-labelledby="passkeys" className="mt-10">
      <h2 id="passkeys" className="text-lg font-semibold">
        Passkeys
      </h2>
      <p className="text-sm text-quiet">
        Sign in with the fingerprint, face or PIN of a device, without a password and a code.
      </p>
      {data?.unavailable === null && note}
      {data && data.list.length > 0 && (
        <ul className="mt-3 divide-y divide-line border-y border-line">
          {data.list.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setRemoved(passkey)} />
          ))}
        </ul>
      )}
      {data && (data.unavailable === null ? <AddPasskey /> : <p className="mt-3">{data.unavailable}</p>)}
      {removed && <RemovePasskey passkey={removed} onClose={() => setRemoved(undefined)} />}
    </section>
  );
}

function PasskeyRow({
  passkey: { name, createdAt, lastUsedAt },
  onRemove,
}: {
  passkey: Passkey;
  onRemove: () => void;
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="font-medium break-words">{name}</p>
        <p className="text-sm text-quiet">
          Added {momentText(createdAt)},{' '}
          {lastUsedAt === null ? 'not used yet' : `last used ${momentText(lastUsedAt)} UTC`}
        </p>
      </div>
      <button
        type="button"
        onClick={onRemove}
        aria-label={`Remove the passkey ${name}`}
        className="rounded-md border border-line px-3 py-1.5 text-bad hover:bg-sunk"
      >
        Remove
      </button>
    </li>
  );
}

function RemovePasskey({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const client = useQueryClient();
  const { confirmed, dialog } = useConfirmation();
  async function act() {
    const { signal } = new AbortController();
    await confirmed(() => fetchJson(`/api/passkeys/${id}`, z.undefined(), signal, { method: 'DELETE' }));
    await client.invalidateQueries(passkeysOptions());
    onClose();
  }
  return (
    <>
      <Confirmation title="Remove this passkey?" action="Remove" act={act} close={onClose}>
        <p className="break-words">
          <strong>{name}</strong> no longer signs in here. The device may go on offering it until you delete
          it there, too.
        </p>
      </Confirmation>
      {dialog}
    </>
  );
}

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
