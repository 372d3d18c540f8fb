import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jsonBody, multipartBody, startToolbox } from './toolbox-server.ts';

let toolbox: Awaited<ReturnType<typeof startToolbox>>;
beforeAll(async () => {
  toolbox = await startToolbox();
});
afterAll(() => toolbox.stop());

const ask = (path: string, init?: RequestInit) => fetch(toolbox.url + path, init);

/** Each is compared with each of the others. */
const endless = jsonBody({
  schema: { uniqueItems: true },
  document: Array.from({ length: 30_000 }, (_, value) => ({ value })),
});
/** A word that no line can hold is measured again for each letter. */
const endlessPdf = jsonBody({ markdown: 'w'.repeat(50_000) });

describe('work that takes long', () => {
  test('stops nobody else, quick work in the same processes included', async () => {
    let ended = 0;
    const long = Array.from({ length: 8 }, async () => {
      const response = await ask('/json/validation', endless);
      ended += 1;
      return response;
    });
    for (let turn = 0; turn < 10; turn += 1) {
      expect((await ask('/ids')).status).toBe(200);
      const diff = await ask('/json/diff', jsonBody({ before: { turn }, after: {} }));
      expect(await diff.json()).toMatchObject({ equal: false });
    }
    expect(ended).toBeLessThan(long.length);
    for (const response of await Promise.all(long)) {
      expect(await response.json()).toMatchObject({
        status: 422,
        detail: 'This input needs more than 2000 ms of work; send a smaller one.',
      });
    }
  });

  test('ends wherever it is, and the next call of the operation is answered', async () => {
    expect((await ask('/pdfs', endlessPdf)).status).toBe(422);
    expect((await ask('/pdfs', jsonBody({ markdown: '# Fine' }))).status).toBe(200);
  });

  test('ends in the midst of native code: a picture that an encoder would take a quarter of a minute for', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const picture = await sharp({
      create: { width: 4000, height: 4000, channels: 3, background: '#000', noise },
    })
      .jpeg({ quality: 30 })
      .toBuffer();
    const body = multipartBody(Uint8Array.from(picture), { format: 'avif', quality: '100' });
    expect(await (await ask('/images/convert', body)).json()).toMatchObject({
      status: 422,
      detail: 'This input needs more than 5000 ms of work; send a smaller one.',
    });
  });

  test('is turned away with a time to come again where too much of it waits', async () => {
    const gone = new AbortController();
    const asked = Array.from({ length: 16 }, () =>
      ask('/json/validation', { ...endless, signal: gone.signal }),
    );
    const away = await Promise.any(
      asked.map(async (response) => {
        if ((await response).status !== 429) throw new Error('It is not turned away.');
        return response;
      }),
    );
    expect(away.headers.get('retry-after')).toBe('2');
    expect(await away.json()).toMatchObject({
      detail: 'Too much work is waiting; try again in 2 seconds.',
    });
    gone.abort();
    await Promise.allSettled(asked);
    expect((await ask('/json/validation', jsonBody({ schema: {}, document: 1 }))).status).toBe(200);
  });
});
