import { findAccount } from './find-account.ts';
import { type Data, withData } from './open-data.ts';
import { readArguments } from './read-arguments.ts';
import { tableText } from './table-text.ts';

/** `farebox key list [ACCOUNT]`. */
export async function listKeys(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args, {
    usage: 'Expected farebox key list [ACCOUNT] [--json].',
    words: [0, 1],
    options: { json: { type: 'boolean', default: false } },
  });
  const keys = await withData((data) => readKeys(data, positionals[0], new Date()));
  if (values.json) process.stdout.write(`${JSON.stringify(keys, null, 2)}\n`);
  else if (keys.length === 0)
    process.stdout.write('There are no keys. Create one with: npm run -s farebox -- key create ACCOUNT\n');
  else process.stdout.write(tableText(keys.map(keyRow)));
}

type ListedKey = Awaited<ReturnType<typeof readKeys>>[number];

async function readKeys({ database }: Data, account: string | undefined, now: Date) {
  const accountKey = account === undefined ? undefined : (await findAccount(database, account)).key;
  const keys = await database.apiKey.findMany({
    where: accountKey === undefined ? {} : { accountKey },
    orderBy: { key: 'asc' },
    include: { account: { select: { id: true, name: true } } },
  });
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
