import { scriptBytes } from '../../bench/script-bytes.ts';
import { makePerson } from '../setup/make-person.ts';
import { expect, test } from './journey.ts';

/** An empty page of the Next that is used, as `npm run bench -- pages` measures it. */
const emptyPageKilobytes = 137;

/** With a little air, within what the benchmark wants. What outgrows it is to come when it is needed. */
const mostKilobytesMore = [
  { what: 'the catalogue', address: '/', more: 38 },
  { what: 'a product', address: '/products/qr-code', more: 68 },
];

/** The pages of the console. */
const consolePages = [
  ...['', '/accounts', '/keys', '/entries', '/people'],
  ...['/calls', '/products', '/mails', '/audit', '/settings'],
];

for (const address of consolePages)
  test(`/operator${address} comes with at most 60 KB of script more than an empty page`, {
    tag: '@deep',
  }, async ({ page, context, baseURL }) => {
    const { headers } = await makePerson(process.env['FAREBOX_TEST_DATA'] ?? '');
    const [name = '', value = ''] = headers.cookie.split('=');
    await context.addCookies([{ name, value, url: baseURL ?? '' }]);
    const scripts = await scriptBytes(page, `/operator${address}`);
    const bytes = [...scripts.values()].reduce((sum, size) => sum + size, 0);
    expect(bytes / 1000).toBeGreaterThan(emptyPageKilobytes);
    expect(bytes / 1000).toBeLessThanOrEqual(emptyPageKilobytes + 60);
  });

for (const { what, address, more } of mostKilobytesMore) {
  test(`${what} comes with at most ${more} KB of script more than an empty page`, { tag: '@deep' }, async ({
    page,
  }) => {
    const scripts = await scriptBytes(page, address);
    const bytes = [...scripts.values()].reduce((sum, size) => sum + size, 0);
    expect(bytes / 1000).toBeGreaterThan(emptyPageKilobytes);
    expect(bytes / 1000).toBeLessThanOrEqual(emptyPageKilobytes + more);
  });
}
