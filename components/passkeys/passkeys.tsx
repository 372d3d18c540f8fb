'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import type { PasskeyList } from '../../lib/account/passkeys.ts';
import { momentText } from '../../lib/text/moment-text.ts';
import { useConfirmation } from '../confirmation/use-confirmation.tsx';
import { fetchJson } from '../fetch-json.ts';
import { OwnLoadError } from '../own-load-error.tsx';
import { Confirmation } from '../shell/confirmation.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { passkeysOptions } from './passkeys-options.ts';

type Passkey = PasskeyList['list'][number];

/** The passkeys of the person who is signed in. */
export function Passkeys() {
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
