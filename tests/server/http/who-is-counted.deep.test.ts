import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallPortal, startCallPortal } from '../../setup/call-portal.ts';

const limit = 5;
let portal: CallPortal;
beforeAll(async () => {
  portal = await startCallPortal({ FAREBOX_RATE_LIMIT: String(limit) }, [], { pages: false, toolbox: false });
});
afterAll(() => portal.stop());

describe('a network that has spent its reads', () => {
  it('is still told whether the portal is healthy and ready', async () => {
    const statusOf = async (path: string) => (await fetch(portal.url + path)).status;
    const reads = await Promise.all(
      Array.from({ length: 10 * limit + 1 }, () => statusOf('/api/product/list')),
    );
    expect(reads).toContain(429);
    expect(await statusOf('/api/health')).toBe(200);
    expect(await statusOf('/api/ready?from=supervisor')).not.toBe(429);
    expect(await statusOf('/api/product/list')).toBe(429);
  });
});
