import { isFitForName } from '../../lib/text/name-text.ts';
import { reasonHelp } from '../argument-help.ts';
import { command } from '../command.ts';
import { accountHelp } from '../find-account.ts';
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
  .option('--reason <TEXT>', reasonHelp)
  .addHelpText('after', '  KEY=$(npm run -s farebox -- key create acme)')
  .action(async (text, options) => {
    const { name = '', operator = false, expires, readOnly = false, product: products = null } = options;
    const { capDay: day = null, capMonth: month = null, capTotal: total = null, reason } = options;
    const { createKey: create } = await import('../keys.ts');
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
