import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { identify } from '../../../server/doors/identify.ts';
import { commandsOn, runFarebox } from '../../setup/run-farebox.ts';
import { parcelDocument, publishApi } from '../../setup/publish-api.ts';
import { openPortalUnderTest, type PortalUnderTest } from '../../setup/portal-under-test.ts';

let portal: PortalUnderTest;
const open = async () => void (portal = await openPortalUnderTest({}));
const close = () => portal.close();
afterEach(() => void vi.unstubAllEnvs());

const { farebox, done, refusal } = commandsOn(() => portal.dataFolder);

const person = async (email: string) => {
  const found = await portal.store.people.findByEmail(email);
  if (!found) throw new Error(`There is no ${email}.`);
  return found;
};

/** The newest entry of a verb. */
async function entryOf(verb: string) {
  const { rows } = await portal.store.audit.page(
    { verb, actors: undefined, targets: undefined },
    { before: undefined, most: 10 },
  );
  return { count: rows.length, ...rows[0] };
}

const byCommand = { kind: 'command-line', id: expect.any(String) };

async function signIn(email: string): Promise<void> {
  const { id, key } = await person(email);
  await portal.writer.run('open-session', {
    ...{ hash: `hash ${email}`, id: `ses_${id}`, device: 'Firefox on Linux' },
    ...{ personId: id, personKey: key, expiresAt: Date.now() + 3_600_000, now: Date.now(), instead: null },
  });
}

describe('beside a running portal', () => {
  beforeAll(open);
  afterAll(close);

  test('an account is suspended at once, with a reason, and works again', async () => {
    const id = await done('account', 'create', 'acme', '--credits', '20');
    const key = await done('key', 'create', 'acme');
    const asked = async () => {
      const request = new Request('http://portal/', { headers: { authorization: `Bearer ${key}` } });
      const source = { address: '198.51.100.7', network: '198.51.100.7' };
      return (await identify(portal.context, request, source)).caller;
    };
    expect(await asked()).toMatchObject({ purse: id });
    expect(await done('account', 'suspend', 'acme', '--reason', 'Bill is open')).toBe(
      'acme is suspended: its API keys are refused, and its members cannot make calls or add anything.',
    );
    await expect(asked()).rejects.toMatchObject({ code: 'account-suspended' });
    expect(await entryOf('suspend-account')).toMatchObject({
      ...{ count: 1, target: id, reason: 'Bill is open', actor: byCommand },
    });
    expect(await done('account', 'resume', id)).toBe(
      'acme is not suspended: its API keys and members can call again.',
    );
    expect(await asked()).toMatchObject({ purse: id });
    expect(await entryOf('suspend-account')).toMatchObject({ count: 2, reason: null });
    expect(await refusal('account', 'suspend', 'acne')).toBe(
      'There is no account "acne". Did you mean "acme"?',
    );
  });

  test('a change leaves one entry, which names the user who ran the command, and why', async () => {
    await done('account', 'create', 'globex', '--reason', 'Signed the contract');
    await publishApi(portal.dataFolder, parcelDocument);
    const why = ['--reason', 'Asked for it'];
    await done('key', 'create', 'globex', ...why);
    const keys: unknown = JSON.parse(await done('key', 'list', '--json'));
    const [key] = z.array(z.object({ id: z.string() })).parse(keys);
    await done('key', 'revoke', String(key?.id), ...why);
    await done('grant', 'globex', '20', ...why);
    await done('adjust', 'globex', '-5', ...why);
    await done('account', 'invite', 'globex', ...why);
    await done('offline', 'parcel-post-get-parcels', ...why);
    await done('online', 'parcel-post-get-parcels', ...why);
    expect(await entryOf('create-account')).toMatchObject({
      ...{ actor: byCommand, reason: 'Signed the contract' },
    });
    const because = await portal.store.audit.page(
      { verb: undefined, actors: undefined, targets: undefined },
      { before: undefined, most: 7 },
    );
    expect(because.rows).toMatchObject(
      [
        ...['set-status', 'set-status', 'create-invitation', 'grant', 'grant', 'revoke-key', 'create-key'],
      ].map((verb) => ({ verb, actor: byCommand, reason: 'Asked for it' })),
    );
  });
});

