import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AuditDemands, verifyAuditFile } from '../../../cli/work/verify-receipt.ts';
import {
  type AuditEntry,
  auditEntry,
  type AuditPlace,
  auditPlaceText,
} from '../../../lib/audit/audit-entry.ts';
import { auditStart } from '../../../server/store/operation/check-audit.ts';
import { signOnce } from '../../../server/audit/sign-daily.ts';
import { hashEntry } from '../../../server/store/sql/write-audit.ts';
import { receiptKey } from '../../../server/portal/receipt-key.ts';
import { portalSecret } from '../../../server/portal/portal-secret.ts';
import { checkData } from '../../../server/store/check-data.ts';
import { run, statement } from '../../../server/store/sql/statement.ts';
import { publishedTags } from '../../setup/published-product.ts';
import { emptyForEach, engines } from '../../setup/engines-under-test.ts';

const secret = portalSecret([Buffer.alloc(32, 1)]);
const { publicKey } = receiptKey(secret.signing);
const hourMs = 3_600_000;

describe.each(engines)('on $engine', ({ open }) => {
  const on = emptyForEach(open);
  let folder: string;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'farebox-audit-'));
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true, force: true });
  });

  const change = () => on.writer.run('publish-tags', { tags: publishedTags });
  const sign = (nowMs: number) => signOnce({ store: on, secret }, nowMs);
  const entries = () => on.audit.entriesAfter(0, 1_000);

  /** What `farebox verify audit` says of these entries. */
  async function verify(
    log: AuditEntry[],
    demands: string | AuditDemands = {},
    lineOf: (entry: AuditEntry) => string = (entry) => JSON.stringify(entry),
  ): Promise<{ said: string; holds: boolean }> {
    const file = join(folder, 'audit.jsonl');
    writeFileSync(file, log.map((entry) => `${lineOf(entry)}\n`).join(''));
    const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const holds = await verifyAuditFile(file, typeof demands === 'string' ? { key: demands } : demands).then(
      () => true,
      () => false,
    );
    const said = out.mock.calls.map(([chunk]) => String(chunk)).join('');
    out.mockRestore();
    return { said, holds };
  }

  test('the check of the data finds changed entries, removed ones, and what no longer keeps them', async () => {
    for (let entry = 0; entry < 4; entry += 1) await change();
    await sign(Date.now());
    expect(await checkData(on.place)).toEqual({ inconsistencies: [] });
    const isPostgres = on.place.databaseUrl !== undefined;
    const guards = isPostgres ? ['AuditEntry_change'] : ['AuditEntry_update', 'AuditEntry_delete'];
    await on.change(function* () {
      for (const guard of guards)
        yield* run(statement(`DROP TRIGGER "${guard}"${isPostgres ? ' ON "AuditEntry"' : ''}`));
      yield* run(statement(`UPDATE AuditEntry SET reason = 'Another' WHERE number = 2`));
      yield* run(statement('DELETE FROM AuditEntry WHERE number = 4'));
    });
    expect(await checkData(on.place)).toEqual({
      inconsistencies: [
        ...guards.map((name) => `The trigger ${name}, without which entries can be changed, is missing.`),
        'Audit log: Entry 2 was changed: its hash does not match.',
        'Audit log: Entry 4 is missing.',
      ],
    });
  });

  test.each([
    ['a key twice', (text: string) => text.replace('"verb":', '"verb":"erase-person","verb":')],
    ['a key of a value twice', (text: string) => text.replace('"actor":{', '"actor":{"id":"per_eve",')],
    ['spaces', (text: string) => text.replace(',', ', ')],
    ['another spelling of a letter', (text: string) => text.replace('publish', '\\u0070ublish')],
    ['another order', (text: string) => text.replace(/^\{("number":1),(.*?"),/, '{$2,$1,')],
  ])('a line with %s is not verified', async (_what, changed) => {
    await change();
    const [entry] = await entries();
    expect(entry && JSON.parse(changed(JSON.stringify(entry)))).toEqual(entry);
    expect(await verify(await entries())).toMatchObject({ holds: true });
    expect(await verify(await entries(), {}, (one) => changed(JSON.stringify(one)))).toMatchObject({
      holds: false,
    });
  });

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
    // Fewer than a signing has tries.
    const changes = Array.from({ length: 5 }, change);
    const signed = await Promise.all([sign(Date.now()), sign(Date.now()), sign(Date.now())]);
    await Promise.all(changes);
    expect(signed.filter(Boolean)).toHaveLength(1);
    const log = await entries();
    expect(log).toHaveLength(7);
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
      said: '✗ The signature in entry 2 is not of the entry before it.\n1 fault in 2 entries from the first one to number 2.\n',
    });
  });

  describe('verify, of entries that were cut off', () => {
    const placeOf = (entry: AuditEntry | undefined) => auditPlaceText(entry ?? auditStart);
    let log: AuditEntry[];
    beforeEach(async () => {
      for (let count = 0; count < 4; count += 1) await change();
      await sign(Date.now());
      log = await entries();
    });

    test('says from where to where the log goes, and with which hashes', async () => {
      const whole = await verify(log);
      expect(whole.said).toMatch(/^✓ 5 entries from the first one to number 5, each as it was written\.\n/);
      expect(whole.said).toMatch(/Whether entries followed number 5, only an end .* \(--until\)\.\n/);
      const ends = (start: AuditPlace, end: AuditEntry | undefined) =>
        `\nBefore: ${auditPlaceText(start)}\nLast:   ${placeOf(end)}\n`;
      expect(whole.said).toContain(ends(auditStart, log[4]));
      const part = await verify(log.slice(2, 4));
      expect(part.said).toMatch(/^✓ 2 entries from number 3, not from the first one, to number 4, each as/);
      expect(part.said).toContain(ends({ number: 2, hash: log[1]?.hash ?? '' }, log[3]));
      expect(part.holds).toBe(true);
    });

    test('demands that the log continues an earlier one, and reaches a known end', async () => {
      const [first, second, third, fourth, fifth] = log.map(placeOf);
      const holds = async (part: AuditEntry[], demands: AuditDemands) => {
        const result = await verify(part, demands);
        return result.holds || result.said;
      };
      const later = log.slice(2);
      expect(await holds(log, { from: placeOf(undefined), until: fifth })).toBe(true);
      expect((await verify(log, { until: fifth })).said).not.toMatch(/Whether entries followed/);
      expect(await holds(log, { from: second, until: fourth })).toBe(true);
      expect(await holds(later, { from: second, until: fifth })).toBe(true);
      expect(await holds(later, { from: first })).toMatch(/begins after entry 2, .* entry 1 of --from\./);
      expect(await holds(later, { from: placeOf(undefined) })).toMatch(/entry 0 of --from\./);
      expect(await holds(log.slice(0, 3), { until: fourth })).toMatch(
        /^✗ The log ends at entry 3, before entry 4 of --until: entries were cut off, .*\n1 fault in 3 entries from the first one to number 3\.\n$/,
      );
      const other = `3:${'a'.repeat(64)}`;
      expect(await holds(log, { until: other })).toMatch(/Entry 3 has another hash than the one of --until/);
      expect(await holds(log, { from: third, until: other })).toMatch(/^✗ [^✗]*\n1 fault/);
      await expect(verifyAuditFile('absent', { from: '3' })).rejects.toThrow(
        '--from must be the number and the hash of an entry',
      );
    });

    test('finds the signature of an entry that is not there any more', async () => {
      // The signing entry was moved forward, and everything written anew.
      const moved = { ...log[4], number: 3, previous: log[1]?.hash ?? '' };
      const forged = auditEntry.parse({ ...moved, hash: hashEntry(auditEntry.parse(moved)) });
      const { said, holds } = await verify([...log.slice(0, 2), forged]);
      expect([holds, said]).toEqual([
        false,
        '✗ Entry 3 signs entry 4, which was written before it: entries were removed.\n1 fault in 3 entries from the first one to number 3.\n',
      ]);
    });
  });
});
