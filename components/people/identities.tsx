'use client';

import { useQuery } from '@tanstack/react-query';
import type { IdentityList } from '../../lib/account/identities.ts';
import { momentText } from '../../lib/text/times.ts';
import { useAction, useConfirmed } from '../confirmation/use-action.ts';
import { OwnLoadError } from '../load-error.tsx';
import { ConfirmButton } from '../shell/confirmation.tsx';
import { identitiesQuery } from './queries.ts';
import { IssuerButtons } from './issuer-buttons.tsx';

type Identity = IdentityList['list'][number];

/** By which the person signs in elsewhere. Nothing where the portal offers none. */
export function Identities() {
  const { data, error, refetch } = useQuery(identitiesQuery);
  const confirmed = useConfirmed();
  if (error && !data)
    return <OwnLoadError what="Your identities" error={error} retry={() => void refetch()} />;
  if (!data || (data.list.length === 0 && data.issuers.length === 0)) return null;
  return (
    <section aria-labelledby="identities" className="mt-10">
      <h2 id="identities" className="text-lg font-semibold">
        Connected identities
      </h2>
      <p className="text-sm text-quiet">
        Sign in with another service, without a password or code of this portal.
      </p>
      {data.list.length > 0 && (
        <ul className="mt-3 divide-y divide-line border-y border-line">
          {data.list.map((identity) => (
            <IdentityRow key={identity.id} identity={identity} />
          ))}
        </ul>
      )}
      <div className="mt-3">
        <IssuerButtons
          issuers={data.issuers}
          action="Connect"
          wish={{ purpose: 'connect' }}
          confirmed={confirmed}
        />
      </div>
    </section>
  );
}

function IdentityRow({ identity: { id, label, issuer, createdAt, lastUsedAt } }: { identity: Identity }) {
  const act = useAction(identitiesQuery);
  const used = lastUsedAt === null ? 'not used yet' : `last used ${momentText(lastUsedAt)} UTC`;
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="font-medium break-words">{label}</p>
        <p className="text-sm break-words text-quiet">
          {issuer} · connected {momentText(createdAt)}, {used}
        </p>
      </div>
      <ConfirmButton
        label="Disconnect"
        aria-label={`Disconnect ${label}`}
        className="rounded-md border border-line px-3 py-1.5 text-bad hover:bg-sunk"
        title="Disconnect this identity?"
        action="Disconnect"
        act={() => act('DELETE /api/identities/{identity_id}', { params: { identity_id: id } })}
      >
        <p className="break-words">
          You will no longer be able to sign in here with <strong>{label}</strong>. Current sessions continue.
        </p>
      </ConfirmButton>
    </li>
  );
}
