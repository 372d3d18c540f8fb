import { Problem } from '../../lib/problem/problem.ts';
import type { Caller } from '../callers/caller.ts';
import type { Context } from '../context.ts';
import type { HttpRequest } from '../http/client-connection.ts';

/** A page may still show whoever had signed in, or chosen an account, before another tab did. Nothing is done for another. */
export function requirePayer(
  context: Pick<Context, 'store'>,
  { headers }: Pick<HttpRequest, 'headers'>,
  caller: Caller,
): Promise<never> | undefined {
  const { kind, purse, person, apiKey, seeing } = caller;
  const payer = kind === 'guest' ? 'guest' : purse;
  const meant = headers.get('farebox-payer') ?? payer;
  const who = person?.id ?? apiKey?.id ?? seeing?.by;
  if (meant === payer && (headers.get('farebox-caller') ?? who) === who) return undefined;
  return refuse(context, caller, payer, meant);
}

async function refuse(
  { store }: Pick<Context, 'store'>,
  { kind, person, apiKey, seeing }: Caller,
  payer: string,
  meant: string,
): Promise<never> {
  const caller = person?.id ?? apiKey?.id ?? seeing?.by;
  if (apiKey && apiKey.enteredAtMs === undefined)
    throw otherPayer(
      payer,
      `The request is meant for another than its API key ${apiKey.id} of the account ${payer}. Nothing was done or charged. Correct \`Farebox-Payer\` and \`Farebox-Caller\`, or leave them out.`,
    );
  const left = person && meant !== payer && (await store.members.leftAccount(person.key, meant));
  if (left)
    throw otherPayer(
      payer,
      left.closedAt
        ? `${left.name} is closed, so nothing was done or charged.`
        : `You are no longer a member of ${left.name}, so nothing was done or charged. To rejoin, ask an owner of it to invite you.`,
    );
  if (kind === 'guest' && !person)
    throw otherPayer(
      payer,
      'Your session has ended, so nothing was done or charged. Sign in again, in another tab if you want to keep what you typed here, then repeat this.',
    );
  const accounts = person && meant !== payer ? await store.members.accountsOf(person.key) : [];
  const account = accounts.find(({ id }) => id === payer);
  const change =
    meant === payer && caller !== undefined
      ? 'someone else signed in'
      : `someone signed in or out, or changed the account${account ? ` to ${account.name}` : ''}`;
  throw otherPayer(
    payer,
    `Since this page was shown, ${change}. Nothing was done or charged. Check who is signed in now, then repeat this.`,
  );
}

/** `payer` is for whom the request would be now. */
const otherPayer = (payer: string, detail: string) => new Problem('other-payer', detail, [], {}, { payer });
