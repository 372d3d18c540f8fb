import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readSettings } from '../../../server/env.ts';
import { openPortal } from '../../../server/start/open-portal.ts';
import type { Payload, Verb, Writer } from '../../../server/store/writer.ts';
import { openPortalUnderTest, type PortalUnderTest } from '../../setup/portal-under-test.ts';

const now = Date.now();
const begin = { step: 'begin', id: 'move-1', target: 'postgres://db.example/farebox', now } as const;
const finish = { step: 'finish', id: 'move-1', now } as const;
const account = { id: 'acc_a', name: 'A', now };

async function open(): Promise<PortalUnderTest> {
  const portal = await openPortalUnderTest({});
  onTestFinished(portal.close);
  return portal;
}

/** The code with which the writer refuses a verb. */
const refusal = <Name extends Verb>(writer: Writer, verb: Name, payload: Payload<Name>) =>
  writer.run(verb, payload).then(
    () => 'done',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  );

const held = (purseId: string) =>
  ({
    callId: 'call_1',
    purse: { id: purseId, allowance: 100, nowMs: now },
    owner: null,
    apiKeyKey: null,
    memberKey: null,
    productKey: 1,
    versionKey: 1,
    credits: 5,
    inputHash: '',
    input: null,
    idempotency: null,
  }) as const;

describe('while data is being moved', () => {
  test('open calls are settled, and every other write is refused', async () => {
    const { writer, ledger } = await open();
    const call = await ledger.hold(held('guest_a'));
    expect(await writer.run('move', begin)).toEqual({
      ...{ id: 'move-1', target: 'postgres://db.example/farebox', isComplete: false },
    });
    await expect(ledger.hold(held('guest_b'))).rejects.toMatchObject({
      code: 'moving',
      message: expect.stringMatching(/is being moved to postgres:\/\/db\.example\/farebox.*move --cancel$/),
    });
    expect(await refusal(writer, 'create-account', account)).toBe('moving');
    expect(await refusal(writer, 'shorten-file', {})).toBe('moving');
    expect(await refusal(writer, 'probe', {})).toBe('moving');
    const callKey = call.outcome === 'held' ? call.callKey : 0;
    await ledger.settle({ callKey, charged: 3, nowMs: now, ending: {}, answer: null });
    expect(await ledger.recover(now)).toEqual({ unknown: 0 });
  });

  test('jobs of one batch are refused from the one that begins the move', async () => {
    const { writer } = await open();
    const results = await Promise.allSettled([
      writer.run('create-account', account),
      writer.run('move', begin),
      writer.run('create-account', { ...account, id: 'acc_b', name: 'B' }),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  });

  test('the portal is not ready, and says why', async () => {
    const { writer, readiness } = await open();
    await writer.run('move', begin);
    await expect(readiness.check()).rejects.toMatchObject({
      detail: expect.stringContaining('is being moved to another database'),
    });
  });

  test('a second move does not begin, and a cancelled one leaves no trace', async () => {
    const { writer } = await open();
    await writer.run('move', begin);
    expect(await writer.run('move', { ...begin, id: 'move-2' })).toMatchObject({ id: 'move-1' });
    expect(await writer.run('move', { step: 'cancel' })).toBeNull();
    expect(await writer.run('move', finish)).toBeNull();
    await writer.run('create-account', account);
  });

  test('a portal that starts again still refuses, until the move is complete: then it does not start', async () => {
    const { writer, dataFolder, context } = await open();
    await writer.run('move', begin);
    await writer.close();
    await context.store.close();
    const settings = readSettings({ FAREBOX_DATA: dataFolder });
    const again = await openPortal(settings);
    expect(await refusal(again.store.writer, 'create-account', account)).toBe('moving');
    expect(await again.store.writer.run('move', finish)).toMatchObject({ isComplete: true });
    expect(await again.store.writer.run('move', { step: 'cancel' })).toMatchObject({ isComplete: true });
    expect(await refusal(again.store.writer, 'create-account', account)).toBe('moved');
    await again.close();
    await expect(openPortal(settings)).rejects.toThrow(
      'The data has moved to postgres://db.example/farebox: start the portal with DATABASE_URL.',
    );
    // The lease is free.
    await expect(
      openPortal(readSettings({ FAREBOX_DATA: join(dataFolder, 'other') })),
    ).resolves.toBeDefined();
  });
});
