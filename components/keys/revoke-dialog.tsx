'use client';

import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import type { ApiKey } from '../../lib/account/api-keys.ts';
import { guestSession } from '../../lib/account/session.ts';
import { fetchJson } from '../fetch-json.ts';
import { Confirmation } from '../shell/confirmation.tsx';
import { apiKeysOptions } from './api-keys-options.ts';
import { useChangeOfCaller } from './use-change-of-caller.ts';

export function RevokeDialog({
  apiKey,
  isOwn,
  onClose,
}: {
  apiKey: ApiKey;
  isOwn: boolean;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const changeCaller = useChangeOfCaller();
  async function act() {
    if (isOwn) return changeCaller(() => revoke(apiKey).then(() => guestSession));
    await revoke(apiKey);
    await client.invalidateQueries(apiKeysOptions());
    return onClose();
  }
  return (
    <Confirmation title="Revoke this key?" action="Revoke" act={act} close={onClose}>
      <p className="break-words">
        <strong>{apiKey.name}</strong>{' '}
        {apiKey.client ? (
          'can make no calls any more, unless you connect it again.'
        ) : (
          <>
            <span className="font-mono">fb_…{apiKey.hint}</span> stops working immediately, everywhere. This
            cannot be undone.
          </>
        )}
      </p>
      {isOwn && <p className="text-warn">You are signed in with this key: revoking it signs you out.</p>}
    </Confirmation>
  );
}

function revoke({ id }: ApiKey): Promise<undefined> {
  return fetchJson(`/api/keys/${id}`, z.undefined(), new AbortController().signal, { method: 'DELETE' });
}
