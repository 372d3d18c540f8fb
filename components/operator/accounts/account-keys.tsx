'use client';

import { keyName, type ApiKey } from '../../../lib/account/api-keys.ts';
import { useState } from 'react';
import { momentText } from '../../../lib/text/times.ts';
import { CreatedKey } from '../../keys/key-field.tsx';
import { PersonForm } from '../../people/person-form.tsx';
import { TextField, textOf } from '../../people/fields.tsx';
import { DangerButton } from '../danger-button.tsx';
import { Mark } from '../part.tsx';
import { ReasonField, reasonOf, useChange } from '../change-button.tsx';

/** The API keys of an account, with a form for another one. */
export function AccountKeys({
  accountId,
  keys,
  mayChange,
  mayRevokeOperators,
}: {
  accountId: string;
  keys: ApiKey[];
  mayChange: boolean;
  /** Whether operator keys can be revoked, too. */
  mayRevokeOperators: boolean;
}) {
  return (
    <>
      {keys.length === 0 ? (
        <p className="mt-2 text-quiet">The account has no API keys.</p>
      ) : (
        <ul className="mt-3 divide-y divide-line border-y border-line">
          {keys.map((apiKey) => (
            <KeyLine
              key={apiKey.id}
              accountId={accountId}
              apiKey={apiKey}
              mayRevoke={mayChange && (mayRevokeOperators || !apiKey.operator)}
            />
          ))}
        </ul>
      )}
      {mayChange && <NewKey accountId={accountId} />}
    </>
  );
}

function KeyLine({
  accountId,
  apiKey,
  mayRevoke,
}: {
  accountId: string;
  apiKey: ApiKey;
  mayRevoke: boolean;
}) {
  const { id, name, hint, operator, lastUsedAt, revokedAt } = apiKey;
  const used = lastUsedAt === null ? 'Never used' : `Last used ${momentText(lastUsedAt)} UTC`;
  const label = keyName({ name, hint });
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="font-medium break-words">
          {label}{' '}
          {name !== '' && !apiKey.client && (
            <span className="font-mono text-sm font-normal text-quiet">fb_…{hint} </span>
          )}
          {operator && <Mark text="Operator" />} {revokedAt !== null && <Mark text="Revoked" />}
        </p>
        <p className="text-sm text-quiet tabular-nums">
          {revokedAt === null ? used : `Revoked ${momentText(revokedAt)} UTC`}
        </p>
      </div>
      {mayRevoke && revokedAt === null && (
        <DangerButton
          action="Revoke"
          about={label}
          title="Revoke this key?"
          isReasonOptional={true}
          route="POST /api/operator/accounts/{account_id}/keys/{key_id}/revocation"
          params={{ account_id: accountId, key_id: id }}
        >
          <p className="break-words">
            <strong>{label}</strong> stops working immediately, everywhere. This cannot be undone.
          </p>
        </DangerButton>
      )}
    </li>
  );
}

function NewKey({ accountId }: { accountId: string }) {
  const { change, made } = useChange();
  const [key, setKey] = useState<string | null>(null);
  async function submit(fields: FormData) {
    const body = { name: textOf(fields, 'name'), ...reasonOf(fields) };
    const params = { account_id: accountId };
    setKey((await change('POST /api/operator/accounts/{account_id}/keys', { params, body })).key);
  }
  return (
    <>
      <PersonForm key={made} action="Create key" submit={submit}>
        {(faults) => (
          <>
            <TextField label="Name of the key" name="name" autoComplete="off" fault={faults['name']} />
            <ReasonField fault={faults['reason']} isOptional />
          </>
        )}
      </PersonForm>
      {key !== null && <CreatedKey apiKey={key} onClose={() => setKey(null)} />}
    </>
  );
}
