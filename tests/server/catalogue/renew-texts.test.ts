import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decryptText, encryptText } from '../../../server/portal/encrypted-text.ts';
import { portalSecret, type SecretList } from '../../../server/portal/portal-secret.ts';
import { renewTexts } from '../../../server/start/start-portal.ts';
import { type StoredPurpose, storedPurposes } from '../../../server/store/operation/read-encrypted-texts.ts';
import { run, statement, timeOf } from '../../../server/store/sql/statement.ts';
import { type EngineUnderTest, engines } from '../../setup/engines-under-test.ts';

const now = Date.UTC(2026, 10, 23, 12);
const [old, recent, lost] = ['old', 'recent', 'lost'].map((text) => Buffer.from(text.padEnd(32, '.')));
const people = Array.from({ length: 205 }, (_, index) => `per_${index}`);
const insertPerson = statement(
  'INSERT INTO Person (id, email, emailKey, name, createdAt) VALUES (?, ?, ?, ?, ?)',
);
const insertFactor = statement(
  'INSERT INTO SecondFactor (personKey, secret, createdAt) SELECT key, ?, ? FROM Person WHERE id = ?',
);

describe.each(engines)('what is encrypted in $engine', ({ open }) => {
  let on: EngineUnderTest;
  beforeAll(async () => void (on = await open()));
  afterAll(() => on.close());

  const encrypted = (secret: Buffer | undefined, purpose: StoredPurpose, owner: string) =>
    encryptText(secret ?? Buffer.alloc(32), { purpose, owner }, `text of ${owner}`);

  async function store(secret: Buffer | undefined) {
    await on.writer.run('create-account', { id: 'acc_a', name: 'A', now, credits: 0 });
    const webhook = encrypted(secret, 'webhook secrets', 'whk_a');
    await on.writer.run('create-webhook', {
      ...{ id: 'whk_a', accountId: 'acc_a', url: 'https://example.com', secret: webhook, events: [] },
      ...{ now, most: 5 },
    });
    const credential = encrypted(secret, 'upstream credentials', 'KEY_A');
    const times = { now, until: now + 1, most: 5 };
    // Replaced by another one: both are encrypted anew.
    await on.writer.run('set-credential', { name: 'KEY_A', value: credential, ...times });
    await on.writer.run('set-credential', { name: 'KEY_A', value: credential, ...times });
    await on.change(function* () {
      for (const id of people) {
        yield* run(insertPerson, id, id, id, id, timeOf(now));
        yield* run(insertFactor, encrypted(secret, 'second factors', id), timeOf(now), id);
      }
    });
  }
  const renew = (...secrets: (Buffer | undefined)[]) => {
    const [first = Buffer.alloc(32), ...others] = secrets;
    const all: SecretList = [first, ...others.map((secret) => secret ?? Buffer.alloc(32))];
    return renewTexts({ store: on, secret: portalSecret(all) });
  };
  const readable = async (secret: Buffer | undefined) => {
    const of = async (purpose: StoredPurpose) => {
      const texts = await on.encryptedTexts.after(purpose, 0, 1_000);
      return texts.flatMap(
        ({ owner, encrypted: text }) => decryptText(secret ? [secret] : [], { purpose, owner }, text) ?? [],
      );
    };
    return (await Promise.all(storedPurposes.map(of))).flat();
  };
  const all = [...people, 'whk_a', 'KEY_A', 'KEY_A'].map((owner) => `text of ${owner}`);
  const none = { 'second factors': 0, 'webhook secrets': 0, 'upstream credentials': 0 };

  test('with an earlier secret is encrypted with the first one, once, and stays where that is gone', async () => {
    await store(lost);
    const unreadable = {
      'second factors': people.length,
      'webhook secrets': 1,
      'upstream credentials': 2,
    };
    expect(await renew(recent, old)).toEqual({ renewed: 0, unreadable });
    expect(await readable(lost)).toEqual(all);
    expect(await renew(recent, old, lost)).toEqual({ renewed: all.length, unreadable: none });
    expect(await readable(recent)).toEqual(all);
    expect(await renew(recent)).toEqual({ renewed: 0, unreadable: none });
  });
});
