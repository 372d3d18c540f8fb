import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { momentText } from '../../lib/view/moment-text.ts';
import { fetchJson } from '../fetch-json.ts';
import { apiKeysOptions } from './api-keys-options.ts';

/** Until when the secret of before a rotation works. It can be ended before. */
export function EarlierSecret({ id, endsAt, label }: { id: string; endsAt: string; label: string }) {
  const client = useQueryClient();
  const ending = useMutation({
    mutationFn: () =>
      fetchJson(`/api/keys/${id}/rotate`, z.undefined(), new AbortController().signal, { method: 'DELETE' }),
    onSuccess: () => client.invalidateQueries(apiKeysOptions()),
  });
  return (
    <p className="mt-1 flex flex-wrap items-baseline gap-x-3 text-sm text-warn">
      The secret before the rotation works until {momentText(endsAt)} UTC.
      <button
        type="button"
        disabled={ending.isPending}
        onClick={() => ending.mutate()}
        className="min-h-6 text-accent underline underline-offset-4"
      >
        End it now<span className="sr-only">: {label}</span>
      </button>
      {ending.error && (
        <span role="alert" className="text-bad">
          Could not end it: {ending.error.message}
        </span>
      )}
    </p>
  );
}
