import type { NewWebhook, WebhookChanges, WebhookList, DeliveryList } from '../../lib/account/webhooks.ts';
import { invalidBody, Problem } from '../../lib/problem/problem.ts';
import type { Caller } from '../callers/caller.ts';
import { requireAccount, requireRole, requireUncapped } from '../callers/require-role.ts';
import type { Context } from '../context.ts';
import { encryptText } from '../portal/encrypted-text.ts';
import { egressProblem, outwardProblem } from '../gateway/egress-allow.ts';
import { randomLetters } from '../call-id.ts';
import type { Author } from '../store/author.ts';
import type { DeliveryRow } from '../store/messages/read-webhooks.ts';
import { writeChange } from '../store/write-change.ts';
import { type WebhookContext, makeWebhookSecret } from './deliver-event.ts';

/** More than an account needs with one for each service. */
const mostWebhooks = 20;

/** Creates a webhook of an account. Its secret is shown only once. */
export async function createWebhook(
  context: WebhookContext,
  accountId: string,
  { url, events }: NewWebhook,
  author: Author,
): Promise<{ id: string; secret: string }> {
  const address = addressOf(url, context);
  const id = `whk_${randomLetters(16)}`;
  const secret = makeWebhookSecret();
  const wish = {
    id,
    accountId,
    url: address,
    events: [...new Set(events)],
    secret: encryptText(context.secret.signing, { purpose: 'webhook secrets', owner: id }, secret),
    now: Date.now(),
    most: mostWebhooks,
  };
  const { outcome } = await writeChange(context, 'create-webhook', wish, author);
  if (outcome === 'no-account') throw new Problem('not-found', 'There is no such account.');
  if (outcome === 'too-many')
    throw new Problem('forbidden', `The account already has ${mostWebhooks} webhooks, which is the maximum.`);
  return { id, secret };
}

/** Changes the address and events of a webhook, or disables and enables it. Its secret stays. */
export async function changeWebhook(
  context: WebhookContext,
  { accountId, id }: { accountId: string; id: string },
  { url, events, enabled }: WebhookChanges,
  author: Author,
): Promise<void> {
  const changes = {
    ...(url !== undefined && { url: addressOf(url, context) }),
    ...(events && { events: [...new Set(events)] }),
    ...(enabled !== undefined && { enabled }),
  };
  const wish = { id, accountId, changes, now: Date.now() };
  const { outcome } = await writeChange(context, 'change-webhook', wish, author);
  if (outcome === 'no-webhook')
    throw new Problem('not-found', `Your account has no webhook ${JSON.stringify(id.slice(0, 100))}.`);
}

function addressOf(url: string, context: WebhookContext): string {
  const fault = urlFault(url, context);
  if (fault !== undefined) throw invalidBody([{ pointer: '/url', detail: fault }]);
  return withoutFragment(url);
}

/** An account may not reach the upstreams in the operator's network. A name is checked again when it is resolved. */
function urlFault(url: string, { settings }: WebhookContext): string | undefined {
  const problem = egressProblem(url, settings.webhookAllow);
  if (problem !== undefined) return outwardProblem(problem, settings.webhookAllow);
  const { username, password } = new URL(url);
  return username || password
    ? 'Expected an address without user and password. Verify the signature instead.'
    : undefined;
}

function withoutFragment(url: string): string {
  const parsed = new URL(url);
  parsed.hash = '';
  return parsed.href;
}

/** The webhooks of the caller's account. */
export async function listWebhooks({ store }: Context, caller: Caller): Promise<WebhookList> {
  requireAccount(caller);
  requireRole(caller, 'read-webhooks');
  const rows = await store.webhooks.list(caller.purse);
  return {
    list: rows.map(({ createdAt, disabledAt, ...webhook }) => ({
      ...webhook,
      createdAt: createdAt.toISOString(),
      disabledAt: disabledAt?.toISOString() ?? null,
    })),
  };
}

