import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiKey, createdKey } from '../../lib/account/api-keys.ts';
import { useConfirmation } from '../confirmation/use-confirmation.tsx';
import { fetchJson } from '../fetch-json.ts';
import { PersonForm } from '../people/person-form.tsx';
import { TitledModal } from '../shell/modal.tsx';
import { apiKeysOptions } from './api-keys-options.ts';
import { CreatedKey } from './created-key.tsx';
import { field } from './key-field.tsx';

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
