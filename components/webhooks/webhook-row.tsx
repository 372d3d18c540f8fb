'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { testedWebhook, type WebhookList } from '../../lib/account/webhooks.ts';
import { momentText } from '../../lib/text/moment-text.ts';
import { fetchJson } from '../fetch-json.ts';
import { quietButton } from '../quiet-button.ts';
import { DeleteWebhookDialog } from './delete-webhook-dialog.tsx';
import { Deliveries } from './deliveries.tsx';
import { deliveriesOptions } from './webhooks-options.ts';

interface Props {
  webhook: WebhookList['list'][number];
  manages: boolean;
}

/** An address, its events, and what was sent to it. */
export function WebhookRow({ webhook: { id, url, events, createdAt, disabledAt }, manages }: Props) {
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const testing = useMutation({
    mutationFn: async () => {
      const { signal } = new AbortController();
      await fetchJson(`/api/webhooks/${id}`, testedWebhook, signal, { method: 'POST' });
      setOpen(true);
      await client.invalidateQueries(deliveriesOptions(id));
    },
  });
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <p className="break-all">{url}</p>
          <p className="text-sm break-words text-quiet tabular-nums">
            {disabledAt === null
              ? `${events.join(', ')} · since ${momentText(createdAt)} UTC`
              : `Disabled ${momentText(disabledAt)} UTC, because it takes no events`}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            aria-label={`Deliveries to ${url}`}
            className={quietButton}
          >
            Deliveries
          </button>
          {manages && disabledAt === null && (
            <button
              type="button"
              disabled={testing.isPending}
              onClick={() => testing.mutate()}
              aria-label={`Send a test to ${url}`}
              className={quietButton}
            >
              Send a test
            </button>
          )}
          {manages && (
            <button
              type="button"
              onClick={() => setDeleting(true)}
              aria-label={`Delete ${url}`}
              className={`${quietButton} text-bad`}
            >
              Delete
            </button>
          )}
        </div>
      </div>
      {testing.error && (
        <p role="alert" className="mt-2 text-sm text-bad">
          {testing.error.message}
        </p>
      )}
      {open && <Deliveries id={id} />}
      {deleting && <DeleteWebhookDialog webhook={{ id, url }} onClose={() => setDeleting(false)} />}
    </li>
  );
}
