import { expect, it } from 'vitest';
import { ask } from './ask.ts';

it('GET /metrics counts calls and writes, for this machine', async () => {
  const { status, text } = await ask('/metrics');
  expect(status).toBe(200);
  expect(text).toMatch(/^farebox_writer_waiting \d+$/m);
  expect(text).toMatch(/^farebox_credits_charged_total \d+$/m);
  expect(text).toMatch(/^farebox_eventloop_lag|^farebox_nodejs_eventloop_lag/m);
});

it('GET /metrics is for operators where a proxy passes the question on', async () => {
  const { status, json } = await ask('/metrics', { headers: { 'x-forwarded-for': '203.0.113.7' } });
  expect({ status, json }).toMatchObject({ status: 403, json: { code: 'forbidden' } });
});