/** Deletes a webhook of an account. Nothing more is sent to it. */
export async function deleteWebhook(
  context: Pick<WebhookContext, 'store'>,
  accountId: string,
  id: string,
  author: Author,
): Promise<void> {
  const { deleted } = await writeChange(context, 'delete-webhook', { id, accountId }, author);
  if (!deleted)
    throw new Problem('not-found', `Your account has no webhook ${JSON.stringify(id.slice(0, 100))}.`);
}

/** Webhooks tell about the whole account, so a key with a spending limit does not change them. */
export async function requireAccountKey(context: Context, caller: Caller): Promise<void> {
  requireAccount(caller);
  requireRole(caller, 'manage-webhooks');
  await requireUncapped(context, caller);
}

/** Sends a test event to a webhook of an account, within seconds. Its delivery tells the result. */
export async function testWebhook(
  context: Pick<WebhookContext, 'store'>,
  accountId: string,
  id: string,
): Promise<{ deliveryId: string }> {
  const { deliveryId } = await writeChange(context, 'test-webhook', { id, accountId, now: Date.now() });
  if (deliveryId !== null) return { deliveryId };
  throw noEnabledWebhook(id);
}

/** Sends a delivery of the account again, within seconds: the same message, with the same id. */
export async function sendAgain(
  context: Pick<WebhookContext, 'store'>,
  accountId: string,
  { id, deliveryId }: { id: string; deliveryId: string },
): Promise<{ deliveryId: string }> {
  const payload = { id, accountId, deliveryId, now: Date.now() };
  const { outcome } = await writeChange(context, 'send-delivery-again', payload);
  if (outcome === 'no-webhook') throw noEnabledWebhook(id);
  if (outcome === 'no-delivery')
    throw new Problem(
      'not-found',
      `The webhook has no delivery ${JSON.stringify(deliveryId.slice(0, 100))}. Deliveries are deleted after 30 days.`,
    );
  // What is being sent at this moment is what was asked for.
  return { deliveryId };
}

/** More of them follow when they are asked for again. */
const mostSentAgain = 1_000;

/** Sends what failed since a time again: the oldest first, and at most 1,000. */
export async function sendFailedAgain(
  context: Pick<WebhookContext, 'store'>,
  accountId: string,
  { id, since }: { id: string; since: string },
): Promise<{ deliveries: number }> {
  const payload = { id, accountId, since: Date.parse(since), most: mostSentAgain, now: Date.now() };
  const { deliveries } = await writeChange(context, 'send-failed-deliveries-again', payload);
  if (deliveries === null) throw noEnabledWebhook(id);
  return { deliveries };
}

function noEnabledWebhook(id: string): Problem {
  const name = JSON.stringify(id.slice(0, 100));
  return new Problem('not-found', `Your account has no webhook ${name} that is enabled.`);
}

/** The newest deliveries to a webhook of the caller's account. */
export async function listDeliveries({ store }: Context, caller: Caller, id: string): Promise<DeliveryList> {
  requireAccount(caller);
  requireRole(caller, 'read-webhooks');
  const rows = await store.webhooks.deliveries(caller.purse, id);
  if (!rows)
    throw new Problem('not-found', `Your account has no webhook ${JSON.stringify(id.slice(0, 100))}.`);
  return { list: rows.map(listedDelivery) };
}

function listedDelivery(row: DeliveryRow): DeliveryList['list'][number] {
  const { id, event, payload, attempts, lastStatus, lastError, lastResponse } = row;
  const timeOf = (date: Date | null) => date?.toISOString() ?? null;
  return {
    id,
    event,
    payload,
    attempts,
    createdAt: row.createdAt.toISOString(),
    deliveredAt: timeOf(row.deliveredAt),
    failedAt: timeOf(row.failedAt),
    nextAttemptAt: timeOf(row.nextAttemptAt),
    status: lastStatus,
    error: lastError,
    response: lastResponse,
  };
}
