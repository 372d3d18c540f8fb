import { isFitForName } from '../../lib/text/names.ts';
import { countOf } from '../../lib/text/numbers.ts';
import type { Store } from '../../server/store/store.ts';
import { command } from '../command.ts';
import { wholeCredits, accountHelp, withStore } from '../operate.ts';
import { reasonHelp, print, printNote, Refusal, printList } from '../print.ts';

export const createAccount = command('create', {
  summary: 'Create an account for API keys and credits',
  description: 'Create an account for API keys and credits. Its id alone is printed to standard output.',
  examples: ['account create acme --credits 1000'],
})
  .argument('<NAME>', 'The name of the account, which must be unique', accountName)
  .option('--credits <N>', 'The starting credits', (text) => wholeCredits(text, '--credits', 0), 0)
  .option('--reason <TEXT>', reasonHelp)
  .action(async (name, { credits, reason }) => {
    const { createAccount: create } = await import('../work/accounts.ts');
    const id = await create(name, credits, reason);
    print(`${id}\n`);
    printNote(
      `Account ${name} has ${countOf(credits, 'credit')}. Create a key with: npm run -s farebox -- key create ${id}\n`,
    );
  });

const longestName = 100;

function accountName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > longestName || !isFitForName(name))
    throw new Refusal(`An account name must have 1 to ${longestName} characters and no line breaks.`);
  if (name.startsWith('acc_'))
    throw new Refusal('An account name cannot begin with acc_, which is reserved for ids.');
  return name;
}

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
    const { setAccountCaps } = await import('../work/accounts.ts');
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

export const inviteToAccount = command('invite', {
  summary: 'Print an invitation link for an account',
  description:
    'Print a link with which one person joins an account, either signed in or as a new person. The first member of an account is its owner.',
  examples: ['account invite acme', 'account invite acme --role member --email bob@example.com'],
})
  .argument('<ACCOUNT>', accountHelp)
  .option('--role <ROLE>', 'owner, admin, member, billing or viewer', 'owner')
  .option('--email <EMAIL>', 'Where the portal also mails the link')
  .option('--reason <TEXT>', reasonHelp)
  .action(async (account, { role, email, reason }) => {
    const { inviteToAccount: invite } = await import('../work/accounts.ts');
    print(`${await invite({ account, role, email, reason })}\n`);
    printNote(`The first person who opens the link joins as ${role}. It works once, for seven days.\n`);
  });

export const listAccounts = command('list', {
  summary: 'List all accounts with their credits',
  examples: ['account list', 'account list --json'],
})
  .option('--json', 'Print JSON, for programs')
  .action(async ({ json = false }) => {
    const ifNone = 'There are no accounts. Create one with: npm run farebox -- account create NAME\n';
    printList(await withStore(readAccounts), { json, toRow: accountRow, ifNone });
  });

type ListedAccount = Awaited<ReturnType<typeof readAccounts>>[number];

async function readAccounts({ accounts }: Store) {
  return (await accounts.listAccounts()).map(({ id, name, posted, pending, activeKeys, createdAt }) => {
    const amounts = { balance: posted, held: pending, available: posted - pending };
    return { id, name, ...amounts, keys: activeKeys, createdAt };
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

export const suspendAccount = suspensionCommand('suspend', true, {
  summary: 'Refuse the API keys of an account, and the calls of its members, at once',
  description:
    'Refuse the API keys of an account and every call of its members at once. Its members cannot add anything either. Nothing can be spent from it until "account resume".',
  examples: ['account suspend acme --reason "Bill of October is open"'],
});

export const resumeAccount = suspensionCommand('resume', false, {
  summary: 'Let the API keys and members of a suspended account work again',
  examples: ['account resume acme'],
});

function suspensionCommand(name: string, suspended: boolean, about: Parameters<typeof command>[1]) {
  return command(name, about)
    .argument('<ACCOUNT>', accountHelp)
    .option('--reason <TEXT>', reasonHelp)
    .action(async (account, { reason }) => {
      const { setSuspension } = await import('../work/accounts.ts');
      print(await setSuspension(account, suspended, reason));
    });
}
