'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createdKey, longestKeyName } from '../../lib/account/api-keys.ts';
import { lifetimes, newKeyOf } from '../../lib/view/new-key-form.ts';
import { useConfirmation } from '../confirmation/use-confirmation.tsx';
import { faultsByField } from '../faults-by-field.ts';
import { fetchJson } from '../fetch-json.ts';
import { TitledModal } from '../shell/titled-modal.tsx';
import { apiKeysOptions } from './api-keys-options.ts';
import { CapFields } from './cap-fields.tsx';
import { CreatedKey } from './created-key.tsx';
import { Field, field } from './key-field.tsx';
import { ScopeFields } from './scope-fields.tsx';

export function CreateKeyDialog({ operator, onClose }: { operator: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const { confirmed, dialog } = useConfirmation();
  const creating = useMutation({
    mutationFn: (fields: FormData) => {
      const body = newKeyOf(fields, Date.now());
      return confirmed(() => fetchJson('/api/keys', createdKey, new AbortController().signal, { body }));
    },
    onSuccess: () => client.invalidateQueries(apiKeysOptions()),
  });
  if (creating.data) return <CreatedKey apiKey={creating.data.key} onClose={onClose} />;
  return (
    <TitledModal title="Create API key" close={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          creating.mutate(new FormData(event.currentTarget));
        }}
        className="mt-4 grid gap-4"
      >
        <KeyFields faults={faultsByField(creating.error)} operator={operator} />
        {creating.error && (
          <p role="alert" className="text-sm text-bad">
            Could not create the key: {creating.error.message}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <button
            type="button"
            onClick={onClose}
            className="rounded-md border border-line px-3 py-1.5 hover:bg-sunk"
          >
            Cancel
          </button>
          <button
            type="submit"
            disabled={creating.isPending}
            className="rounded-md bg-accent px-4 py-1.5 font-medium text-accent-ink disabled:opacity-60"
          >
            Create key
          </button>
        </div>
      </form>
      {dialog}
    </TitledModal>
  );
}

function KeyFields({ faults, operator }: { faults: Record<string, string>; operator: boolean }) {
  return (
    <>
      <Field
        label="Name"
        name="name"
        required
        maxLength={longestKeyName}
        placeholder="For example: production server"
        fault={faults['name']}
      />
      <label className="grid gap-1 text-sm font-medium">
        Expires
        <select name="days" defaultValue="90" className={field}>
          {lifetimes.map(({ days, label }) => (
            <option key={days} value={days}>
              {label}
            </option>
          ))}
        </select>
        {faults['expiresAt'] && <span className="font-normal text-bad">{faults['expiresAt']}</span>}
      </label>
      <CapFields faults={faults} />
      <ScopeFields faults={faults} />
      {operator && (
        <label className="flex min-h-6 items-center gap-2 text-sm">
          <input type="checkbox" name="operator" value="on" className="size-5 accent-accent" />
          Operator key, with the same rights as yours
        </label>
      )}
    </>
  );
}
