'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createdKey, longestKeyName } from '../../lib/account/api-keys.ts';
import { newKeyOf } from '../../lib/view/new-key-form.ts';
import { useConfirmation } from '../confirmation/use-confirmation.tsx';
import { fetchJson } from '../fetch-json.ts';
import { PersonForm } from '../people/person-form.tsx';
import { TitledModal } from '../shell/modal.tsx';
import { apiKeysOptions } from './api-keys-options.ts';
import { CapFields } from './cap-fields.tsx';
import { CreatedKey } from './created-key.tsx';
import { Field } from './key-field.tsx';
import { LifetimeField } from './lifetime-field.tsx';
import { ScopeFields } from './scope-fields.tsx';

/** Creates a key, and shows it once. */
export function CreateKeyDialog({ operator, onClose }: { operator: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const { confirmed, dialog } = useConfirmation();
  const [secret, setSecret] = useState<string>();
  async function submit(fields: FormData) {
    const { signal } = new AbortController();
    const body = newKeyOf(fields, Date.now());
    const created = await confirmed(() => fetchJson('/api/keys', createdKey, signal, { body }));
    setSecret(created.key);
    await client.invalidateQueries(apiKeysOptions());
  }
  if (secret !== undefined) return <CreatedKey apiKey={secret} onClose={onClose} />;
  return (
    <>
      <TitledModal label="Create API key" close={onClose}>
        <PersonForm action="Create key" submit={submit}>
          {(faults) => <KeyFields faults={faults} operator={operator} />}
        </PersonForm>
      </TitledModal>
      {dialog}
    </>
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
      <LifetimeField fault={faults['expiresAt']} />
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
