import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { type ApiKey, longestKeyName, createdKey } from '../../lib/account/api-keys.ts';
import { keyChangesOf, sameExpiry, lifetimes } from '../../lib/view/new-key-form.ts';
import { useConfirmation } from '../confirmation/use-confirmation.tsx';
import { fetchJson } from '../fetch-json.ts';
import { PersonForm } from '../people/person-form.tsx';
import { TitledModal } from '../shell/modal.tsx';
import { apiKeysOptions } from './api-keys-options.ts';
import { CapFields } from './cap-fields.tsx';
import { Field, field, CreatedKey } from './key-field.tsx';
import { ScopeFields } from './scope-fields.tsx';

/** Changes the name, expiry, limits and scope of a key. */
export function ChangeKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const client = useQueryClient();
  const { confirmed, dialog } = useConfirmation();
  const { id, name, spending, access, products } = apiKey;
  async function submit(fields: FormData) {
    const { signal } = new AbortController();
    const body = keyChangesOf(fields, Date.now());
    await confirmed(() => fetchJson(`/api/keys/${id}`, z.undefined(), signal, { method: 'PATCH', body }));
    await client.invalidateQueries(apiKeysOptions());
    onClose();
  }
  const caps = { day: spending.day.cap, month: spending.month.cap, total: spending.total.cap };
  return (
    <>
      <TitledModal label="Change API key" close={onClose}>
        <PersonForm action="Save" submit={submit}>
          {(faults) => (
            <>
              <Field
                label="Name"
                name="name"
                required
                maxLength={longestKeyName}
                defaultValue={name}
                fault={faults['name']}
              />
              <label className="grid gap-1 text-sm font-medium">
                Expires
                <select name="days" defaultValue={sameExpiry} className={field}>
                  <option value={sameExpiry}>as before</option>
                  {lifetimes.map(({ days, label }) => (
                    <option key={days} value={days}>
                      {label}
                    </option>
                  ))}
                </select>
                {faults['expiresAt'] && <span className="font-normal text-bad">{faults['expiresAt']}</span>}
              </label>
              <CapFields caps={caps} faults={faults} />
              <ScopeFields faults={faults} access={access} products={products} />
            </>
          )}
        </PersonForm>
      </TitledModal>
      {dialog}
    </>
  );
}

const overlaps = [
  { hours: 24, label: 'in 24 hours' },
  { hours: 1, label: 'in 1 hour' },
  { hours: 168, label: 'in 7 days' },
  { hours: 0, label: 'now' },
] as const;

/** Gives a key a new secret, and shows it once. */
export function RotateKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const client = useQueryClient();
  const { confirmed, dialog } = useConfirmation();
  const [secret, setSecret] = useState<string>();
  async function submit(fields: FormData) {
    const { signal } = new AbortController();
    const body = { overlapHours: Number(fields.get('overlap')) };
    const rotated = await confirmed(() =>
      fetchJson(`/api/keys/${apiKey.id}/rotate`, createdKey, signal, { body }),
    );
    setSecret(rotated.key);
    await client.invalidateQueries(apiKeysOptions());
  }
  if (secret !== undefined) return <CreatedKey apiKey={secret} onClose={onClose} />;
  return (
    <>
      <TitledModal label="Rotate API key" close={onClose}>
        <p className="mt-2 break-words">
          <strong>{apiKey.name}</strong> gets a new secret. Its id, limits and spending stay the same.
        </p>
        <PersonForm action="Rotate" submit={submit}>
          {() => (
            <label className="grid gap-1 text-sm font-medium">
              The current secret ends
              <select name="overlap" className={field}>
                {overlaps.map(({ hours, label }) => (
                  <option key={hours} value={hours}>
                    {label}
                  </option>
                ))}
              </select>
            </label>
          )}
        </PersonForm>
      </TitledModal>
      {dialog}
    </>
  );
}
