import { useState } from 'react';
import type { ApiKey } from '../../lib/account/api-keys.ts';
import { keyChangesOf, sameExpiry, lifetimes } from '../../lib/view/new-key-form.ts';
import { useAction } from '../confirmation/use-action.ts';
import { apiKeysQuery } from '../people/queries.ts';
import { FormDialog } from '../shell/confirmation.tsx';
import { CapFields } from './cap-fields.tsx';
import { CreatedKey, SelectField } from './key-field.tsx';
import { LifetimeField, NameField, ScopeFields } from './scope-fields.tsx';

/** Changes the name, expiry, limits and scope of a key. */
export function ChangeKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const act = useAction(apiKeysQuery);
  const { id, name, spending, access, products } = apiKey;
  const submit = (fields: FormData) =>
    act('PATCH /api/keys/{key_id}', {
      params: { key_id: id },
      body: keyChangesOf(fields, Date.now()),
    }).then(onClose);
  const caps = { day: spending.day.cap, month: spending.month.cap, total: spending.total.cap };
  return (
    <FormDialog title="Change API key" action="Save" submit={submit} close={onClose}>
      {(faults) => (
        <>
          <NameField defaultValue={name} fault={faults['name']} />
          <LifetimeField
            chosen={sameExpiry}
            options={[[sameExpiry, 'as before'], ...lifetimes]}
            fault={faults['expiresAt']}
          />
          <CapFields caps={caps} faults={faults} />
          <ScopeFields faults={faults} access={access} products={products} />
        </>
      )}
    </FormDialog>
  );
}

/** In hours. */
const overlaps = [
  [24, 'in 24 hours'],
  [1, 'in 1 hour'],
  [168, 'in 7 days'],
  [0, 'now'],
] as const;

/** Gives a key a new secret, and shows it once. */
export function RotateKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const act = useAction(apiKeysQuery);
  const [secret, setSecret] = useState<string>();
  async function submit(fields: FormData) {
    const body = { overlapHours: Number(fields.get('overlap')) };
    setSecret((await act('POST /api/keys/{key_id}/rotate', { params: { key_id: apiKey.id }, body })).key);
  }
  if (secret !== undefined) return <CreatedKey apiKey={secret} onClose={onClose} />;
  return (
    <FormDialog
      title="Rotate API key"
      action="Rotate"
      submit={submit}
      close={onClose}
      about={
        <p className="break-words">
          <strong>{apiKey.name}</strong> gets a new secret. Its id, limits and spending stay the same.
        </p>
      }
    >
      {() => <SelectField label="The current secret ends" name="overlap" options={overlaps} />}
    </FormDialog>
  );
}
