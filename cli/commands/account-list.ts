import { command } from '../command.ts';
import { type Data, withData } from '../open-data.ts';
import { printList } from '../print.ts';

export const listAccounts = command('list', {
  summary: 'List all accounts with their credits',
  examples: ['account list', 'account list --json'],
})
  .option('--json', 'Print JSON, for programs')
  .action(async ({ json = false }) => {
    const ifNone = 'There are no accounts. Create one with: npm run farebox -- account create NAME\n';
    printList(await withData(readAccounts), { json, toRow: accountRow, ifNone });
  });

type ListedAccount = Awaited<ReturnType<typeof readAccounts>>[number];

async function readAccounts({ database }: Data) {
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
