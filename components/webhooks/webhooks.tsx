'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ButtonHTMLAttributes } from 'react';
import { mayRole } from '../../lib/account/roles.ts';
import type { Session } from '../../lib/account/session.ts';
import { testEvent, type DeliveryList, type WebhookList } from '../../lib/account/webhooks.ts';
import { momentText, momentTextOf } from '../../lib/text/times.ts';
import { useAction } from '../confirmation/use-action.ts';
import { Failure, OwnLoadError } from '../load-error.tsx';
import { deliveriesQuery, webhooksQuery } from '../people/queries.ts';
import { AddButton } from '../shell/add-button.tsx';
import { quietButton } from '../shell/buttons.tsx';
import { ConfirmButton } from '../shell/confirmation.tsx';
import { useIsSuspended } from '../shell/header/account-status.tsx';
import { AddWebhookDialog, ChangeWebhookDialog } from './add-webhook-dialog.tsx';

/** The addresses that events of the account are sent to. */
export function Webhooks({ session }: { session: Session }) {
  const { role, seeing } = session;
  const { data, error, isPending, refetch } = useQuery(webhooksQuery);
  const [adding, setAdding] = useState(false);
  const manages = !seeing && (role === null || mayRole(role, 'manage-webhooks'));
  return (
    <section aria-labelledby="webhooks" className="mt-12">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="webhooks" className="text-lg font-semibold">
          Webhooks
        </h2>
        {manages && <AddButton session={session} label="Add webhook" onClick={() => setAdding(true)} />}
      </div>
      {isPending && <p className="mt-3 text-quiet">Loading the webhooks…</p>}
      {error && !data && <OwnLoadError what="The webhooks" error={error} retry={() => void refetch()} />}
      {data?.list.length === 0 && (
        <p className="mt-3 rounded-md border border-dashed border-line px-6 py-8 text-center text-quiet">
          No webhooks. A webhook sends events of this account to an address of yours.
        </p>
      )}
      <ul className="mt-3 divide-y divide-line border-y border-line empty:hidden">
        {data?.list.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} manages={manages} />
        ))}
      </ul>
      {adding && <AddWebhookDialog onClose={() => setAdding(false)} />}
    </section>
  );
}

interface WebhookRowProps {
  webhook: WebhookList['list'][number];
  manages: boolean;
}

/** An address, its events, and what was sent to it. */
function WebhookRow({ webhook, manages }: WebhookRowProps) {
  const { id, url, events, createdAt, disabledAt } = webhook;
  const isSuspended = useIsSuspended();
  const [open, setOpen] = useState(false);
  const [changing, setChanging] = useState(false);
  const test = useAction(deliveriesQuery(id));
  const testing = useMutation({
    mutationFn: () => test('POST /api/webhooks/{webhook_id}', { params: { webhook_id: id } }),
    onSuccess: () => setOpen(true),
  });
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <p className="break-all">{url}</p>
          <p className="text-sm break-words text-quiet tabular-nums">
            {disabledAt === null
              ? `${events.join(', ')} · since ${momentText(createdAt)} UTC`
              : `${events.join(', ')} · disabled since ${momentText(disabledAt)} UTC: no events are sent`}
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
              disabled={isSuspended || testing.isPending}
              onClick={() => testing.mutate()}
            />
          )}
          {manages && (
            <>
              <RowButton
                label="Change"
                about={`Change ${url}`}
                disabled={isSuspended}
                onClick={() => setChanging(true)}
              />
              <DeleteButton id={id} url={url} />
            </>
          )}
        </div>
      </div>
      <Failure of={testing.error} />
      {open && <Deliveries id={id} sends={manages && disabledAt === null && !isSuspended} />}
      {changing && <ChangeWebhookDialog webhook={webhook} onClose={() => setChanging(false)} />}
    </li>
  );
}

