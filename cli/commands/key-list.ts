import type { Store } from '../../server/store/store.ts';
import { command } from '../command.ts';
import { accountHelp, findAccount } from '../find-account.ts';
import { withStore } from '../open-data.ts';
import { printList } from '../print.ts';

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
