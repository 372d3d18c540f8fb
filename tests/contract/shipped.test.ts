import { describe, expect, inject, it } from 'vitest';
import { parseJson } from '../../lib/json/json.ts';
import { lintErrors, postmanRequests, typesOf } from '../setup/document-readers.ts';
import { shippedSlugs } from '../setup/shipped-slugs.ts';
import { ask, post, type Reply, send } from './ask.ts';
import { estimateOf } from './shapes.ts';

const all = await shippedSlugs();
const callPath = (slug: string) => `/api/product/developer/call/${slug}`;
const quotePath = (slug: string) => `/api/product/credits/required/${slug}`;
const estimate = async (slug: string, input: unknown) =>
  estimateOf((await post(`${quotePath(slug)}?detail=full`, input)).json);

/** It is answered, in the type that its playground names, for at most the quote. */
async function expectServed(slug: string, reply: Reply, quoted: number): Promise<void> {
  const { response } = Object((await ask(`/api/product/playground?id=${slug}`)).json);
  expect([reply.status, reply.status === 200 || reply.text]).toEqual([200, true]);
  expect(reply.headers['content-type']?.split(';', 1)[0]).toBe(response.contentType.split(';', 1)[0]);
  expect(reply.text).not.toBe('');
  expect(Number(reply.headers['farebox-credits-charged'])).toBeLessThanOrEqual(quoted);
  expect(reply.headers).toMatchObject({
    'farebox-call-id': expect.stringMatching(/^call_[0-9a-z]{26}$/),
    'farebox-credits-charged': expect.stringMatching(/^\d+$/),
    'farebox-credits-balance': expect.stringMatching(/^\d+$/),
    'farebox-upstream-status': expect.stringMatching(/^2\d\d$/),
  });
}

describe('every product that comes with the portal', () => {
  // What two more programs say takes longest, and hardly differs from product to product.
  it.each(all.filter((_, index) => index % 4 === 0))('%s has a document without an error', async (slug) => {
    const { text } = await ask(`/products/${slug}/openapi.json`);
    expect(await lintErrors(text)).toEqual([]);
    expect(await typesOf(text)).toContain(`"${callPath(slug)}"`);
  });

  it.each(all)('%s has a document that programs read, and whose requests are answered', async (slug) => {
    const { status, text } = await ask(`/products/${slug}/openapi.json`);
    expect(status).toBe(200);
    const requests = await postmanRequests(text);
    expect(requests.map(({ url }) => url)).toEqual(
      [callPath(slug), quotePath(slug)].map((path) => inject('portalUrl') + path),
    );
    const [reply, quote] = await Promise.all(
      requests.map(({ url, method, headers, body }) => send(new URL(url).pathname, method, headers, body)),
    );
    if (!reply || !quote) return expect.fail('The document has no requests.');
    const { credits, missing, invalid } = await estimate(slug, parseJson(requests[0]?.body ?? ''));
    expect([missing, invalid, quote.json]).toEqual([[], [], { credits }]);
    if (Object(reply.json).code === 'product-offline') return;
    await expectServed(slug, reply, credits);
  });

  it('is answered with no input where it needs none, and refuses it otherwise', async () => {
    let [online, served] = [0, 0];
    for (const slug of all) {
      const { credits, missing, invalid } = await estimate(slug, {});
      const isWhole = missing?.length === 0 && invalid?.length === 0;
      const reply = await send(callPath(slug), 'POST', { 'content-type': 'application/json' }, '{}');
      // These need the internet, or a credential.
      if (Object(reply.json).code === 'product-offline') continue;
      online += 1;
      if (isWhole) await expectServed(slug, reply, credits);
      else expect([reply.status, reply.json]).toMatchObject([422, { code: 'validation' }]);
      served += Number(isWhole);
    }
    expect(online).toBe(38);
    expect(served).toBeGreaterThan(3);
  });
});
