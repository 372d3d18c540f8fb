'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ButtonHTMLAttributes, useState } from 'react';
import { testedWebhook, type WebhookList } from '../../lib/account/webhooks.ts';
import { momentText } from '../../lib/text/moment-text.ts';
import { fetchJson } from '../fetch-json.ts';
import { quietButton } from '../quiet-button.ts';
import { ChangeWebhookDialog } from './add-webhook-dialog.tsx';
import { DeleteWebhookDialog } from './delete-webhook-dialog.tsx';
import { Deliveries } from './deliveries.tsx';
import { deliveriesOptions } from './webhooks-options.ts';

interface Props {
  webhook: WebhookList['list'][number];
  manages: boolean;
}

/** An address, its events, and what was sent to it. */
export function WebhookRow({ webhook, manages }: Props) {
  const { id, url, events, createdAt, disabledAt } = webhook;
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const [changing, setChanging] = useState(false);
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
              : `Disabled since ${momentText(disabledAt)} UTC: no events are sent`}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <RowButton
            label="Deliveries"
            about={`Deliveries to ${url}`}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          />
          {manages && disabledAt === null && (
            <RowButton
              label="Send a test"
              about={`Send a test to ${url}`}
              disabled={testing.isPending}
              onClick={() => testing.mutate()}
            />
          )}
          {manages && (
            <>
              <RowButton label="Change" about={`Change ${url}`} onClick={() => setChanging(true)} />
              <RowButton
                label="Delete"
                about={`Delete ${url}`}
                onClick={() => setDeleting(true)}
                className={`${quietButton} text-bad`}
              />
            </>
          )}
        </div>
      </div>
      {testing.error && (
        <p role="alert" className="mt-2 text-sm text-bad">
          {testing.error.message}
        </p>
      )}
      {open && <Deliveries id={id} />}
      {changing && <ChangeWebhookDialog webhook={webhook} onClose={() => setChanging(false)} />}
      {deleting && <DeleteWebhookDialog webhook={{ id, url }} onClose={() => setDeleting(false)} />}
    </li>
  );
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  label: string;
  about: string;
}

function RowButton({ label, about, ...button }: ButtonProps) {
  return (
    <button type="button" aria-label={about} className={quietButton} {...button}>
      {label}
    </button>
  );
}
