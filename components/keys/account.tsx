'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import { type ApiKey, createdKey, longestKeyName } from '../../lib/account/api-keys.ts';
import { mayRole } from '../../lib/account/roles.ts';
import type { Session } from '../../lib/account/session.ts';
import { groupedNumber } from '../../lib/text/numbers.ts';
import { newKeyOf } from '../../lib/view/new-key-form.ts';
import { useConfirmation } from '../confirmation/use-confirmation.tsx';
import { fetchJson } from '../fetch-json.ts';
import { OwnLoadError } from '../load-error.tsx';
import { ForRole } from '../members/for-role.tsx';
import { PersonForm } from '../people/person-form.tsx';
import { AddButton } from '../shell/buttons.tsx';
import { TitledModal } from '../shell/modal.tsx';
import { SignOutButton } from '../shell/sign-out-button.tsx';
import { Webhooks } from '../webhooks/webhooks.tsx';
import { apiKeysOptions } from './api-keys-options.ts';
import { CapFields } from './cap-fields.tsx';
import { CreatedKey, Field } from './key-field.tsx';
import { KeyRow } from './key-row.tsx';
import { LifetimeField, ScopeFields } from './scope-fields.tsx';

export function Account({ session }: { session: Session }) {
  return (
    <>
      <Identity session={session} />
      <ForRole verbs={['own-keys', 'read-keys']}>
        <Listed session={session} />
      </ForRole>
      {(session.role === null || mayRole(session.role, 'read-webhooks')) && <Webhooks session={session} />}
    </>
  );
}

function Listed({ session }: { session: Session }) {
  const { data, dataUpdatedAt, error, isPending, refetch } = useQuery(apiKeysOptions());
  const [creating, setCreating] = useState(false);
  return (
    <>
      <div className="mt-8 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">
          Keys{' '}
          {data && (
            <span className="text-sm font-normal text-quiet tabular-nums">{groupedNumber(data.total)}</span>
          )}
        </h2>
        {(session.role === null || mayRole(session.role, 'own-keys')) && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Link href="/connect" className="text-accent underline underline-offset-4">
              Connect an agent
            </Link>
            <AddButton isMain session={session} label="Create API key" onClick={() => setCreating(true)} />
          </div>
        )}
      </div>
      {isPending && <p className="mt-4 text-quiet">Loading keys…</p>}
      {error && !data && <OwnLoadError what="The keys" error={error} retry={() => void refetch()} />}
      {data?.total === 0 && (
        <p className="mt-3 max-w-3xl rounded-md border border-dashed border-line px-6 py-8 text-center text-quiet">
          No keys. A program or an agent sends a key to call products with the credits of this account.
        </p>
      )}
      {data && (
        <ul className="mt-3 divide-y divide-line border-y border-line empty:hidden">
          {data.list.map((key) => (
            <KeyRow
              key={key.id}
              apiKey={key}
              readAtMs={dataUpdatedAt}
              isOwn={key.id === session.key?.id}
              mayChange={mayChange(session, key)}
              mayRotate={
                !session.suspended &&
                (!key.person || key.person.id === session.person?.id || key.id === session.key?.id)
              }
            />
          ))}
        </ul>
      )}
      {data && data.total > data.list.length && (
        <p className="mt-2 text-sm text-quiet">
          {groupedNumber(data.total - data.list.length)} older revoked keys are not shown.
        </p>
      )}
      {creating && (
        <CreateKeyDialog
          operator={session.operator && session.key !== null}
          onClose={() => setCreating(false)}
        />
      )}
    </>
  );
}

/** Members change their own keys, owners and admins those of all. */
function mayChange({ role, person }: Session, key: ApiKey): boolean {
  const isMine = person !== null && key.person?.id === person.id;
  return role === null || isMine || mayRole(role, 'manage-keys');
}

function Identity({ session }: { session: Session }) {
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-md border border-line bg-card p-4">
      <div className="min-w-0">
        <p className="break-words">
          <Who session={session} />
          {session.operator && ' (operator)'}
        </p>
        <p className="text-sm">
          <Link href="/credits" className="text-accent underline underline-offset-4">
            Credits
          </Link>
          {' · '}
          <Link href="/members" className="text-accent underline underline-offset-4">
            Members
          </Link>
        </p>
      </div>
      <SignOutButton />
    </div>
  );
}

function Who({ session: { seeing, account, key, person, role } }: { session: Session }) {
  const name = <strong>{account?.name}</strong>;
  if (seeing) return <>Seeing {name}</>;
  if (!key)
    return (
      <>
        Signed in as <strong>{person?.name}</strong>, {role} of {name}
      </>
    );
  return (
    <>
      Signed in as {name} with the key {key.name} <span className="font-mono">fb_…{key.hint}</span>
    </>
  );
}

/** Creates a key, and shows it once. */
function CreateKeyDialog({ operator, onClose }: { operator: boolean; onClose: () => void }) {
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
