import type { Caller } from '../callers/caller.ts';
import { memberAuthor } from '../callers/member-author.ts';
import type { Context } from '../portal/context.ts';
import type { Author } from '../store/author.ts';
import { writeChange } from '../store/write-change.ts';
import { noSuchAlert, requireSeenAlert } from './own-alert.ts';

/** Deletes an alert of the caller's account. */
export async function deleteAlert(
  context: Context,
  caller: Caller,
  id: string,
  author: Author,
): Promise<void> {
  await requireSeenAlert(context, caller, id);
  const wish = { id, accountId: caller.purse };
  const manager = memberAuthor(author, caller, 'manage-alerts');
  const { deleted } = await writeChange(context, 'delete-alert', wish, manager);
  if (!deleted) throw noSuchAlert(id);
}
