import { comparisonKeyOf, type MailAddress } from '../../lib/account/mail-address.ts';
import type { ErasedPerson } from '../../lib/account/personal-data.ts';
import { invalidBody } from '../../lib/problem/invalid-body.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { authorOf, type Caller } from '../callers/caller.ts';
import { deleteMailFiles } from '../mail/outbox-folder.ts';
import type { Context } from '../portal/context.ts';
import type { ErasePersonPayload, ErasePersonResult } from '../store/people-changes.ts';
import { writeChange } from '../store/write-change.ts';
import { hashesOf } from './mail-code.ts';
import { requirePerson } from './own-person.ts';
import { refuseUnlessConfirmed } from './refuse-unless-confirmed.ts';

/** Erases the caller, who has to enter their address. */
export async function eraseOwnPerson(
  context: Context,
  caller: Caller,
  wish: { email: MailAddress },
  requestId: string,
): Promise<ErasedPerson> {
  const { key, id } = requirePerson(caller);
  refuseUnlessConfirmed(caller, Date.now());
  const { email } = await context.store.people.read(key);
  if (wish.email.comparisonKey !== comparisonKeyOf(email))
    throw invalidBody([{ pointer: '/email', detail: 'This is not your address.' }]);
  const payload = erasureOf(context, { id, email });
  const result = await writeChange(context, 'erase-person', payload, authorOf(caller, requestId));
  deleteFilesOf(context, result);
  return erasedOrProblem(result, 'You are');
}

export function erasureOf(
  { secret }: Pick<Context, 'secret'>,
  { id, email }: { id: string; email: string },
): ErasePersonPayload {
  return { personId: id, codeHash: hashesOf(secret, comparisonKeyOf(email), '').hash, now: Date.now() };
}

/** Other portals delete those that they have written within an hour. */
export function deleteFilesOf({ settings }: Pick<Context, 'settings'>, result: ErasePersonResult): void {
  if (result.outcome === 'erased') deleteMailFiles(settings, result.mails);
}

/** `who`: the beginning of a sentence, "You are" or "This person is". */
export function erasedOrProblem(result: ErasePersonResult, who: string): ErasedPerson {
  switch (result.outcome) {
    case 'erased': {
      const { personId: id, closedAccounts, leftAccounts, revokedKeys } = result;
      return { id, closedAccounts, leftAccounts, revokedKeys };
    }
    case 'last-owner':
      throw new Problem(
        'last-owner',
        `${who} the only owner of the account ${result.accountName}, which has other members. Make another member an owner, or remove the others, first.`,
      );
    case 'last-operator':
      throw new Problem(
        'last-owner',
        `${who} the only owner of this portal. Give another person the role owner first.`,
      );
    case 'unknown':
      throw new Problem('not-found', 'There is no such person, or they were erased before.');
  }
}
