import { didYouMean } from '../lib/text/closest-name.ts';
import type { PrismaClient } from '../server/store/sqlite/database.ts';
import { Refusal } from './refusal.ts';

export interface FoundAccount {
  key: number;
  id: string;
  name: string;
}

/** What the help says of an argument that `findAccount` reads. */
export const accountHelp = 'The name or the id of an account';

/** A limit for memory: past it, a mistyped name gets no suggestion. */
const mostGuesses = 5_000;

/** Finds an account by its id or its name. */
export async function findAccount(database: PrismaClient, text: string): Promise<FoundAccount> {
  const select = { key: true, id: true, name: true };
  const [account, ...others] = await database.account.findMany({
    where: { OR: [{ id: text }, { name: text }] },
    select,
    take: 10,
  });
  if (!account) throw new Refusal(`There is no account "${text}".${await guessOf(database, text)}`);
  if (others.length === 0) return account;
  const ids = [account, ...others].map(({ id }) => id).join(', ');
  throw new Refusal(`Several accounts are named "${text}": use one of the ids ${ids}.`);
}

async function guessOf(database: PrismaClient, text: string): Promise<string> {
  const accounts = await database.account.findMany({ select: { id: true, name: true }, take: mostGuesses });
  const known = accounts.flatMap(({ id, name }) => [name, id]);
  return didYouMean(text, known) || ' "farebox account list" lists all accounts.';
}
