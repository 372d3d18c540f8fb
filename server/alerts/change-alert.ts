import type { AlertChanges } from '../../lib/account/alerts.ts';
import type { Caller } from '../callers/caller.ts';
import { activeAuthor, memberAuthor } from '../callers/member-author.ts';
import { memberRefusal } from '../members/own-membership.ts';
import type { Context } from '../portal/context.ts';
import type { Author } from '../store/author.ts';
import { writeChange } from '../store/write-change.ts';
import { noSuchAlert, requireSeenAlert } from './own-alert.ts';

/** Changes an alert of the caller's account. With other credits it begins anew. */
export async function changeAlert(
  context: Context,
  caller: Caller,
  id: string,
  { credits, people, webhooks }: AlertChanges,
  author: Author,
): Promise<void> {
  const manager = activeAuthor(memberAuthor(author, caller, 'manage-alerts'), caller);
  await requireSeenAlert(context, caller, id);
  const changes = {
    ...(credits !== undefined && { credits }),
    ...(people && { people }),
    ...(webhooks !== undefined && { tellsWebhooks: webhooks }),
  };
  const change = { id, accountId: caller.purse, changes, now: Date.now() };
  const result = await writeChange(context, 'change-alert', change, manager);
  if (result.outcome === 'no-alert') throw noSuchAlert(id);
  if (result.outcome === 'no-member') throw memberRefusal('no-member', result.id);
}
