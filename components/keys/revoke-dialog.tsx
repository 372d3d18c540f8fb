'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import type { ApiKey } from '../../lib/api-keys.ts';
import { guestSession } from '../../lib/session.ts';
import { fetchJson } from '../fetch-json.ts';
import { apiKeysOptions } from './api-keys-options.ts';
import { ModalDialog } from './modal-dialog.tsx';
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
  const revoking = useMutation({
    mutationFn: () =>
      fetchJson(`/api/keys/${apiKey.id}`, z.undefined(), new AbortController().signal, { method: 'DELETE' }),
    onSuccess: async () => {
      if (isOwn) return changeCaller(guestSession);
      await client.invalidateQueries(apiKeysOptions());
      onClose();
    },
  });
  return (
    <ModalDialog title="Revoke this key?" onClose={onClose}>
      <p className="mt-2 break-words">
        <strong>{apiKey.name}</strong> <span className="font-mono">fb_…{apiKey.hint}</span> is refused from
        then on, wherever it is used. This cannot be undone.
      </p>
      {isOwn && (
        <p className="mt-2 text-warn">You are signed in with this key, and will be signed out with it.</p>
      )}
      {revoking.error && (
        <p role="alert" className="mt-3 text-bad">
          It was not revoked: {revoking.error.message}
        </p>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <button
          type="button"
          onClick={onClose}
          className="rounded-md border border-line px-3 py-1.5 hover:bg-sunk"
        >
          Keep it
        </button>
        <button
          type="button"
          disabled={revoking.isPending}
          onClick={() => revoking.mutate()}
          className="rounded-md bg-accent px-4 py-1.5 font-medium text-accent-ink disabled:opacity-60"
        >
          Revoke
        </button>
      </div>
    </ModalDialog>
  );
}
