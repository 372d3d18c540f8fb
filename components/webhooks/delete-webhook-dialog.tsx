'use client';

import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { fetchJson } from '../fetch-json.ts';
import { Confirmation } from '../shell/confirmation.tsx';
import { webhooksOptions } from './webhooks-options.ts';

interface Props {
  webhook: { id: string; url: string };
  onClose: () => void;
}

/** Asks before a webhook is deleted. */
export function DeleteWebhookDialog({ webhook: { id, url }, onClose }: Props) {
  const client = useQueryClient();
  async function act() {
    const { signal } = new AbortController();
    await fetchJson(`/api/webhooks/${id}`, z.undefined(), signal, { method: 'DELETE' });
    await client.invalidateQueries({ ...webhooksOptions(), exact: true });
    onClose();
  }
  return (
    <Confirmation title="Delete this webhook?" action="Delete" act={act} close={onClose}>
      <p className="break-all">
        Nothing more is sent to <strong>{url}</strong>, also what waits for it.
      </p>
    </Confirmation>
  );
}
