'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { createdWebhook, webhookEvents, type WebhookList } from '../../lib/account/webhooks.ts';
import { useConfirmation } from '../confirmation/use-confirmation.tsx';
import { fetchJson } from '../fetch-json.ts';
import { Field } from '../keys/key-field.tsx';
import { PersonForm } from '../people/person-form.tsx';
import { ShownOnce } from '../shell/shown-once.tsx';
import { TitledModal } from '../shell/modal.tsx';
import { webhooksOptions } from './webhooks-options.ts';

/** Adds a webhook, and shows its secret once. */
export function AddWebhookDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const { confirmed, dialog } = useConfirmation();
  const [secret, setSecret] = useState<string>();
  async function submit(fields: FormData) {
    const { signal } = new AbortController();
    const body = { url: fields.get('url'), events: fields.getAll('events') };
    const created = await confirmed(() => fetchJson('/api/webhooks', createdWebhook, signal, { body }));
    setSecret(created.secret);
    await client.invalidateQueries(webhooksOptions());
  }
  if (secret !== undefined)
    return (
      <ShownOnce title="The secret of the webhook" secret={secret} name="secret" onClose={onClose}>
        This secret is shown only once. With it you verify that events come from this portal, by the rules of
        Standard Webhooks.
      </ShownOnce>
    );
  return (
    <>
      <TitledModal label="Add webhook" close={onClose}>
        <PersonForm action="Add webhook" submit={submit}>
          {(faults) => <WebhookFields faults={faults} />}
        </PersonForm>
      </TitledModal>
      {dialog}
    </>
  );
}

interface ChangeProps {
  webhook: WebhookList['list'][number];
  onClose: () => void;
}

/** Changes the address and events of a webhook, or disables and enables it. */
export function ChangeWebhookDialog({ webhook, onClose }: ChangeProps) {
  const client = useQueryClient();
  const { confirmed, dialog } = useConfirmation();
  async function submit(fields: FormData) {
    const { signal } = new AbortController();
    const body = { url: fields.get('url'), events: fields.getAll('events'), enabled: fields.has('enabled') };
    const address = `/api/webhooks/${webhook.id}`;
    await confirmed(() => fetchJson(address, z.undefined(), signal, { method: 'PATCH', body }));
    await client.invalidateQueries({ ...webhooksOptions(), exact: true });
    onClose();
  }
  return (
    <>
      <TitledModal label="Change webhook" close={onClose}>
        <PersonForm action="Save" submit={submit}>
          {(faults) => (
            <>
              <WebhookFields faults={faults} url={webhook.url} events={webhook.events} />
              <label className="flex min-h-6 items-center gap-2 text-sm">
                <input
                  type="checkbox"
                  name="enabled"
                  defaultChecked={webhook.disabledAt === null}
                  className="size-5 accent-accent"
                />
                Enabled: events are sent to it
              </label>
              <p className="text-sm text-quiet">The secret stays the same.</p>
            </>
          )}
        </PersonForm>
      </TitledModal>
      {dialog}
    </>
  );
}

interface FieldsProps {
  faults: Record<string, string>;
  url?: string;
  events?: readonly string[];
}

function WebhookFields({ faults, url, events = webhookEvents }: FieldsProps) {
  return (
    <>
      <Field
        label="Address"
        name="url"
        type="url"
        required
        placeholder="https://example.com/events"
        defaultValue={url}
        fault={faults['url']}
      />
      <fieldset>
        <legend className="text-sm font-medium">Events</legend>
        <div className="mt-1 grid gap-1">
          {webhookEvents.map((event) => (
            <label key={event} className="flex min-h-6 items-center gap-2 font-mono text-sm">
              <input
                type="checkbox"
                name="events"
                value={event}
                defaultChecked={events.includes(event)}
                className="size-5 accent-accent"
              />
              {event}
            </label>
          ))}
        </div>
        {faults['events'] !== undefined && <p className="text-sm text-bad">{faults['events']}</p>}
      </fieldset>
    </>
  );
}
