'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fetching, fetchJson } from '../fetch-json.ts';
import { sessionOptions } from '../keys/session-options.ts';
import { ownerOf } from '../keys/stored-owner.ts';
import { OwnLoadError } from '../load-error.tsx';
import { PasskeyButton } from '../passkeys/passkey-button.tsx';
import { CodeField, PasswordField, textOf } from '../people/fields.tsx';
import { IssuerButtons } from '../people/issuer-buttons.tsx';
import { PersonForm } from '../people/person-form.tsx';
import { quietButton } from '../shell/buttons.tsx';
import { TitledModal } from '../shell/modal.tsx';
import { rememberForm } from './left-form.ts';

interface Props {
  onConfirmed: () => void;
  onClose: () => void;
}

/** Asks a person to prove who they are, once more. */
export function ConfirmationDialog({ onConfirmed, onClose }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: ['confirmation-ways'],
    queryFn: fetching('GET /api/session/confirmation'),
    gcTime: 0,
  });
  const leave = useRememberForm();
  const [chosen, setChosen] = useState<'password' | 'code'>();
  const typed = data?.ways.filter((one) => one !== 'passkey') ?? [];
  const way = chosen ?? typed[0];
  const other = typed.find((one) => one !== way);
  async function send(body: unknown) {
    await fetchJson('POST /api/session/confirmation', { body });
    onConfirmed();
  }
  return (
    <TitledModal label="Confirm that it is you" close={onClose}>
      <p className="mt-2 text-quiet">
        This is a sensitive change. You will not be asked again for ten minutes.
      </p>
      {error && <OwnLoadError what="The confirmation" error={error} retry={() => void refetch()} />}
      {data?.ways.length === 0 && data.issuers.length === 0 && !data.mailCode && (
        <p className="mt-4">Sign out and in again, then repeat the change.</p>
      )}
      {way && (
        <PersonForm key={way} action="Confirm" submit={(fields) => send({ [way]: textOf(fields, way) })}>
          {(faults) =>
            way === 'code' ? (
              <CodeField fault={faults['code']} />
            ) : (
              <PasswordField label="Password" name="password" fault={faults['password']} autoFocus />
            )
          }
        </PersonForm>
      )}
      {data?.mailCode && (
        <p className="mt-4 text-sm">
          You can also{' '}
          <a href="/sign-in" target="_blank" className="text-accent underline underline-offset-4">
            sign in again with an emailed code
          </a>{' '}
          in a new tab, then repeat the change.
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {data?.ways.includes('passkey') && (
          <PasskeyButton label="Use a passkey" send={(passkey) => send({ passkey })} />
        )}
        <IssuerButtons
          issuers={data?.issuers ?? []}
          action="Confirm with"
          wish={{ purpose: 'confirm', returnTo: window.location.pathname }}
          onLeave={leave}
        />
        {other && (
          <button type="button" className={quietButton} onClick={() => setChosen(other)}>
            {other === 'code' ? 'Use a code instead' : 'Use the password instead'}
          </button>
        )}
        {!way && (
          <button type="button" className={`ml-auto ${quietButton}`} onClick={onClose}>
            Cancel
          </button>
        )}
      </div>
    </TitledModal>
  );
}

/** The issuer sends the browser back to a new page. */
function useRememberForm(): () => void {
  const client = useQueryClient();
  return () => {
    const session = client.getQueryData(sessionOptions().queryKey);
    const owner = session && ownerOf(session);
    if (owner !== undefined) rememberForm(owner);
  };
}
