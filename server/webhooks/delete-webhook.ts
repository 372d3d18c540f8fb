import { Problem } from '../../lib/problem/problem.ts';
import type { Author } from '../store/author.ts';
import { writeChange } from '../store/write-change.ts';
import type { WebhookContext } from './deliver-event.ts';

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
