import { randomBytes } from 'node:crypto';
import { type MailAddress, parseMailAddress } from '../lib/account/mail-address.ts';
import type { JsonObject } from '../lib/json/json.ts';
import { requiredReason } from '../lib/operator/accounts.ts';
import { Problem } from '../lib/problem/problem.ts';
import { didYouMean } from '../lib/text/names.ts';
import { readCredits } from '../lib/text/typed-credits.ts';
import { type DataPlace, readSettings, type Settings } from '../server/env.ts';
import type { ChangeContext, OperatorChange } from '../server/operator/change.ts';
import { askRunningPortal } from '../server/control/open-store.ts';
import { portalSecret, type SecretList } from '../server/portal/portal-secret.ts';
import { secretsAtHand } from '../server/portal/read-secrets.ts';
import { commandAuthor } from '../server/store/author.ts';
import type { Store } from '../server/store/store.ts';
import type { Result, Verb } from '../server/store/writer.ts';
import { Refusal } from './print.ts';

/** Opens the data folder for what operators do, also while no portal runs. */
export async function withPortal<Result>(use: (context: ChangeContext) => Promise<Result>): Promise<Result> {
  const settings = readSettings();
  return withStoreOf(settings, async (store) => {
    // Links and mails lead to the portal, whose address may be another than that of this shell.
    const url = (await askRunningPortal(settings))?.url ?? settings.url;
    const context = {
      settings: { ...settings, url },
      store,
      get secret() {
        return portalSecret(secretsOf(settings));
      },
    };
    return use(context).catch((error: unknown) => {
      throw error instanceof Problem ? new Refusal(sentenceOf(error)) : error;
    });
  });
}

/**
 * A person who is erased may have a sign-in code in the mail. The secret finds the code, to delete it. A command without
 * the secret leaves the code, which expires. Commands make no secret for the portal.
 */
function secretsOf(settings: Settings): SecretList {
  return secretsAtHand(settings) ?? [randomBytes(32)];
}

/** A fault of a field names its place in a body, which a command has not. */
function sentenceOf({ detail, errors }: Problem): string {
  return errors[0]?.detail ?? detail;
}

interface Operated<Name extends Verb, Given> {
  result: Result<Name>;
  given: Given;
  /** As over HTTP. */
  answer: JsonObject;
}

/**
 * Makes a change that operators also make in the console and over HTTP, with its checks and refusals. The audit log names
 * the user who runs the command.
 */
export async function operate<Wish, Name extends Verb, Given extends JsonObject>(
  context: ChangeContext,
  change: OperatorChange<Wish, Name, Given>,
  wish: Wish,
  why: string | undefined,
): Promise<Operated<Name, Given>> {
  const author = commandAuthor(why === undefined ? null : reasonOf(why));
  const { payload, given } = await change.prepare(context, wish);
  const result = await context.store.writer.run(change.verb, payload, author);
  change.afterwards?.(context, result, wish, author);
  return { result, given, answer: change.answer(result, given) };
}

/** A reason as the option --reason gives it. */
export function reasonOf(text: string): string {
  const { success, data, error } = requiredReason.safeParse(text);
  if (success) return data;
  throw new Refusal(`--reason: ${error.issues[0]?.message ?? 'Enter a reason.'}`);
}

export function emailAddress(text: string): MailAddress {
  const parsed = parseMailAddress(text);
  if (parsed) return parsed;
  throw new Refusal(
    `${JSON.stringify(text.slice(0, 100))} is not an email address, such as ada@example.com.`,
  );
}

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

/** Parses a whole number of credits of at least `least`. `what` names the argument in the message. */
export function wholeCredits(text: string, what: string, least: 0 | 1 = 1): number {
  const credits = readCredits(text);
  if (typeof credits === 'number' && credits >= least) return credits;
  const why = typeof credits === 'string' ? ` ${credits}` : '';
  throw new Refusal(
    `${what} must be a whole number of credits from ${least} to ${Number.MAX_SAFE_INTEGER}, not ${JSON.stringify(text)}.${why}`,
  );
}

export type { DataPlace };

/** Opens the data folder of the settings until `use` is done. */
export async function withStore<Result>(use: (store: Store) => Promise<Result>): Promise<Result> {
  const { readSettings } = await import('../server/env.ts');
  return withStoreOf(readSettings(), use);
}

/** Its modules load here, so that the help and the other commands start without them. */
export async function withStoreOf<Result>(
  place: DataPlace,
  use: (store: Store) => Promise<Result>,
): Promise<Result> {
  const { openCommandStore } = await import('../server/control/open-store.ts');
  const store = await openCommandStore(place);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}
