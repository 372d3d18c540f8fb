import type { Store } from '../../server/store/store.ts';
import { command } from '../command.ts';
import { withStore } from '../open-data.ts';
import { printList } from '../print.ts';

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
