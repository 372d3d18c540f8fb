import { randomUUID } from 'node:crypto';
import { expect, inject, it } from 'vitest';
import { printed } from '../setup/run-farebox.ts';
import { problem } from '../setup/problems.ts';
import { ask } from './ask.ts';

async function operatorKey(): Promise<string> {
  const account = randomUUID();
  await printed(inject('dataFolder'), 'account', 'create', account);
  const stdout = await printed(inject('dataFolder'), 'key', 'create', account, '--operator');
  return stdout;
}

it('GET /metrics counts calls and writes, for an operator', async () => {
  const { status, text } = await ask('/metrics', {
    headers: { authorization: `Bearer ${await operatorKey()}` },
  });
  expect(status).toBe(200);
  expect(text).toMatch(/^farebox_writer_waiting \d+$/m);
  expect(text).toMatch(/^farebox_database_reachable 1$/m);
  expect(text).toMatch(/^farebox_portals 1$/m);
  expect(text).toMatch(/^farebox_mail_waiting \d+$/m);
  expect(text).toMatch(/^farebox_mail_failed \d+$/m);
  expect(text).toMatch(/^farebox_credits_charged_total \d+$/m);
  expect(text).toMatch(/^farebox_eventloop_lag|^farebox_nodejs_eventloop_lag/m);
});

it.each([
  ['nothing that says who asks', {}],
  ['an unknown key', { authorization: 'Bearer fb_nonsense' }],
  ['a proxy that says for whom', { 'x-forwarded-for': '203.0.113.7' }],
])('GET /metrics is forbidden to %s, also from this machine', async (_what, headers) => {
  const { status, json } = await ask('/metrics', { headers });
  expect({ status, json }).toMatchObject(problem(403, 'forbidden'));
});
