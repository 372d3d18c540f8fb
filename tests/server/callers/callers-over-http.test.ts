import { expect, test } from 'vitest';
import { servedPortal } from '../../setup/served-portal.ts';

const portal = servedPortal({ FAREBOX_URL: 'https://apis.example.com' });
const called = '/api/product/developer/call/nothing';
const problem = (status: number, code: string) => ({ status, json: { code, status } });
const uncharged = {
  'farebox-call-id': expect.stringMatching(/^call_/),
  'farebox-credits-charged': '0',
};

test('too many calls get 429, with the time to wait, whatever X-Forwarded-For says', async () => {
  await portal.reopen({ FAREBOX_RATE_LIMIT: '2' });
  for (const left of ['1', '0']) {
    const { headers } = await portal.ask('POST', called, { 'x-forwarded-for': `198.51.100.${left}` });
    expect(headers['ratelimit']).toMatch(new RegExp(`^"address";r=${left};t=\\d+$`));
    expect(headers['ratelimit-policy']).toBe('"address";q=2;w=60');
  }
  expect(await portal.ask('POST', called, { 'x-forwarded-for': '198.51.100.9' })).toMatchObject({
    ...problem(429, 'rate-limited'),
    headers: { ...uncharged, 'retry-after': expect.stringMatching(/^\d+$/), ratelimit: expect.any(String) },
  });
});

test('behind a proxy that is trusted each client has a budget of its own', async () => {
  await portal.reopen({ FAREBOX_RATE_LIMIT: '1', FAREBOX_TRUSTED_PROXIES: 'loopback' });
  const from = (address: string) => portal.ask('POST', called, { 'x-forwarded-for': `6.6.6.6, ${address}` });
  expect((await from('198.51.100.1')).status).toBe(404);
  expect((await from('198.51.100.1')).status).toBe(429);
  expect((await from('198.51.100.2')).status).toBe(404);
});
