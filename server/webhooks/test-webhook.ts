import { Problem } from '../../lib/problem/problem.ts';
import { writeChange } from '../store/write-change.ts';
import type { WebhookContext } from './deliver-event.ts';

/** Sends a test event to a webhook of an account, within seconds. Its delivery tells the result. */
export async function testWebhook(
  context: Pick<WebhookContext, 'store'>,
  accountId: string,
  id: string,
): Promise<{ deliveryId: string }> {
  const { deliveryId } = await writeChange(context, 'test-webhook', { id, accountId, now: Date.now() });
  if (deliveryId !== null) return { deliveryId };
  const name = JSON.stringify(id.slice(0, 100));
  throw new Problem('not-found', `Your account has no webhook ${name} that is enabled.`);
}
