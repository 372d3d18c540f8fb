'use client';

import { groupedNumber } from '../../lib/text/grouped-number.ts';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import type { ApiKey } from '../../lib/account/api-keys.ts';
import { mayRole } from '../../lib/account/member-role.ts';
import type { Session } from '../../lib/account/session.ts';
import { OwnLoadError } from '../own-load-error.tsx';
import { AddButton } from '../shell/add-button.tsx';
import { SignOutButton } from '../shell/sign-out-button.tsx';
import { Webhooks } from '../webhooks/webhooks.tsx';
import { apiKeysOptions } from './api-keys-options.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { KeyRow } from './key-row.tsx';

export function Account({ session }: { session: Session }) {
  const { data, dataUpdatedAt, error, isPending, refetch } = useQuery(apiKeysOptions());
  const [creating, setCreating] = useState(false);
  return (
    <>
      <Identity session={session} />
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
      {(session.role === null || mayRole(session.role, 'read-webhooks')) && <Webhooks session={session} />}
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
