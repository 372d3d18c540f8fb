import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningDev, startDev } from './start-dev.ts';

/** More than it waits for two answers, so that what it says of them is heard. */
const timeout = 1_300_000;

describe('npm run dev', { timeout }, () => {
  let dev: RunningDev;
  beforeAll(async () => {
    dev = await startDev();
    await dev.untilAnswer('/api/health', '{"status":"ok"}');
  }, timeout);
  afterAll(() => dev.stop());

  test('takes a query schema that is written into an operation', async () => {
    const file = 'server/api/operators/supervision.ts';
    await dev.edit(
      file,
      "name: 'getHealth',",
      "name: 'getHealth', query: z.object({ proof: z.string('a proof is wanted') }),",
    );
    await dev.untilAnswer('/api/health', 'a proof is wanted');
    await dev.untilAnswer('/api/health?proof=given', '{"status":"ok"}');
  });

  test.each(
    // biome-ignore format: a table
    [
      { what: 'a page', file: 'app/problems/[code]/page.tsx', path: '/problems/not-found', from: 'Solution', to: 'How to set it right' },
      { what: 'a verb of the server', file: 'server/products/read-playground.ts', path: '/api/product/playground?id=qr-code&detail=full', from: 'Example', to: 'Sample call' },
      {
        what: 'the query of an endpoint',
        file: 'server/store/catalogue/list-query.ts',
        path: '/api/product/list?pageSize=0',
        from: 'a whole number from 1 to 100',
        to: 'a number that is whole',
      },
      { what: 'what the server itself is made of, which starts anew', file: 'server/start/http-server.ts', path: '/API', from: 'There is no endpoint at', to: 'No endpoint is at' },
    ],
  )('shows a change of $what at once', async ({ file, path, from, to }) => {
    expect(await dev.untilAnswer(path, from)).not.toContain(to);
    await dev.edit(file, from, to);
    await dev.untilAnswer(path, to);
  });
});
