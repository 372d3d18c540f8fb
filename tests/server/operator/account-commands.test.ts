import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { isApiKey } from '../../../server/callers/api-key.ts';
import { identify } from '../../../server/doors/identify.ts';
import { commandsOn } from '../../setup/run-farebox.ts';
import { openPortalUnderTest, type PortalUnderTest } from '../../setup/portal-under-test.ts';
import { publishedProduct, publishedTags } from '../../setup/published-product.ts';
import SqliteDatabase from 'better-sqlite3';

let portal: PortalUnderTest;
beforeAll(async () => void (portal = await openPortalUnderTest({})));
afterAll(() => portal.close());
afterEach(() => void vi.unstubAllEnvs());

const { farebox, done, refusal } = commandsOn(() => portal.dataFolder);

function query(sql: string): unknown[] {
  const database = new SqliteDatabase(join(portal.dataFolder, 'farebox.db'));
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}

describe('on the command line', () => {
  test('accounts are made, given credits and listed', async () => {
    expect(await done('account', 'list')).toMatch(/^There are no accounts\./);
    const created = await farebox('account', 'create', ' Acme Inc ', '--credits', '100');
    expect(created).toMatchObject({ code: 0, out: expect.stringMatching(/^acc_[0-9a-z]{16}\n$/) });
    expect(created.err).toMatch(/^Account Acme Inc has 100 credits\./);
    const id = created.out.trim();
    expect(await done('grant', 'Acme Inc', '50', '--reason', 'Paid')).toBe(
      'Acme Inc has 150 credits available, including 50 new ones.',
    );
    expect(await done('adjust', id, '-150', '--reason', 'Paid twice')).toMatch(/ has 0 credits available/);
    expect(await done('adjust', '--reason', '+5 too many', '+7', id)).toMatch(/ has 7 credits available/);
    expect(await refusal('adjust', id, '-8', '--reason', 'x')).toBe(
      'Acme Inc has 7 credits available, so 8 cannot be taken: a balance cannot go below 0.',
    );
    expect(
      query(
        `SELECT e.amount, e.kind, e.reason FROM Entry e JOIN Purse p ON p.key = e.purseKey WHERE p.id = '${id}'`,
      ),
    ).toEqual([
      { amount: 100, kind: 'grant', reason: 'Starting credits' },
      { amount: 50, kind: 'grant', reason: 'Paid' },
      { amount: -150, kind: 'correction', reason: 'Paid twice' },
      { amount: 7, kind: 'correction', reason: '+5 too many' },
    ]);
    expect(query('SELECT sum(amount) AS sum FROM Entry')).toEqual([{ sum: 0 }]);
    const listed = JSON.parse(await done('account', 'list', '--json'));
    expect(listed).toMatchObject([{ id, name: 'Acme Inc', balance: 7, held: 0, available: 7, keys: 0 }]);
    expect(await done('account', 'list')).toMatch(new RegExp(`^ID .*\\n${id}  Acme Inc  7 `));
  });

  test('a key is printed alone, kept as its hash, listed and revoked', async () => {
    const id = await done('account', 'create', 'keyed');
    const made = await farebox(
      ...['key', 'create', 'keyed', '--name', 'laptop', '--operator', '--expires', '30d'],
      ...['--cap-day', '10', '--cap-month', '100', '--cap-total', '1000'],
    );
    const key = made.out.trim();
    expect(made).toMatchObject({ code: 0, out: `${key}\n` });
    expect(isApiKey(key)).toBe(true);
    expect(made.err).toMatch(/^Created operator key key_\w{16} of keyed\. It is shown only once/);
    expect(made.err).not.toContain(key);
    expect(JSON.stringify(query('SELECT * FROM ApiKey'))).not.toContain(key.slice(0, 10));
    const [listed] = JSON.parse(await done('key', 'list', 'keyed', '--json'));
    expect(listed).toMatchObject({
      account: { id, name: 'keyed' },
      name: 'laptop',
      hint: key.slice(-4),
      state: 'active',
      operator: true,
      caps: { day: 10, month: 100, total: 1000 },
      lastUsedAt: null,
    });
    const hours = (Date.parse(listed.expiresAt) - Date.parse(listed.createdAt)) / 3_600_000;
    expect(Math.round(hours)).toBe(30 * 24);
    expect(await done('key', 'list')).toContain('active, operator  10 day, 100 month, 1000 in all');
    expect(await done('key', 'revoke', listed.id)).toBe(`${listed.id} is revoked.`);
    expect(await done('key', 'revoke', listed.id)).toMatch(/ was already revoked at 2/);
    expect(await done('key', 'list')).toContain('revoked');
  });

  test('a refund names its call, and gives back at most what the call cost', async () => {
    const id = await done('account', 'create', 'refunded', '--credits', '10');
    await done('account', 'create', 'other');
    const callId = await settledCall(id, 6);
    expect(await done('adjust', 'refunded', '+4', '--reason', 'Half a picture', '--call', callId)).toBe(
      'refunded has 8 credits available, after a refund of 4.',
    );
    expect(query("SELECT amount, callKey, reason FROM Entry WHERE kind = 'refund' AND amount > 0")).toEqual([
      { amount: 4, callKey: 1, reason: 'Half a picture' },
    ]);
    expect(await refusal('adjust', 'refunded', '+4', '--reason', 'again', '--call', callId)).toBe(
      'The call cost 6 credits, of which 2 can still be refunded.',
    );
    expect(await refusal('adjust', 'other', '+1', '--reason', 'x', '--call', callId)).toBe(
      'other has made no such call.',
    );
    expect(await refusal('adjust', 'refunded', '-1', '--reason', 'x', '--call', callId)).toMatch(
      /^--call refunds/,
    );
  });

  const rows = () => ['Account', 'ApiKey', 'Entry'].map((table) => query(`SELECT * FROM ${table}`));

  /** What is said: all of it, or its pattern. */
  const mistakes: [args: string[], says: string | RegExp][] = [
    [['account', 'create', 'acme'], /^The account acc_\w+ has this name\.$/],
    [['account', 'create', 'acc_x'], /cannot begin with acc_/],
    [['account', 'create', 'x', '--credits', '1.5'], /^--credits must be a whole number/],
    [['account', 'crate'], /^There is no command "account crate"\. Did you mean "create"\?/],
    [['key', 'create', 'acne'], 'There is no account "acne". Did you mean "acme"?'],
    [['key', 'create', 'acme', '--expires', '2020-01-01'], /must be in the future/],
    [['key', 'create', 'acme', '--cap-day', '-1'], /--cap-day/],
    [['account', 'cap', 'acme', '--reason', 'x'], 'Set at least one of --day, --month and --total.'],
    [['account', 'cap', 'acme', '--day', '5'], /'--reason TEXT' not specified/],
    [['account', 'cap', 'acme', '--day', 'all', '--reason', 'x'], /^--day must be/],
    [['key', 'create'], /^Expected farebox key create ACCOUNT/],
    [['key', 'revoke', 'key_none'], /^There is no key "key_none"\./],
    [['key', 'revoke', 'fb_secret'], /^Give the id of the key/],
    [['grant', 'acme', '0'], /^CREDITS must be a whole number of credits from 1/],
    [['grant', 'acme', '9007199254740993'], /^CREDITS must be/],
    [['grant', 'acme', '1,5'], /^CREDITS must be .* 1,5 has a fraction/],
    [['grant', 'acme', '-5', '--reason', 'Too many'], 'grant only adds credits. To take credits, use: farebox adjust acme -5 --reason "Granted twice".'],
    [['grant', 'acme', '5', '--reason', '-5'], /^Expected farebox grant/],
    [['adjust', 'acme', '5', '--reason', 'x'], /CREDITS must begin with \+ or -\.$/],
    [['adjust', 'acme', '+5'], /^Expected farebox adjust .*: required option '--reason TEXT' not specified/],
  ]; // biome-ignore format: a table

  test('mistakes get a sentence, and nothing is done', async () => {
    await done('account', 'create', 'acme');
    const before = rows();
    for (const [args, says] of mistakes)
      expect(await refusal(...args)).toEqual(typeof says === 'string' ? says : expect.stringMatching(says));
    expect(rows()).toEqual(before);
    query("INSERT INTO Account (id, name, createdAt) VALUES ('acc_twin', 'acme', 0) RETURNING id");
    expect(await refusal('grant', 'acme', '1')).toMatch(/^Several accounts are named "acme": .* acc_twin/);
    expect(await done('grant', 'acc_twin', '1')).toBe('acme has 1 credit available, including 1 new one.');
  });
});

