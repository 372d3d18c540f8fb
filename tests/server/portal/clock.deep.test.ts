import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { expectCharged, expectRefused } from '../../setup/call-expectations.ts';
import { type CallPortal, makeAccount, makeKeyUntil, startCallPortal } from '../../setup/call-portal.ts';

const preload = fileURLToPath(new URL('../../setup/set-clock.cjs', import.meta.url));
const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
/** Half an hour into tomorrow, UTC: an hour earlier is another day. */
const tomorrowMs = (Math.floor(Date.now() / dayMs) + 1) * dayMs + hourMs / 2;

let folder: string;
let portal: CallPortal;
const setClock = (ms: number) => writeFileSync(join(folder, 'clock'), String(ms - Date.now()));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farebox-clock-'));
  setClock(tomorrowMs);
  portal = await startCallPortal(
    {
      FAREBOX_GUEST_CREDITS: '100',
      NODE_OPTIONS: `--require ${preload}`,
      CLOCK_FILE: join(folder, 'clock'),
    },
    [],
    { pages: false, toolbox: false },
  );
});
afterAll(async () => {
  await portal.stop();
  await rm(folder, { recursive: true });
});

it('a clock that is set back an hour ends nothing early and grants nothing twice', async () => {
  const { call, dataFolder, url } = portal;
  const account = await makeAccount(dataFolder, 50);
  const key = await makeKeyUntil(dataFolder, account.id, tomorrowMs + hourMs);
  const quoted = await fetch(`${url}/api/product/credits/required/scripted?detail=full`, {
    method: 'POST',
    body: '{"size":5}',
  });
  const { quote } = z.object({ quote: z.string() }).parse(await quoted.json());
  const keyed = { key, headers: { 'idempotency-key': 'before' } };
  const balance = async (size: number) =>
    (await call('scripted', { size })).headers['farebox-credits-balance'];

  expect(await balance(30)).toBe('70');
  const before = await call('scripted', { size: 2 }, keyed);
  expectCharged(before, 2);

  setClock(tomorrowMs - hourMs);
  expect(await balance(10)).toBe('60');
  // What is left does not cover it: only another allowance would.
  const short = await call('scripted', { size: 61 });
  expectRefused(short, 402, 'insufficient-credits');
  expect(short.json).toMatchObject({
    shortfall: 1,
    resetsAt: new Date(tomorrowMs - hourMs / 2).toISOString(),
  });
  expectCharged(await call('scripted', { size: 5 }, { key, headers: { 'farebox-quote': quote } }), 5);
  const again = await call('scripted', { size: 2 }, keyed);
  expect([again.callId, again.charged]).toEqual([before.callId, 2]);

  setClock(tomorrowMs + hourMs / 4);
  expect(await balance(10)).toBe('50');

  setClock(tomorrowMs + dayMs);
  expect(await balance(10)).toBe('90');
  expectRefused(await call('scripted', {}, { key }), 401, 'invalid-key');
  const late = await call('scripted', { size: 5 }, { headers: { 'farebox-quote': quote } });
  expectRefused(late, 409, 'quote-expired');
});
