'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState, useRef } from 'react';
import { type PasskeyList, longestPasskeyName, newPasskey } from '../../lib/account/passkeys.ts';
import { deviceName } from '../../lib/account/session.ts';
import { momentText } from '../../lib/text/times.ts';
import { type Confirmed, useAction, useConfirmed } from '../confirmation/use-action.ts';
import { fetchJson } from '../fetch-json.ts';
import { OwnLoadError } from '../load-error.tsx';
import { TextField, textOf } from '../people/fields.tsx';
import { PersonForm } from '../people/person-form.tsx';
import { passkeysQuery } from '../people/queries.ts';
import { ProblemError } from '../problem-error.ts';
import { quietButton } from '../shell/buttons.tsx';
import { ConfirmButton } from '../shell/confirmation.tsx';
import { passkeySentence, optionsToMake } from './ask-for-passkey.ts';

type Passkey = PasskeyList['list'][number];

/** The passkeys of the person who is signed in. */
export function Passkeys({ note }: { note: ReactNode }) {
  const { data, error, refetch } = useQuery(passkeysQuery);
  if (error && !data) return <OwnLoadError what="Your passkeys" error={error} retry={() => void refetch()} />;
  return (
    <section aria-labelledby="passkeys" className="mt-10">
      <h2 id="passkeys" className="text-lg font-semibold">
        Passkeys
      </h2>
      <p className="text-sm text-quiet">
        Sign in with the fingerprint, face or PIN of a device, without a password or code.
      </p>
      {data?.unavailable === null && note}
      {data && data.list.length > 0 && (
        <ul className="mt-3 divide-y divide-line border-y border-line">
          {data.list.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {data && (data.unavailable === null ? <AddPasskey /> : <p className="mt-3">{data.unavailable}</p>)}
    </section>
  );
}

function PasskeyRow({ passkey: { id, name, createdAt, lastUsedAt } }: { passkey: Passkey }) {
  const act = useAction(passkeysQuery);
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="font-medium break-words">{name}</p>
        <p className="text-sm text-quiet">
          Added {momentText(createdAt)},{' '}
          {lastUsedAt === null ? 'not used yet' : `last used ${momentText(lastUsedAt)} UTC`}
        </p>
      </div>
      <ConfirmButton
        label="Remove"
        aria-label={`Remove the passkey ${name}`}
        className="rounded-md border border-line px-3 py-1.5 text-bad hover:bg-sunk"
        title="Remove this passkey?"
        action="Remove"
        act={() => act('DELETE /api/passkeys/{passkey_id}', { params: { passkey_id: id } })}
      >
        <p className="break-words">
          You will no longer be able to sign in with <strong>{name}</strong>. The device may still offer it
          until you delete it there, too.
        </p>
      </ConfirmButton>
    </li>
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
  const confirmed = useConfirmed();
  const act = useAction(passkeysQuery);
  // If it could not be saved, the next try saves the same one: the device would keep both.
  const made = useRef<unknown>(undefined);
  async function submit(fields: FormData) {
    const name = readName(textOf(fields, 'name'));
    made.current ??= await makePasskey(confirmed);
    await act('POST /api/passkeys', { body: { name, credential: made.current } });
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
  const options = await confirmed(() => fetchJson('POST /api/passkeys/options', { body: {} }));
  try {
    return await startRegistration({ optionsJSON: optionsToMake(options) });
  } catch (error) {
    throw error instanceof Error ? new Error(passkeySentence(error), { cause: error }) : error;
  }
}