describe('of people', () => {
  beforeEach(open);
  afterEach(close);

  test('roles are changed, and the portal keeps an owner', async () => {
    await farebox('operator', 'create', 'ada@example.com');
    await farebox('operator', 'create', 'bob@example.com', '--role', 'viewer');
    expect(await refusal('operator', 'role', 'ada@example.com', 'none')).toBe(
      'This person is the only owner. Give another person the role owner first.',
    );
    expect(await refusal('operator', 'role', 'bob@example.com', 'king')).toMatch(/^A role is one of owner, /);
    expect(await refusal('operator', 'role', 'bob@example.com', 'owner', '--reason', ' ')).toBe(
      '--reason: Enter a reason.',
    );
    expect(await done('operator', 'role', 'Bob@example.com', 'owner', '--reason', 'Joined')).toBe(
      'bob@example.com is an operator (owner).',
    );
    expect(await done('operator', 'role', (await person('ada@example.com')).id, 'none')).toBe(
      'ada@example.com is no longer an operator.',
    );
    expect(await refusal('operator', 'role', 'eve@example.com', 'none')).toBe(
      'Nobody has the address eve@example.com. "farebox person list" lists all people.',
    );
    const list = JSON.parse(await done('person', 'list', '--json'));
    expect(list).toMatchObject([
      { email: 'bob@example.com', operatorRole: 'owner' },
      { email: 'ada@example.com', operatorRole: null },
    ]);
    expect(await done('person', 'list')).toMatch(/ bob +bob@example\.com +owner +0 /);
    expect(await entryOf('set-operator-role')).toMatchObject({ count: 2, actor: byCommand });
  });

  test('sessions of a person are ended, and what they lost is removed', async () => {
    await farebox('operator', 'create', 'ada@example.com');
    await signIn('ada@example.com');
    expect(await done('person', 'sign-out', 'ada@example.com', '--reason', 'Lost a laptop')).toBe(
      'Ended sessions of ada@example.com: 1.',
    );
    expect(await portal.store.accounts.findSession('hash ada@example.com')).toBeUndefined();
    expect(await entryOf('end-sessions')).toMatchObject({ reason: 'Lost a laptop', actor: byCommand });
    expect(await done('person', 'sign-out', 'ada@example.com')).toBe('ada@example.com was not signed in.');
    expect(await refusal('person', 'reset-factors', 'ada@example.com')).toBe(
      'ada@example.com has no second factor and no passkeys. Nothing was changed.',
    );
  });

  test('all that is stored of a person is printed, and erased', async () => {
    await farebox('operator', 'create', 'ada@example.com');
    await farebox('operator', 'create', 'bob@example.com');
    const { id } = await person('ada@example.com');
    const data = JSON.parse(await done('person', 'export', 'ada@example.com', '--reason', 'Asked for it'));
    expect(data).toMatchObject({ person: { id, email: 'ada@example.com' }, calls: [] });
    expect(await entryOf('export-person')).toMatchObject({ target: id, reason: 'Asked for it' });
    expect(await refusal('person', 'erase', 'ada@example.com')).toMatch(/'--reason TEXT' not specified/);
    expect(await done('person', 'erase', 'ada@example.com', '--reason', 'Asked for it')).toBe(
      `ada@example.com is erased. What they did is kept under the pseudonym ${id}. API keys revoked: 0. Accounts closed: 0.`,
    );
    expect(await portal.store.people.findByEmail('ada@example.com')).toBeUndefined();
    // The portal has its secret elsewhere, and gets no other one.
    expect(existsSync(`${portal.dataFolder}/secret`)).toBe(false);
    expect(await entryOf('erase-person')).toMatchObject({ target: id, actor: byCommand });
    expect(await done('person', 'list')).toMatch(/erased \d{4}-\d\d-\d\d/);
    expect(await refusal('person', 'erase', 'bob@example.com', '--reason', 'x')).toBe(
      'This person is the only owner of this portal. Give another person the role owner first.',
    );
    expect(JSON.stringify(JSON.parse(await done('person', 'list', '--json')))).not.toContain('ada@');
  });
});

test('nothing is changed in a data folder that is not there', async () => {
  const root = mkdtempSync(join(tmpdir(), 'farebox-none-'));
  const { code, err } = await runFarebox(join(root, 'none'), ['person', 'sign-out', 'ada@example.com']);
  expect([code, err.trim()]).toEqual([2, expect.stringContaining('ada@example.com')]);
  rmSync(root, { recursive: true, force: true });
});

test('a reader that has seen enough ends the command without a word', async () => {
  const command = `"${process.execPath}" cli/farebox.mjs --help | true`;
  const { stderr } = await promisify(execFile)('sh', ['-c', command]);
  expect(stderr).toBe('');
});
