import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { type ApiKey, longestKeyName } from '../../lib/account/api-keys.ts';
import { keyChangesOf, sameExpiry } from '../../lib/view/key-changes.ts';
import { lifetimes } from '../../lib/view/new-key-form.ts';
import { useConfirmation } from '../confirmation/use-confirmation.tsx';
import { fetchJson } from '../fetch-json.ts';
import { PersonForm } from '../people/person-form.tsx';
import { TitledModal } from '../shell/modal.tsx';
import { apiKeysOptions } from './api-keys-options.ts';
import { CapFields } from './cap-fields.tsx';
import { Field, field } from './key-field.tsx';
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
