import { randomLetters } from '../server/random-letters.ts';
import { type Data, withData } from './open-data.ts';
import { readArguments } from './read-arguments.ts';
import { Refusal } from './refusal.ts';
import { runSubcommand } from './subcommand.ts';
import { tableText } from './table-text.ts';
import { wholeCredits } from './whole-credits.ts';

/** `farebox account create|list`. */
export function accountCommand(args: string[]): Promise<number> {
  return runSubcommand('account', { create: createAccount, list: listAccounts }, args);
}

async function createAccount(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args, {
    usage: 'Expected farebox account create NAME [--credits N], as in: account create acme --credits 1000.',
    words: [1, 1],
    options: { credits: { type: 'string' } },
  });
  const name = accountName(positionals[0] ?? '');
  const credits = wholeCredits(values.credits ?? '0', '--credits', 0);
  const id = await withData(({ writer }) => create(writer, name, credits));
  process.stdout.write(`${id}\n`);
  process.stderr.write(
    `Account ${name} has ${credits} credits. Create a key with: npm run -s farebox -- key create ${id}\n`,
  );
}

async function create(writer: Data['writer'], name: string, credits: number): Promise<string> {
  const id = `acc_${randomLetters(16)}`;
  const { takenBy } = await writer.run('create-account', { id, name, now: Date.now(), credits });
  if (takenBy !== null) throw new Refusal(`The account "${name}" already exists: ${takenBy}.`);
  return id;
}

const longestName = 100;

function accountName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > longestName || /\p{Cc}/u.test(name))
    throw new Refusal(`An account name must have 1 to ${longestName} characters and no line breaks.`);
  if (name.startsWith('acc_'))
    throw new Refusal('An account name cannot begin with acc_, which is reserved for ids.');
  return name;
}

async function listAccounts(args: string[]): Promise<void> {
  const { values } = readArguments(args, {
    usage: 'Expected farebox account list [--json].',
    words: [0, 0],
    options: { json: { type: 'boolean', default: false } },
  });
  const accounts = await withData(readAccounts);
  if (values.json) process.stdout.write(`${JSON.stringify(accounts, null, 2)}\n`);
  else if (accounts.length === 0)
    process.stdout.write('There are no accounts. Create one with: npm run farebox -- account create NAME\n');
  else process.stdout.write(tableText(accounts.map(accountRow)));
}

type ListedAccount = Awaited<ReturnType<typeof readAccounts>>[number];

async function readAccounts({ database }: Pick<Data, 'database'>) {
  const accounts = await database.account.findMany({
    orderBy: [{ name: 'asc' }, { key: 'asc' }],
    include: { _count: { select: { keys: { where: { revokedAt: null } } } } },
  });
  const purses = await database.purse.findMany({ where: { id: { startsWith: 'acc_' } } });
  const purseOf = new Map(purses.map((purse) => [purse.id, purse]));
  return accounts.map(({ id, name, createdAt, _count }) => {
    const balance = Number(purseOf.get(id)?.posted ?? 0);
    const held = Number(purseOf.get(id)?.pending ?? 0);
    return { id, name, balance, held, available: balance - held, keys: _count.keys, createdAt };
  });
}

function accountRow({ id, name, available, held, keys, createdAt }: ListedAccount) {
  return {
    ID: id,
    NAME: name,
    AVAILABLE: String(available),
    HELD: String(held),
    KEYS: String(keys),
    CREATED: createdAt.toISOString().slice(0, 10),
  };
}
