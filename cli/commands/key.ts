import { isFitForName } from '../../lib/text/names.ts';
import type { Store } from '../../server/store/store.ts';
import { command } from '../command.ts';
import { accountHelp, wholeCredits, findAccount, withStore } from '../operate.ts';
import { reasonHelp, print, printNote, Refusal, printList } from '../print.ts';

export const createKey = command('create', {
  summary: 'Create an API key and print it, once',
  description:
    'Create an API key. The key alone is printed to standard output, and only once: the portal stores its hash.',
  examples: ['key create acme --name laptop --expires 90d --cap-month 500'],
})
  .argument('<ACCOUNT>', accountHelp)
  .option('--name <NAME>', 'The name of the key in lists', keyName)
  .option('--operator', 'A key for operators, which also sees offline products')
  .option(
    '--expires <WHEN>',
    'When it expires: 90d, 12h, 2027-01-31 or 2027-01-31T18:00:00Z (default: never)',
  )
  .option('--cap-day <N>', 'The most credits that it can spend in a day (UTC)', cap('--cap-day'))
  .option('--cap-month <N>', 'The most credits that it can spend in a month (UTC)', cap('--cap-month'))
  .option('--cap-total <N>', 'The most credits that it can spend in all', cap('--cap-total'))
  .option('--read-only', 'A read-only key: no calls and no changes')
  .option('--product <PRODUCT...>', 'The only products that it may call, by id or slug (default: all)')
  .option('--reason <TEXT>', reasonHelp)
  .addHelpText('after', '  KEY=$(npm run -s farebox -- key create acme)')
  .action(async (text, options) => {
    const { name = '', operator = false, expires, readOnly = false, product: products = null } = options;
    const { capDay: day = null, capMonth: month = null, capTotal: total = null, reason } = options;
    const { createKey: create } = await import('../work/keys.ts');
    const { id, key, account, expiresAt } = await create({
      account: text,
      name,
      operator,
      expires,
      products,
      reason,
      caps: { day, month, total },
      access: readOnly ? 'read' : 'call',
    });
    print(`${key}\n`);
    const end = expiresAt === null ? 'never expires' : `expires at ${expiresAt}`;
    printNote(
      `Created ${operator ? 'operator key' : 'key'} ${id} of ${account.name}. It is shown only once, and ${end}.\n` +
        'Send it as the header "Authorization: Bearer KEY". ' +
        `To revoke it: npm run farebox -- key revoke ${id}\n`,
    );
  });

const longestName = 100;

function keyName(text: string): string {
  if (text.length > longestName || !isFitForName(text))
    throw new Refusal(`A key name can have at most ${longestName} characters and no line breaks.`);
  return text.trim();
}

function cap(option: string) {
  return (text: string) => wholeCredits(text, option);
}

export const listKeys = command('list', {
  summary: 'List the API keys of all accounts, or of one',
  examples: ['key list', 'key list acme --json'],
})
  .argument('[ACCOUNT]', accountHelp)
  .option('--json', 'Print JSON, for programs')
  .action(async (account, { json = false }) => {
    const keys = await withStore((store) => readKeys(store, account, new Date()));
    const ifNone = 'There are no keys. Create one with: npm run -s farebox -- key create ACCOUNT\n';
    printList(keys, { json, toRow: keyRow, ifNone });
  });

type ListedKey = Awaited<ReturnType<typeof readKeys>>[number];

async function readKeys(store: Store, account: string | undefined, now: Date) {
  const id = account === undefined ? undefined : (await findAccount(store, account)).id;
  const keys = await store.accounts.listAllKeys(id);
  return keys.map((key) => ({
    id: key.id,
    account: key.account,
    name: key.name,
    hint: key.hint,
    state: stateOf(key, now),
    operator: key.operator,
    caps: { day: amount(key.capDay), month: amount(key.capMonth), total: amount(key.capTotal) },
    createdAt: key.createdAt,
    expiresAt: key.expiresAt,
    revokedAt: key.revokedAt,
    lastUsedAt: key.lastUsedAt,
  }));
}

function stateOf(key: { expiresAt: Date | null; revokedAt: Date | null }, now: Date): string {
  if (key.revokedAt) return 'revoked';
  return key.expiresAt && key.expiresAt <= now ? 'expired' : 'active';
}

function amount(cap: bigint | null): number | null {
  return cap === null ? null : Number(cap);
}

function keyRow({ id, account, name, hint, state, operator, caps, expiresAt, lastUsedAt }: ListedKey) {
  const limits = Object.entries(caps).flatMap(([period, cap]) => (cap === null ? [] : `${cap} ${period}`));
  return {
    ID: id,
    KEY: `fb_…${hint}`,
    ACCOUNT: account.name,
    NAME: name,
    STATE: operator ? `${state}, operator` : state,
    CAPS: limits.join(', ').replace('total', 'in all'),
    EXPIRES: expiresAt?.toISOString().slice(0, 16).replace('T', ' ') ?? 'never',
    'LAST USED': lastUsedAt?.toISOString().slice(0, 10) ?? 'never',
  };
}

export const revokeKey = command('revoke', {
  summary: 'Revoke an API key, effective immediately',
  examples: ['key revoke key_4t8m2h7x0c9q1zfd'],
})
  .argument('<KEY_ID>', 'The id of the key, from "farebox key list"', keyId)
  .option('--reason <TEXT>', reasonHelp)
  .action(async (id, { reason }) => {
    const { revokeKey: revoke } = await import('../work/keys.ts');
    print(await revoke(id, reason));
  });

function keyId(text: string): string {
  if (!text.startsWith('fb_')) return text;
  throw new Refusal('Give the id of the key from "farebox key list", not the key itself.');
}
