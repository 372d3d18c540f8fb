import { mostAlerts, type NewAlert } from '../../lib/account/alerts.ts';
import { mayRole } from '../../lib/account/member-role.ts';
import { invalidBody } from '../../lib/problem/invalid-body.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { Caller } from '../callers/caller.ts';
import { activeAuthor, memberAuthor } from '../callers/member-author.ts';
import { noSuchKey } from '../callers/managed-key.ts';
import { memberRefusal } from '../members/own-membership.ts';
import type { Context } from '../portal/context.ts';
import { randomLetters } from '../random-letters.ts';
import type { Author } from '../store/author.ts';
import { writeChange } from '../store/write-change.ts';

/** Creates an alert of the caller's account. */
export async function createAlert(
  context: Context,
  caller: Caller,
  { watches, credits, keyId, personId, people, webhooks }: NewAlert,
  author: Author,
): Promise<{ id: string }> {
  const manager = activeAuthor(memberAuthor(author, caller, 'manage-alerts'), caller);
  const pointer = keyId === undefined ? '/personId' : '/keyId';
  if (watches === 'balance' && (keyId ?? personId) !== undefined)
    throw invalidBody([{ pointer, detail: 'Only accounts have a balance. Watch a day or a month.' }]);
  if (keyId !== undefined && personId !== undefined)
    throw invalidBody([{ pointer: '/personId', detail: 'Name a key or a member, not both.' }]);
  if (keyId !== undefined) await requireSeenKey(context, caller, keyId);
  const id = `alr_${randomLetters(16)}`;
  const wish = {
    id,
    accountId: caller.purse,
    watches,
    credits,
    tellsWebhooks: webhooks,
    keyId: keyId ?? null,
    personId: personId ?? null,
    people: people ?? (await ownId(context, caller)),
    now: Date.now(),
    most: mostAlerts,
  };
  const result = await writeChange(context, 'create-alert', wish, manager);
  if (result.outcome === 'no-account') throw new Problem('not-found', 'There is no such account.');
  if (result.outcome === 'no-key') throw noSuchKey(result.id);
  if (result.outcome === 'no-member') throw memberRefusal('no-member', result.id);
  if (result.outcome === 'too-many')
    throw new Problem('forbidden', `The account already has ${mostAlerts} alerts, which is the maximum.`);
  return { id };
}

async function requireSeenKey({ store }: Context, { purse, member }: Caller, keyId: string): Promise<void> {
  const owner = await store.accounts.findKeyOwner(purse, keyId);
  const isSeen = !member || mayRole(member.role, 'read-keys') || owner?.personKey === member.personKey;
  if (!owner || !isSeen) throw noSuchKey(keyId);
}

/** A key that belongs to nobody tells nobody. */
async function ownId({ store }: Context, { member }: Caller): Promise<string[]> {
  return member ? [(await store.members.readPerson(member.key)).id] : [];
}
