import { reasonHelp } from '../argument-help.ts';
import { command } from '../command.ts';
import { accountHelp } from '../find-account.ts';
import { print } from '../print.ts';
import { Refusal } from '../refusal.ts';
import { wholeCredits } from '../whole-credits.ts';

export const capAccount = command('cap', {
  summary: 'Limit what an account can spend',
  description:
    'Limit the credits that all members and API keys of an account can spend together. "none" removes a limit; what is left out stays as it is.',
  examples: [
    'account cap acme --day 500 --month 5000 --reason "Agreed on the phone"',
    'account cap acme --month none --reason "Pays in advance"',
  ],
})
  .argument('<ACCOUNT>', accountHelp)
  .option('--day <N>', 'The most credits in a day (UTC)', cap('--day'))
  .option('--month <N>', 'The most credits in a month (UTC)', cap('--month'))
  .option('--total <N>', 'The most credits in all', cap('--total'))
  .requiredOption('--reason <TEXT>', reasonHelp)
  .action(async (text, { reason, day, month, total }) => {
    if (day === undefined && month === undefined && total === undefined)
      throw new Refusal('Set at least one of --day, --month and --total.');
    const { setAccountCaps } = await import('../accounts.ts');
    const caps = { day: capOf(day), month: capOf(month), total: capOf(total) };
    print(await setAccountCaps(text, caps, reason));
  });

type Wish = number | 'none';

/** An option cannot be null: Commander makes a text of it. */
function cap(option: string) {
  return (text: string): Wish => (text === 'none' ? text : wholeCredits(text, option, 0));
}

function capOf(wish: Wish | undefined): number | null | undefined {
  return wish === 'none' ? null : wish;
}