function DeleteButton({ id, url }: { id: string; url: string }) {
  const act = useAction({ ...webhooksQuery, exact: true });
  return (
    <ConfirmButton
      label="Delete"
      aria-label={`Delete ${url}`}
      className={`${quietButton} text-bad`}
      title="Delete this webhook?"
      action="Delete"
      act={() => act('DELETE /api/webhooks/{webhook_id}', { params: { webhook_id: id } })}
    >
      <p className="break-all">
        Nothing more is sent to <strong>{url}</strong>, not even events that are waiting.
      </p>
    </ConfirmButton>
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

type Delivery = DeliveryList['list'][number];

const mostShown = 10;
/** While something is to be sent within seconds. */
const lookEveryMs = 1_000;

/** The last events that were sent to a webhook. `sends`: whether they can be sent again. */
function Deliveries({ id, sends }: { id: string; sends: boolean }) {
  const { data, error, refetch } = useQuery({
    ...deliveriesQuery(id),
    refetchInterval: ({ state }) => (state.data?.list.some(hasNoResult) ? lookEveryMs : false),
  });
  if (error && !data)
    return <OwnLoadError what="The deliveries" error={error} retry={() => void refetch()} />;
  if (!data) return <p className="mt-2 text-sm text-quiet">Loading the deliveries…</p>;
  if (data.list.length === 0) return <p className="mt-2 text-sm text-quiet">No deliveries yet.</p>;
  const shown = data.list.slice(0, mostShown);
  const timeOf = momentTextOf(shown, ({ createdAt }) => createdAt);
  const failed = data.list.filter(({ failedAt, event }) => failedAt !== null && event !== testEvent);
  return (
    <>
      <ul className="mt-2 grid gap-1 text-sm">
        {shown.map((delivery) => (
          <li key={delivery.id} className="flex flex-wrap items-center gap-x-3 break-words tabular-nums">
            <span className="font-mono">{delivery.event}</span>
            <span className="text-quiet">{timeOf(delivery)} UTC</span>
            <span className={delivery.deliveredAt === null ? 'text-warn' : 'text-quiet'}>
              {stateOf(delivery)}
            </span>
            {sends && !hasNoResult(delivery) && (
              <SendAgain
                webhook={id}
                delivery={delivery.id}
                about={`${delivery.event} of ${timeOf(delivery)}`}
              />
            )}
          </li>
        ))}
      </ul>
      {sends && failed.length > 1 && <SendFailedAgain webhook={id} since={failed.at(-1)?.createdAt ?? ''} />}
    </>
  );
}

/** The same message once more. */
function SendAgain({ webhook, delivery, about }: { webhook: string; delivery: string; about: string }) {
  const act = useAction(deliveriesQuery(webhook));
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      act('POST /api/webhooks/{webhook_id}/deliveries/{delivery_id}', {
        params: { webhook_id: webhook, delivery_id: delivery },
      }),
  });
  return (
    <>
      <RowButton
        label="Send again"
        about={`Send again: ${about}`}
        disabled={isPending}
        onClick={() => mutate()}
      />
      <Failure of={error} />
    </>
  );
}

/** All that failed, and is in the list. */
function SendFailedAgain({ webhook, since }: { webhook: string; since: string }) {
  const act = useAction(deliveriesQuery(webhook));
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      act('POST /api/webhooks/{webhook_id}/deliveries', {
        params: { webhook_id: webhook },
        body: { since },
      }),
  });
  return (
    <div className="mt-2">
      <button type="button" className={quietButton} disabled={isPending} onClick={() => mutate()}>
        Send all again that failed since {momentText(since)} UTC
      </button>
      <Failure of={error} />
    </div>
  );
}

/** It waits for its first attempt, or is being sent. */
function hasNoResult({ deliveredAt, failedAt, status, error }: Delivery): boolean {
  return deliveredAt === null && failedAt === null && status === null && error === null;
}

function stateOf(delivery: Delivery): string {
  const { deliveredAt, failedAt, nextAttemptAt, attempts, status, error } = delivery;
  if (deliveredAt !== null) return `Delivered, status ${status}`;
  if (hasNoResult(delivery)) return attempts === 0 ? 'Waiting' : 'Sending';
  const why = error ?? `status ${status}`;
  if (failedAt !== null || nextAttemptAt === null) return `Failed: ${why}`;
  return `Not delivered: ${why.replace(/\.$/, '')}. Next attempt ${momentText(nextAttemptAt)} UTC`;
}
