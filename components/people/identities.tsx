'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import type { IdentityList, OfferedIssuer } from '../../lib/account/identities.ts';
import { momentText } from '../../lib/text/times.ts';
import { useConfirmation } from '../confirmation/use-confirmation.tsx';
import { fetchJson } from '../fetch-json.ts';
import { OwnLoadError } from '../load-error.tsx';
import { Confirmation } from '../shell/confirmation.tsx';
import { identitiesOptions } from './queries.ts';
import { IssuerButtons } from './issuer-buttons.tsx';

type Identity = IdentityList['list'][number];

/** By which the person signs in elsewhere. Nothing where the portal offers none. */
export function Identities() {
  const { data, error, refetch } = useQuery(identitiesOptions());
  const [removed, setRemoved] = useState<Identity>();
  if (error && !data)
    return <OwnLoadError what="Your identities" error={error} retry={() => void refetch()} />;
  if (!data || (data.list.length === 0 && data.issuers.length === 0)) return null;
  return (
    <section aria-labelledby="identities" className="mt-10">
      <h2 id="identities" className="text-lg font-semibold">
        Connected identities
      </h2>
      <p className="text-sm text-quiet">Sign in elsewhere, without a password and a code of this portal.</p>
      {data.list.length > 0 && (
        <ul className="mt-3 divide-y divide-line border-y border-line">
          {data.list.map((identity) => (
            <IdentityRow key={identity.id} identity={identity} onRemove={() => setRemoved(identity)} />
          ))}
        </ul>
      )}
      <Connect issuers={data.issuers} />
      {removed && <Disconnect identity={removed} onClose={() => setRemoved(undefined)} />}
    </section>
  );
}

function IdentityRow({
  identity: { label, issuer, createdAt, lastUsedAt },
  onRemove,
}: {
  identity: Identity;
  onRemove: () => void;
}) {
  const used = lastUsedAt === null ? 'not used yet' : `last used ${momentText(lastUsedAt)} UTC`;
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="font-medium break-words">{label}</p>
        <p className="text-sm break-words text-quiet">
          {issuer} · connected {momentText(createdAt)}, {used}
        </p>
      </div>
      <button
        type="button"
        onClick={onRemove}
        aria-label={`Disconnect ${label}`}
        className="rounded-md border border-line px-3 py-1.5 text-bad hover:bg-sunk"
      >
        Disconnect
      </button>
    </li>
  );
}

function Connect({ issuers }: { issuers: OfferedIssuer[] }) {
  const { confirmed, dialog } = useConfirmation();
  return (
    <div className="mt-3">
      <IssuerButtons issuers={issuers} action="Connect" wish={{ purpose: 'connect' }} confirmed={confirmed} />
      {dialog}
    </div>
  );
}

function Disconnect({ identity: { id, label }, onClose }: { identity: Identity; onClose: () => void }) {
  const client = useQueryClient();
  const { confirmed, dialog } = useConfirmation();
  async function act() {
    const { signal } = new AbortController();
    await confirmed(() => fetchJson(`/api/identities/${id}`, z.undefined(), signal, { method: 'DELETE' }));
    await client.invalidateQueries(identitiesOptions());
    onClose();
  }
  return (
    <>
      <Confirmation title="Disconnect this identity?" action="Disconnect" act={act} close={onClose}>
        <p className="break-words">
          You will no longer sign in here with <strong>{label}</strong>. Sessions go on.
        </p>
      </Confirmation>
      {dialog}
    </>
  );
}