test('a key works at once, and no more once it is revoked', async () => {
  const id = await done('account', 'create', 'lively', '--credits', '20');
  const key = await done('key', 'create', 'lively');
  const asked = async () => {
    const headers = { authorization: `Bearer ${key}` };
    const request = new Request('http://portal/', { method: 'POST', headers });
    const source = { address: '198.51.100.7', network: '198.51.100.7' };
    return (await identify(portal.context, request, source)).caller;
  };
  expect(await asked()).toMatchObject({ purse: id });
  expect(await done('grant', 'lively', '1,005')).toMatch(/^lively has 1,025 credits available/);
  const nowMs = Date.now();
  expect(await portal.ledger.balance({ id, allowance: null, nowMs })).toMatchObject({ available: 1_025 });
  const cap = (...options: string[]) => done('account', 'cap', 'lively', '--reason', 'Agreed', ...options);
  expect(await cap('--day', '9', '--total', '90')).toBe(
    'lively can spend 9 credits per day, 90 credits in total.',
  );
  expect(await cap('--day', 'none')).toBe('lively can spend 90 credits in total.');
  expect(await cap('--total', 'none')).toBe('lively can spend without a limit.');
  expect(query("SELECT target, reason FROM AuditEntry WHERE verb = 'cap-account'")).toEqual(
    Array.from({ length: 3 }, () => ({ target: id, reason: 'Agreed' })),
  );
  const [{ id: keyId }] = JSON.parse(await done('key', 'list', 'lively', '--json'));
  await done('key', 'revoke', keyId);
  await expect(asked()).rejects.toMatchObject({ code: 'invalid-key' });
  expect(await refusal('adjust', 'lively', '-1,026', '--reason', 'x')).toMatch(
    /^lively has 1,025 credits available, so 1026 cannot/,
  );
});

/** A call of an account that cost so much, through the ledger. */
async function settledCall(purse: string, credits: number): Promise<string> {
  const { writer, ledger } = portal;
  const nowMs = Date.now();
  await writer.run('publish-tags', { tags: publishedTags });
  await writer.run('publish', { products: [publishedProduct('a')], now: nowMs });
  const callId = 'call_0123456789abcdefghjkmnpqrs';
  const held = await ledger.hold({
    ...{ callId, owner: purse, apiKeyKey: null, memberKey: null, productKey: 1, versionKey: 1, credits },
    ...{ purse: { id: purse, allowance: null, nowMs }, inputHash: '', input: '{}', idempotency: null },
  });
  if (held.outcome !== 'held') throw new Error(held.outcome);
  await ledger.settle({ callKey: held.callKey, charged: credits, nowMs, ending: {}, answer: null });
  return callId;
}
