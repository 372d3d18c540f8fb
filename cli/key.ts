import { didYouMean } from '../lib/text/closest-name.ts';
import { hashApiKey, hintOfApiKey, makeApiKey } from '../server/callers/api-key.ts';
import { randomLetters } from '../server/random-letters.ts';
import { expiryMs } from './expiry.ts';
import { findAccount } from './find-account.ts';
import { listKeys } from './key-list.ts';
import { type Data, withData } from './open-data.ts';
import { readArguments } from './read-arguments.ts';
import { Refusal } from './refusal.ts';
import { runSubcommand } from './subcommand.ts';
import { wholeCredits } from './whole-credits.ts';

/** `farebox key create|list|revoke`. */
export function keyCommand(args: string[]): Promise<number> {
  return runSubcommand('key', { create: createKey, list: listKeys, revoke: revokeKey }, args);
}

const longestName = 100;

/** The key alone goes to standard output, so that a script can keep it; it is never shown again. */
async function createKey(args: string[]): Promise<void> {
  const now = Date.now();
  const { account: text, ...wish } = readWish(args, now);
  const key = makeApiKey();
  const id = `key_${randomLetters(16)}`;
  const account = await withData(async ({ writer, database }) => {
    const found = await findAccount(database, text);
    const hash = hashApiKey(key);
    const hint = hintOfApiKey(key);
    const { created } = await writer.run('create-key', { id, accountId: found.id, hash, hint, now, ...wish });
    if (!created) throw new Refusal(`There is no account ${found.id} any more.`);
    return found;
  });
  process.stdout.write(`${key}\n`);
  const end =
    wish.expiresAt === null ? 'never expires' : `expires at ${new Date(wish.expiresAt).toISOString()}`;
  process.stderr.write(
    `Created ${wish.operator ? 'operator key' : 'key'} ${id} of ${account.name}. It is shown only once, and ${end}.\n` +
      'Send it as the header "Authorization: Bearer KEY". ' +
      `To revoke it: npm run farebox -- key revoke ${id}\n`,
  );
}

function readWish(args: string[], now: number) {
  const { values, positionals } = readArguments(args, {
    usage:
      'Expected farebox key create ACCOUNT [--name N] [--operator] [--expires DATE|30d] [--cap-day N] [--cap-month N] [--cap-total N].',
    words: [1, 1],
    options: {
      name: { type: 'string', default: '' },
      operator: { type: 'boolean', default: false },
      expires: { type: 'string' },
      'cap-day': { type: 'string' },
      'cap-month': { type: 'string' },
      'cap-total': { type: 'string' },
    },
  });
  const cap = (name: 'cap-day' | 'cap-month' | 'cap-total') => {
    const text = values[name];
    return text === undefined ? null : wholeCredits(text, `--${name}`);
  };
  if (values.name.length > longestName || /\p{Cc}/u.test(values.name))
    throw new Refusal(`A key name can have at most ${longestName} characters and no line breaks.`);
  return {
    account: positionals[0] ?? '',
    name: values.name.trim(),
    operator: values.operator,
    expiresAt: values.expires === undefined ? null : expiryMs(values.expires, now),
    capDay: cap('cap-day'),
    capMonth: cap('cap-month'),
    capTotal: cap('cap-total'),
  };
}

async function revokeKey(args: string[]): Promise<void> {
  const { positionals } = readArguments(args, {
    usage: 'Expected farebox key revoke KEY_ID, as in: key revoke key_4t8m2h7x0c9q1zfd.',
    words: [1, 1],
    options: {},
  });
  const [id = ''] = positionals;
  if (id.startsWith('fb_'))
    throw new Refusal('Give the id of the key from "farebox key list", not the key itself.');
  const before = await withData((data) => revoke(data, id));
  process.stdout.write(
    before === null
      ? `${id} is revoked.\n`
      : `${id} was already revoked at ${new Date(before).toISOString()}.\n`,
  );
}

async function revoke({ writer, database }: Data, id: string): Promise<number | null> {
  const result = await writer.run('revoke-key', { id, now: Date.now() });
  if (result.found) return result.before;
  const keys = await database.apiKey.findMany({ where: { revokedAt: null }, select: { id: true } });
  const guess = didYouMean(
    id,
    keys.map((key) => key.id),
  );
  throw new Refusal(`There is no key "${id}".${guess || ' "farebox key list" lists all keys.'}`);
}
