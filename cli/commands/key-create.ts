import { hashApiKey, hintOfApiKey, makeApiKey } from '../../server/callers/key-text.ts';
import type { Store } from '../../server/store/store.ts';
import { randomLetters } from '../../server/random-letters.ts';
import { command } from '../command.ts';
import { accountHelp, findAccount } from '../find-account.ts';
import { withStore } from '../open-data.ts';
import { print, printNote } from '../print.ts';
import { Refusal } from '../refusal.ts';
import { wholeCredits } from '../whole-credits.ts';

export const createKey = command('create', {
  summary: 'Create an API key and print it, once',
  description:
    'Create an API key. The key alone is printed to standard output, and only once: the portal stores its hash.',
  examples: ['key create acme --name laptop --expires 90d --cap-month 500'],
})
  .argument('<ACCOUNT>', accountHelp)
  .option('--name <NAME>', 'What the key is called in lists', keyName)
  .option('--operator', 'A key for operators, which also sees offline products')
  .option(
    '--expires <WHEN>',
    'When it expires: 90d, 12h, 2027-01-31 or 2027-01-31T18:00:00Z (default: never)',
  )
  .option('--cap-day <N>', 'The most credits that it can spend in a day (UTC)', cap('--cap-day'))
  .option('--cap-month <N>', 'The most credits that it can spend in a month (UTC)', cap('--cap-month'))
  .option('--cap-total <N>', 'The most credits that it can spend in all', cap('--cap-total'))
  .option('--read-only', 'A key that changes nothing and makes no calls')
  .option('--product <PRODUCT...>', 'The only products that it may call, by id or slug (default: all)')
  .addHelpText('after', '  KEY=$(npm run -s farebox -- key create acme)')
  .action(
    async (text, { name = '', operator = false, expires, readOnly = false, product: only, ...caps }) => {
      const now = Date.now();
      const { capDay = null, capMonth = null, capTotal = null } = caps;
      const expiresAt = expires === undefined ? null : (await import('../expiry.ts')).expiryMs(expires, now);
      const key = makeApiKey();
      const id = `key_${randomLetters(16)}`;
      const account = await withStore(async (store) => {
        const found = await findAccount(store, text);
        const products = only ? await productKeys(store, only) : null;
        const { created } = await store.writer.run('create-key', {
          ...{ id, accountId: found.id, hash: hashApiKey(key), hint: hintOfApiKey(key) },
          ...{ name, operator, now, expiresAt, capDay, capMonth, capTotal },
          ...{ access: readOnly ? 'read' : 'call', products },
        });
        if (!created) throw new Refusal(`There is no account ${found.id} any more.`);
        return found;
      });
      print(`${key}\n`);
      const end = expiresAt === null ? 'never expires' : `expires at ${new Date(expiresAt).toISOString()}`;
      printNote(
        `Created ${operator ? 'operator key' : 'key'} ${id} of ${account.name}. It is shown only once, and ${end}.\n` +
          'Send it as the header "Authorization: Bearer KEY". ' +
          `To revoke it: npm run farebox -- key revoke ${id}\n`,
      );
    },
  );

async function productKeys({ catalogue }: Pick<Store, 'catalogue'>, names: string[]): Promise<number[]> {
  const found = names.map(async (name) => {
    const product = await catalogue.findProduct(name.startsWith('prd_') ? 'id' : 'slug', name);
    if (!product) throw new Refusal(`There is no product with the id or slug ${name}.`);
    return product.key;
  });
  return [...new Set(await Promise.all(found))];
}

const longestName = 100;

function keyName(text: string): string {
  if (text.length > longestName || /\p{Cc}/u.test(text))
    throw new Refusal(`A key name can have at most ${longestName} characters and no line breaks.`);
  return text.trim();
}

function cap(option: string) {
  return (text: string) => wholeCredits(text, option);
}
