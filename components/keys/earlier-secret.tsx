import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { momentText } from '../../lib/text/moment-text.ts';
import { fetchJson } from '../fetch-json.ts';
import { Confirmation } from '../shell/confirmation.tsx';
import { apiKeysOptions } from './api-keys-options.ts';

/** Until when the secret of before a rotation works. It can be ended before. */
export function EarlierSecret({ id, endsAt, label }: { id: string; endsAt: string; label: string }) {
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  async function act() {
    const { signal } = new AbortController();
    await fetchJson(`/api/keys/${id}/rotate`, z.undefined(), signal, { method: 'DELETE' });
    await client.invalidateQueries(apiKeysOptions());
  }
  return (
    <div className="mt-1 flex flex-wrap items-baseline gap-x-3 text-sm text-warn">
      The secret before the rotation works until {momentText(endsAt)} UTC.
      <button
        type="button"
        onClick={() => setIsAsking(true)}
        className="min-h-6 text-bad underline underline-offset-4"
      >
        End it now<span className="sr-only">: {label}</span>
      </button>
      {isAsking && (
        <Confirmation
          title="End the earlier secret?"
          action="End it"
          act={act}
          close={() => setIsAsking(false)}
        >
          <p className="text-base break-words text-ink">
            Programs that still use the earlier secret of <strong>{label}</strong> are refused immediately.
            This cannot be undone.
          </p>
        </Confirmation>
      )}
    </div>
  );
}
