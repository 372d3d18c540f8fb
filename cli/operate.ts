import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../lib/json/json.ts';
import { requiredReason } from '../lib/operator/reason.ts';
import { Problem } from '../lib/problem/problem.ts';
import type { ChangeContext, OperatorChange } from '../server/operator/change.ts';
import { givenSecrets, readSettings, type Settings } from '../server/env.ts';
import { portalSecret, type SecretList } from '../server/portal/portal-secret.ts';
import { readSecrets } from '../server/portal/read-secrets.ts';
import { commandAuthor } from '../server/store/command-author.ts';
import type { Result, Verb } from '../server/store/writer-verbs.ts';
import { withStoreOf } from './open-data.ts';
import { Refusal } from './refusal.ts';

/** Opens the data folder for what operators do, also while no portal runs. */
export async function withPortal<Result>(use: (context: ChangeContext) => Promise<Result>): Promise<Result> {
  const settings = readSettings();
  return withStoreOf(settings, (store) => {
    const context = {
      settings,
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
  const given = givenSecrets();
  if (given !== undefined) return given;
  const hasOwn = settings.databaseUrl === undefined && existsSync(join(settings.dataFolder, 'secret'));
  return hasOwn ? readSecrets(settings) : [randomBytes(32)];
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
  change.afterwards?.(context, result);
  return { result, given, answer: change.answer(result, given) };
}

/** A reason as the option --reason gives it. */
export function reasonOf(text: string): string {
  const { success, data, error } = requiredReason.safeParse(text);
  if (success) return data;
  throw new Refusal(`--reason: ${error.issues[0]?.message ?? 'Enter a reason.'}`);
}
