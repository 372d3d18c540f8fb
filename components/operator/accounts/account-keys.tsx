'use client';

import Link from 'next/link';
import { keyName, type ApiKey } from '../../../lib/account/api-keys.ts';
import { useState } from 'react';
import { CreatedKey } from '../../keys/key-field.tsx';
import { TextField, textOf } from '../../people/fields.tsx';
import { FormDialog } from '../../shell/confirmation.tsx';
import { keyIcon } from '../../shell/icon-paths.ts';
import { Icon } from '../../shell/icons.tsx';
import { DangerButton } from '../parts/danger-button.tsx';
import { Mark } from '../parts/part.tsx';
import { ReasonField, reasonOf, useChange } from '../parts/change-button.tsx';
import { When } from '../parts/when.tsx';

interface Props {
  accountId: string;
  keys: ApiKey[];
  mayChange: boolean;
  /** Whether operator keys can be revoked, too. */
  mayRevokeOperators: boolean;
}

/** The API keys of an account. */
export function AccountKeys({ accountId, keys, mayChange, mayRevokeOperators }: Props) {
  if (keys.length === 0)
    return <p className="border-b border-rule py-3 text-dense text-quiet">The account has no API keys.</p>;
  return (
    <ul>
      {keys.map((apiKey) => (
        <KeyLine
          key={apiKey.id}
          accountId={accountId}
          apiKey={apiKey}
          mayRevoke={mayChange && (mayRevokeOperators || !apiKey.operator)}
        />
      ))}
    </ul>
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
  const label = keyName({ name, hint });
  return (
    <li className="flex min-h-11 items-center gap-3 border-b border-rule py-1.5 text-dense">
      <Icon path={keyIcon} className="size-4 text-quiet" />
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
        <Link
          href={`/operator/keys/${id}`}
          prefetch={false}
          className="min-w-0 font-medium break-words underline-offset-4 hover:underline"
        >
          {label}
        </Link>
        {name !== '' && !apiKey.client && <span className="font-mono text-xs text-quiet">fb_…{hint}</span>}
        {operator && <Mark text="Operator" />} {revokedAt !== null && <Mark text="Revoked" tone="bad" />}
      </span>
      <span className="text-right whitespace-nowrap text-quiet">
        {lastUsedAt === null ? (
          'Never used'
        ) : (
          <>
            Used <When at={lastUsedAt} />
          </>
        )}
      </span>
      {mayRevoke && revokedAt === null && (
        <DangerButton about={label} {...revocationOf(accountId, { id, label })} />
      )}
    </li>
  );
}

/** Asks, and revokes a key. */
export function revocationOf(accountId: string, { id, label }: { id: string; label: string }) {
  return {
    ...{ action: 'Revoke', title: 'Revoke this key?', isReasonOptional: true },
    route: 'POST /api/operator/accounts/{account_id}/keys/{key_id}/revocation',
    params: { account_id: accountId, key_id: id },
    children: (
      <p className="break-words">
        <strong>{label}</strong> stops working immediately, everywhere. This cannot be undone.
      </p>
    ),
  } as const;
}

export function NewKeyButton({ accountId }: { accountId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)} className="with-script button button-small">
        Create…
      </button>
      {isOpen && <NewKeyDialog accountId={accountId} close={() => setIsOpen(false)} />}
    </>
  );
}

/** Creates a key, and shows it once. */
export function NewKeyDialog({ accountId, close }: { accountId: string; close: () => void }) {
  const { change } = useChange();
  const [key, setKey] = useState<string | null>(null);
  async function submit(fields: FormData) {
    const body = { name: textOf(fields, 'name'), ...reasonOf(fields) };
    const params = { account_id: accountId };
    setKey((await change('POST /api/operator/accounts/{account_id}/keys', { params, body })).key);
  }
  if (key !== null) return <CreatedKey apiKey={key} onClose={close} />;
  return (
    <FormDialog title="Create an API key" action="Create key" submit={submit} close={close}>
      {(faults) => (
        <>
          <TextField label="Name of the key" name="name" autoComplete="off" fault={faults['name']} />
          <ReasonField fault={faults['reason']} isOptional />
        </>
      )}
    </FormDialog>
  );
}
