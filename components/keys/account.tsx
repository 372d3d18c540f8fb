'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import type { ApiKey } from '../../lib/account/api-keys.ts';
import { mayRole } from '../../lib/account/roles.ts';
import type { Session } from '../../lib/account/session.ts';
import { groupedNumber } from '../../lib/text/numbers.ts';
import { newKeyOf } from '../../lib/view/new-key-form.ts';
import { useAction } from '../confirmation/use-action.ts';
import { OwnLoadError } from '../load-error.tsx';
import { ForRole } from '../members/for-role.tsx';
import { apiKeysQuery } from '../people/queries.ts';
import { AddButton } from '../shell/add-button.tsx';
import { FormDialog } from '../shell/confirmation.tsx';
import { SignOutButton } from '../shell/header/sign-out-button.tsx';
import { Webhooks } from '../webhooks/webhooks.tsx';
import { CapFields } from './cap-fields.tsx';
import { CheckField, CreatedKey } from './key-field.tsx';
import { KeyRow } from './key-row.tsx';
import { LifetimeField, NameField, ScopeFields } from './scope-fields.tsx';

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
  const { data, dataUpdatedAt, error, isPending, refetch } = useQuery(apiKeysQuery);
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
  if (seeing) return <>Viewing {name}</>;
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
  const act = useAction(apiKeysQuery);
  const [secret, setSecret] = useState<string>();
  async function submit(fields: FormData) {
    setSecret((await act('POST /api/keys', { body: newKeyOf(fields, Date.now()) })).key);
  }
  if (secret !== undefined) return <CreatedKey apiKey={secret} onClose={onClose} />;
  return (
    <FormDialog title="Create API key" action="Create key" submit={submit} close={onClose}>
      {(faults) => <KeyFields faults={faults} operator={operator} />}
    </FormDialog>
  );
}

function KeyFields({ faults, operator }: { faults: Record<string, string>; operator: boolean }) {
  return (
    <>
      <NameField placeholder="For example: production server" fault={faults['name']} />
      <LifetimeField fault={faults['expiresAt']} />
      <CapFields faults={faults} />
      <ScopeFields faults={faults} />
      {operator && (
        <CheckField name="operator" value="on">
          Operator key, with the same rights as yours
        </CheckField>
      )}
    </>
  );
}
