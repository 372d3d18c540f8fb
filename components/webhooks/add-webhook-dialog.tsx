'use client';

import { useState } from 'react';
import { webhookEvents, type WebhookList } from '../../lib/account/webhooks.ts';
import { useAction } from '../confirmation/use-action.ts';
import { CheckField, Field } from '../keys/key-field.tsx';
import { webhooksQuery } from '../people/queries.ts';
import { FormDialog } from '../shell/confirmation.tsx';
import { ShownOnce } from '../shell/shown-once.tsx';

/** Adds a webhook, and shows its secret once. */
export function AddWebhookDialog({ onClose }: { onClose: () => void }) {
  const act = useAction(webhooksQuery);
  const [secret, setSecret] = useState<string>();
  async function submit(fields: FormData) {
    const body = { url: fields.get('url'), events: fields.getAll('events') };
    setSecret((await act('POST /api/webhooks', { body })).secret);
  }
  if (secret !== undefined)
    return (
      <ShownOnce title="Webhook secret" secret={secret} name="secret" onClose={onClose}>
        This secret is shown only once. Use it to verify that events come from this portal, as Standard
        Webhooks describes.
      </ShownOnce>
    );
  return (
    <FormDialog title="Add webhook" action="Add webhook" submit={submit} close={onClose}>
      {(faults) => <WebhookFields faults={faults} />}
    </FormDialog>
  );
}

interface ChangeProps {
  webhook: WebhookList['list'][number];
  onClose: () => void;
}

/** Changes the address and events of a webhook, or disables and enables it. */
export function ChangeWebhookDialog({ webhook, onClose }: ChangeProps) {
  const act = useAction({ ...webhooksQuery, exact: true });
  async function submit(fields: FormData) {
    const body = { url: fields.get('url'), events: fields.getAll('events'), enabled: fields.has('enabled') };
    await act('PATCH /api/webhooks/{webhook_id}', { params: { webhook_id: webhook.id }, body });
    onClose();
  }
  return (
    <FormDialog title="Change webhook" action="Save" submit={submit} close={onClose}>
      {(faults) => (
        <>
          <WebhookFields faults={faults} url={webhook.url} events={webhook.events} />
          <CheckField name="enabled" defaultChecked={webhook.disabledAt === null}>
            Enabled: events are sent to it
          </CheckField>
          <p className="text-sm text-quiet">The secret stays the same.</p>
        </>
      )}
    </FormDialog>
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
            <CheckField
              key={event}
              name="events"
              value={event}
              defaultChecked={events.includes(event)}
              className="font-mono"
            >
              {event}
            </CheckField>
          ))}
        </div>
        {faults['events'] !== undefined && <p className="text-sm text-bad">{faults['events']}</p>}
      </fieldset>
    </>
  );
}
