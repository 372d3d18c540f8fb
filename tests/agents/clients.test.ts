import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callsOf } from '../setup/call-expectations.ts';
import { type CallPortal, makeAccount, startCallPortal } from '../setup/call-portal.ts';
import { agentClients } from './clients.ts';

let portal: CallPortal;
let home: string;
beforeAll(async () => {
  portal = await startCallPortal();
  home = await mkdtemp(join(tmpdir(), 'farebox-agent-home-'));
});
afterAll(async () => {
  await portal.stop();
  await rm(home, { recursive: true });
});

test.each(Object.entries(agentClients))(
  '%s lists, quotes, calls once, and is stopped at its budget',
  async (_name, open) => {
    const account = await makeAccount(portal.dataFolder, 100);
    const url = `${portal.url}/mcp?max-credits=5`;
    const client = await open({ url, authorization: `Bearer ${account.key}`, home });
    try {
      expect(await client.tools()).toEqual([
        ...['search_products', 'get_product', 'quote_call', 'call_product'],
        ...['get_call', 'list_calls', 'get_credits'],
      ]);
      const wish = { product: 'scripted', input: { size: 3 } };
      const quoted = await client.call('quote_call', wish);
      expect(quoted).toContain('costs at most 3 credits');
      const [quote] = /quote-[\w-]{43}/.exec(quoted) ?? [];
      expect(quote).toBeDefined();
      const called = await client.call('call_product', { ...wish, quote });
      expect(called).toContain('Charged 3 credits');
      expect(await client.call('call_product', { ...wish, quote })).toContain('nothing more was charged');
      const dear = { product: 'scripted', input: { size: 6 }, max_credits: 50 };
      expect(await client.call('call_product', dear)).toContain('over-max-credits');
      expect((await callsOf(portal.dataFolder, account.id)).map(({ charged }) => charged)).toEqual([3]);
    } finally {
      await client.close();
    }
  },
);
