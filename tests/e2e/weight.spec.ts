import { gzipSync } from 'node:zlib';
import { makePerson } from '../setup/make-person.ts';
import { expect, test } from './journey.ts';

/**
 * In compressed kilobytes: 137 has an empty page of the Next that is used. What outgrows it is to come when it is needed.
 * A page grows a little with all others, too, because modules are numbered: with more of them, numbers are longer.
 */
const maxKilobytes: Record<string, number> = { '/': 137 + 38, '/products/qr-code': 137 + 70 };
for (const page of [
  '',
  '/accounts',
  '/keys',
  '/entries',
  '/people',
  '/calls',
  '/products',
  '/mails',
  '/audit',
  '/settings',
])
  maxKilobytes[`/operator${page}`] = 137 + 60;

test('no page names more script in its HTML than it may', async ({ request }) => {
  const { headers } = await makePerson(process.env['FAREBOX_TEST_DATA'] ?? '');
  for (const [address, limit] of Object.entries(maxKilobytes)) {
    const html = await (await request.get(address, { headers })).text();
    const named = html.matchAll(/<script(?![^>]*nomodule)[^>]* src="([^"]+)"/gi);
    let bytes = 0;
    for (const script of new Set(Array.from(named, ([, source]) => source ?? '')))
      bytes += gzipSync(await (await request.get(script)).body()).length;
    expect(bytes / 1000, address).toBeGreaterThan(137);
    expect(bytes / 1000, address).toBeLessThanOrEqual(limit);
  }
});
