import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { verifyAuditFile } from '../../cli/verify-audit.ts';
import type { AuditEntry } from '../../lib/audit/audit-entry.ts';
import { signOnce } from '../../server/audit/sign-daily.ts';
import { hashEntry } from '../../server/audit/hash-entry.ts';
import { receiptKey } from '../../server/calls/receipt-key.ts';
import { portalSecret } from '../../server/portal/portal-secret.ts';
import { publishedTags } from './published-product.ts';
import { type EngineUnderTest, engines } from './engines-under-test.ts';

const secret = portalSecret([Buffer.alloc(32, 1)]);
const { publicKey } = receiptKey(secret.signing);
const hourMs = 3_600_000;

describe.each(engines)('on $engine', ({ open }) => {
  let on: EngineUnderTest;
  let folder: string;
  beforeEach(async () => {
    on = await open();
    folder = mkdtempSync(join(tmpdir(), 'farebox-audit-'));
  });
  afterEach(async () => {
    await on.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const change = () => on.writer.run('publish-tags', { tags: publishedTags });
  const sign = (nowMs: number) => signOnce({ store: on, secret }, nowMs);
  const entries = () => on.audit.entriesAfter(0, 1_000);

  /** What `farebox verify audit` says of these entries. */
  async function verify(log: AuditEntry[], key?: string): Promise<{ said: string; holds: boolean }> {
    const file = join(folder, 'audit.jsonl');
    writeFileSync(file, log.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const holds = await verifyAuditFile(file, key).then(
      () => true,
      () => false,
    );
    const said = out.mock.calls.map(([chunk]) => String(chunk)).join('');
    out.mockRestore();
    return { said, holds };
  }

  test('the end of the log is signed once a day', async () => {
    const today = Date.now();
    expect(await sign(today)).toBe(false);
    expect(await entries()).toEqual([]);
    await change();
    expect(await sign(today)).toBe(true);
    await change();
    expect(await sign(today)).toBe(false);
    expect(await sign(today + 24 * hourMs)).toBe(true);
    const log = await entries();
    expect(log.map(({ verb }) => verb)).toEqual(['publish-tags', 'sign-audit', 'publish-tags', 'sign-audit']);
    expect(log[3]).toMatchObject({
      ...{ actor: { kind: 'portal' }, target: null },
      after: { number: 3, hash: log[2]?.hash, signature: { algorithm: 'Ed25519', publicKey } },
    });
  });

  test('is signed once by several portals, while others change something', async () => {
    await change();
    const changes = Array.from({ length: 10 }, change);
    const signed = await Promise.all([sign(Date.now()), sign(Date.now()), sign(Date.now())]);
    await Promise.all(changes);
    expect(signed.filter(Boolean)).toHaveLength(1);
    const log = await entries();
    expect(log).toHaveLength(12);
    expect((await verify(log, publicKey)).holds).toBe(true);
  });

  test('verify says up to where, and by which key', async () => {
    await change();
    const unsigned = await entries();
    expect(await verify(unsigned)).toMatchObject({
      holds: true,
      said: expect.stringMatching(/No entry is signed yet/),
    });
    expect(await verify(unsigned, publicKey)).toMatchObject({
      holds: false,
      said: expect.stringMatching(/No entry is signed\./),
    });
    await sign(Date.now());
    await change();
    const log = await entries();
    const { said, holds } = await verify(log, publicKey);
    expect(holds).toBe(true);
    expect(said).toMatch(
      new RegExp(`Signed up to entry 1 at .* by the key ${publicKey}, which is the given one`),
    );
    const other = receiptKey(Buffer.alloc(32, 2)).publicKey;
    expect(await verify(log, other)).toMatchObject({
      holds: false,
      said: expect.stringMatching(/signed by another key/),
    });
  });

  test('finds a log that somebody wrote anew without the key', async () => {
    await change();
    await sign(Date.now());
    const log = (await entries()).map((entry, index) =>
      index === 0 ? { ...entry, reason: 'Other' } : entry,
    );
    let previous = log[0]?.previous ?? '';
    const forged = log.map((entry) => {
      const hash = hashEntry({ ...entry, previous });
      const one = { ...entry, previous, hash };
      previous = hash;
      return one;
    });
    expect(await verify(forged)).toMatchObject({
      holds: false,
      said: '✗ The signature in entry 2 does not match.\n1 fault in 2 entries.\n',
    });
  });
});
