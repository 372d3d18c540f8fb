import { didYouMean } from '../lib/text/closest-name.ts';
import type { Store } from '../server/store/store.ts';
import { Refusal } from './refusal.ts';

export interface FoundAccount {
  id: string;
  name: string;
}

/** The help text of an argument that `findAccount` reads. */
export const accountHelp = 'The name or the id of an account';

/** A limit for memory: past it, a mistyped name gets no suggestion. */
const mostGuesses = 5_000;

/** Finds an account by its id or its name. */
export async function findAccount(
  { accounts }: Pick<Store, 'accounts'>,
  text: string,
): Promise<FoundAccount> {
  const [account, ...others] = await accounts.find(text);
  if (!account) throw new Refusal(`There is no account "${text}".${await guessOf(accounts, text)}`);
  if (others.length === 0) return account;
  const ids = [account, ...others].map(({ id }) => id).join(', ');
  throw new Refusal(`Several accounts are named "${text}": use one of the ids ${ids}.`);
}

async function guessOf(accounts: Store['accounts'], text: string): Promise<string> {
  const known = (await accounts.names(mostGuesses)).flatMap(({ id, name }) => [name, id]);
  return didYouMean(text, known) || ' "farebox account list" lists all accounts.';
}
