import type { NewWebhook, WebhookChanges } from '../../lib/account/webhooks.ts';
import { invalidBody } from '../../lib/problem/invalid-body.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { encryptText } from '../encrypted-text.ts';
import { egressProblem, outwardProblem } from '../gateway/egress-problem.ts';
import { randomLetters } from '../random-letters.ts';
import type { Author } from '../store/author.ts';
import { writeChange } from '../store/write-change.ts';
import type { WebhookContext } from './deliver-event.ts';
import { makeWebhookSecret } from './sign-delivery.ts';

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
