import { afterAll, beforeAll, expect, it } from 'vitest';
import { isJsonObject, type JsonObject } from '../../../lib/json/json.ts';
import { parseJson } from '../../../lib/json/parse-json.ts';
import { lintErrors, postmanRequests, typesOf } from '../../setup/document-readers.ts';
import { tenDocuments } from '../../setup/documents/ten-documents.ts';
import { importedDocument } from '../../setup/imported-document.ts';
import { shippedSlugs } from '../../setup/shipped-slugs.ts';
import { type RunningPortal, startPortal } from '../../setup/start-portal.ts';

let portal: RunningPortal;
beforeAll(async () => {
  portal = await startPortal([], undefined, { FAREBOX_GUEST_CREDITS: '1000000' });
});
afterAll(() => portal.stop());

it('makes a document of every shipped product that programs read, and whose requests are answered', async () => {
  const slugs = await shippedSlugs();
  expect(slugs.length).toBeGreaterThan(38);
  const answered: string[] = [];
  for (const slug of slugs) {
    const response = await fetch(`${portal.url}/products/${slug}/openapi.json`);
    const text = await response.text();
    expect([slug, response.status, await lintErrors(text)]).toEqual([slug, 200, []]);
    expect(await typesOf(text)).toContain(`"/api/product/developer/call/${slug}"`);
    const requests = await postmanRequests(text);
    expect(requests.map(({ url }) => url)).toEqual([
      `${portal.url}/api/product/developer/call/${slug}`,
      `${portal.url}/api/product/credits/required/${slug}`,
    ]);
    for (const { method, url, headers, body } of requests) {
      const reply = await fetch(url, { method, headers, body });
      const answer = await reply.text();
      // What needs the internet or a credential is offline as it is shipped.
      if (reply.status === 409 && answer.includes('product-offline')) continue;
      expect([url, reply.status, reply.ok || answer]).toEqual([url, 200, true]);
      answered.push(url);
    }
  }
  expect(answered.length).toBe(slugs.length + 38);
});

it.each(Object.entries(tenDocuments))(
  'makes a document of an imported operation of %s',
  async (_name, make) => {
    const { id, version, text } = importedDocument(make('http://127.0.0.1:9'));
    expect(await lintErrors(text)).toEqual([]);
    expect(await typesOf(text)).toContain(`"/api/product/developer/call/${id}"`);
    const [call] = await postmanRequests(text);
    expect(version.validators.verdict(objectOf(call?.body))).toBe('valid');
  },
);

function objectOf(text = ''): JsonObject {
  const value = parseJson(text);
  return isJsonObject(value) ? value : {};
}
