import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { tenDocuments } from '../setup/documents/ten-documents.ts';
import { importedDocument } from '../setup/imported-document.ts';
import { shippedSlugs } from '../setup/shipped-slugs.ts';
import { type RunningPortal, startPortal } from '../setup/start-portal.ts';
import { brunoRequests, generateTypes, spectralFindings } from './document-programs.ts';

let portal: RunningPortal;
let folder: string;
beforeAll(async () => {
  portal = await startPortal([], undefined, { FAREBOX_GUEST_CREDITS: '1000000' });
  folder = await mkdtemp(join(tmpdir(), 'farebox-documents-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await portal.stop();
});

/** What a generator of types makes of a document. */
async function typesOf(name: string, text: string): Promise<string> {
  const input = join(folder, `${name}.json`);
  await writeFile(input, text);
  await generateTypes(input, join(folder, name));
  return readFile(join(folder, name, 'types.gen.ts'), 'utf8');
}

describe('the document of a shipped product', () => {
  it('is clean, is a request of Bruno that is answered, and is types', async () => {
    let answered = 0;
    const slugs = await shippedSlugs();
    for (const slug of slugs) {
      const text = await (await fetch(`${portal.url}/products/${slug}/openapi.json`)).text();
      expect([slug, await spectralFindings(text)]).toEqual([slug, []]);
      expect([slug, await typesOf(slug, text)]).toEqual([slug, expect.stringContaining('CallData')]);
      const requests = await brunoRequests(text);
      expect(requests.map(({ url }) => url)).toEqual([
        `${portal.url}/api/product/developer/call/${slug}`,
        `${portal.url}/api/product/credits/required/${slug}`,
      ]);
      for (const { method, url, headers, body } of requests) {
        const reply = await fetch(url, { method, headers, body });
        const answer = z.string().parse(await reply.text());
        // What needs the internet or a credential is offline as it is shipped.
        if (reply.status === 409 && answer.includes('product-offline')) continue;
        expect([url, reply.status, reply.ok || answer]).toEqual([url, 200, true]);
        answered += 1;
      }
    }
    expect(answered).toBe(slugs.length + 38);
  });
});

describe('the document of an imported operation', () => {
  it.each(Object.entries(tenDocuments))(
    'of %s is clean, a valid request of Bruno, and types',
    async (name, make) => {
      const { id, version, text } = importedDocument(make('http://127.0.0.1:9'));
      expect(await spectralFindings(text)).toEqual([]);
      expect(await typesOf(name.replaceAll(/\W/g, '-'), text)).toContain('CallData');
      const [call] = await brunoRequests(text);
      expect(call?.url).toContain(`/api/product/developer/call/${id}`);
      expect(
        version.validators.verdict(z.record(z.string(), z.json()).parse(JSON.parse(call?.body ?? '{}'))),
      ).toBe('valid');
    },
  );
});
