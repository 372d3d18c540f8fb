'use client';

import { useQueryClient } from '@tanstack/react-query';
import { createdKey, longestKeyName } from '../../lib/account/api-keys.ts';
import { lifetimes, newKeyOf } from '../../lib/view/new-key-form.ts';
import { useConfirmation } from '../confirmation/use-confirmation.tsx';
import { fetchJson } from '../fetch-json.ts';
import { apiKeysOptions } from '../keys/api-keys-options.ts';
import { CreditsField, Field, field } from '../keys/key-field.tsx';
import { PersonForm } from '../people/person-form.tsx';

interface Props {
  products: string[];
  onCreate: (key: string) => void;
}

/** Makes a key with limits that ends: the budget of an agent. */
export function BudgetForm({ products, onCreate }: Props) {
  const client = useQueryClient();
  const { confirmed, dialog } = useConfirmation();
  async function submit(fields: FormData) {
    const { signal } = new AbortController();
    const body = newKeyOf(fields, Date.now());
    const { key } = await confirmed(() => fetchJson('/api/keys', createdKey, signal, { body }));
    onCreate(key);
    await client.invalidateQueries(apiKeysOptions());
  }
  return (
    <>
      <PersonForm action="Create key" submit={submit}>
        {(faults) => (
          <>
            <Field
              label="Name"
              name="name"
              required
              maxLength={longestKeyName}
              defaultValue="Agent"
              fault={faults['name']}
            />
            <div className="grid gap-4 sm:grid-cols-3">
              <CreditsField
                required
                label="Credits per day"
                name="day"
                defaultValue={100}
                fault={faults['caps/day']}
              />
              <CreditsField
                required
                label="Credits in total"
                name="total"
                defaultValue={1_000}
                fault={faults['caps/total']}
              />
              <label className="grid content-start gap-1 text-sm font-medium">
                Expires
                <select name="days" defaultValue="30" className={field}>
                  {lifetimes
                    .filter(({ days }) => days > 0)
                    .map(({ days, label }) => (
                      <option key={days} value={days}>
                        {label}
                      </option>
                    ))}
                </select>
              </label>
            </div>
            {products.length > 0 && (
              <label className="flex min-h-6 items-center gap-2 text-sm">
                <input
                  type="checkbox"
                  name="products"
                  value={products.join(',')}
                  className="size-5 accent-accent"
                />
                Only for calls of {products.join(', ')}
              </label>
            )}
          </>
        )}
      </PersonForm>
      {dialog}
    </>
  );
}
