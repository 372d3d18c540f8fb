import type { CapAccountResult } from '../../server/store/account-changes.ts';
import { command } from '../command.ts';
import { accountHelp, findAccount } from '../find-account.ts';
import { withStore } from '../open-data.ts';
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
  .requiredOption('--reason <TEXT>', 'The reason, which is kept in the audit log', capReason)
  .action(async (text, { reason, day, month, total }) => {
    if (day === undefined && month === undefined && total === undefined)
      throw new Refusal('Set at least one of --day, --month and --total.');
    await withStore(async (store) => {
      const { id, name } = await findAccount(store, text);
      const caps = { capDay: capOf(day), capMonth: capOf(month), capTotal: capOf(total) };
      const result = await store.writer.run('cap-account', { accountId: id, caps, reason });
      print(`${name} can spend ${limitsOf(result, id)}.\n`);
    });
  });

type Wish = number | 'none';

/** An option cannot be null: Commander makes a text of it. */
function cap(option: string) {
  return (text: string): Wish => (text === 'none' ? text : wholeCredits(text, option, 0));
}

function capOf(wish: Wish | undefined): number | null | undefined {
  return wish === 'none' ? null : wish;
}

function capReason(text: string): string {
  const reason = text.trim();
  if (reason === '') throw new Refusal('A limit needs --reason TEXT, which is kept in the audit log.');
  return reason;
}

function limitsOf(result: CapAccountResult, id: string): string {
  if (result.outcome === 'no-account') throw new Refusal(`There is no account ${id} any more.`);
  const { capDay, capMonth, capTotal } = result.after;
  const limits = [
    ...(capDay === null ? [] : [`${capDay} credits per day`]),
    ...(capMonth === null ? [] : [`${capMonth} credits per month`]),
    ...(capTotal === null ? [] : [`${capTotal} credits in total`]),
  ];
  return limits.length === 0 ? 'without a limit' : limits.join(', ');
}
