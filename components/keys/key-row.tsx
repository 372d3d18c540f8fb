'use client';

import { useState } from 'react';
import type { ApiKey } from '../../lib/account/api-keys.ts';
import { momentText } from '../../lib/view/moment-text.ts';
import { RevokeDialog } from './revoke-dialog.tsx';
import { SpendingBar } from './spending-bar.tsx';

/** A key: its last use, its expiry, and how much of its limits is spent. */
export function KeyRow({ apiKey, isOwn }: { apiKey: ApiKey; isOwn: boolean }) {
  const { name, hint, operator, person, createdAt, lastUsedAt, expiresAt, revokedAt, spending } = apiKey;
  const [revoking, setRevoking] = useState(false);
  const label = name === '' ? `fb_…${hint}` : name;
  return (
    <li className={`py-4 ${revokedAt === null ? '' : 'text-quiet'}`}>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <p className="flex flex-wrap items-baseline gap-x-2 font-medium">
            <span className="min-w-0 break-words">{label}</span>
            {name !== '' && <span className="font-mono text-sm text-quiet">fb_…{hint}</span>}
            {person && (
              <span className="min-w-0 text-sm font-normal break-words text-quiet">of {person.name}</span>
            )}
            {isOwn && <Mark text="Current session" />}
            {operator && <Mark text="Operator" />}
            {apiKey.access === 'read' && <Mark text="Read only" />}
            {revokedAt !== null && <Mark text="Revoked" />}
          </p>
          <p className="text-sm text-quiet tabular-nums">
            {revokedAt === null
              ? `${lastUsedAt === null ? 'Never used' : `Last used ${momentText(lastUsedAt)} UTC`} · ${expiresAt === null ? 'never expires' : `expires ${momentText(expiresAt)} UTC`}`
              : `Revoked ${momentText(revokedAt)} UTC`}
            {` · created ${momentText(createdAt)} UTC`}
          </p>
          {apiKey.products && (
            <p className="line-clamp-3 text-sm break-words text-quiet">
              Only calls {apiKey.products.map((product) => product.name).join(', ')}
            </p>
          )}
        </div>
        {revokedAt === null && (
          <button
            type="button"
            onClick={() => setRevoking(true)}
            className="rounded-md border border-line px-3 py-1.5 text-sm text-bad hover:bg-sunk"
          >
            Revoke<span className="sr-only"> {label}</span>
          </button>
        )}
      </div>
      {revokedAt === null && (
        <div className="mt-2 grid gap-x-6 gap-y-2 sm:grid-cols-3 [&:empty]:hidden">
          <SpendingBar label="Today" {...spending.day} />
          <SpendingBar label="This month" {...spending.month} />
          <SpendingBar label="Total" {...spending.total} />
        </div>
      )}
      {revoking && <RevokeDialog apiKey={apiKey} isOwn={isOwn} onClose={() => setRevoking(false)} />}
    </li>
  );
}

function Mark({ text }: { text: string }) {
  return <span className="rounded-sm bg-accent-soft px-1.5 text-sm font-normal text-ink">{text}</span>;
}
