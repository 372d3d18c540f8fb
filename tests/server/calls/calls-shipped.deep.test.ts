import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { JsonObject } from '../../../lib/json/json.ts';
import { expectRefused, expectSoundLedger } from '../../setup/call-expectations.ts';
import { type CallReply, sendCall } from '../../setup/send-call.ts';
import { type RunningPortal, startPortal } from '../../setup/start-portal.ts';

/** Those of the catalogue that are online: the others need the internet, or a credential. */
const shipped = 38;

const list = z.object({ list: z.array(z.object({ slug: z.string() })), total: z.number() });
const json = z.json();
const playground = z.object({
  request: z.array(
    z.object({ name: z.string(), example: json.optional(), default: json.optional(), required: z.boolean() }),
  ),
  response: z.object({ contentType: z.string(), schema: json.optional() }),
});
const estimate = z.object({ credits: z.int(), missing: z.array(z.unknown()), invalid: z.array(z.unknown()) });

let portal: RunningPortal;
beforeAll(async () => {
  portal = await startPortal([], undefined, { FAREBOX_GUEST_CREDITS: '1000000' });
});
afterAll(async () => {
  await expectSoundLedger(portal.dataFolder);
  await portal.stop();
});

async function read<Shape>(schema: z.ZodType<Shape>, path: string, body?: JsonObject): Promise<Shape> {
  const request = body && { method: 'POST', body: JSON.stringify(body) };
  return schema.parse(await (await fetch(new URL(path, portal.url), request)).json());
}

const slugs = async () => (await read(list, '/api/product/list?pageSize=100')).list.map(({ slug }) => slug);
const estimateOf = (slug: string, input: JsonObject) =>
  read(estimate, `/api/product/credits/required/${slug}?detail=full`, input);

function expectServed(slug: string, reply: CallReply, contentType: string, quoted: number): void {
  expect([slug, reply.status, reply.text.slice(0, 300)]).toEqual([slug, 200, expect.any(String)]);
  expect([slug, reply.headers['content-type']?.split(';', 1)[0]]).toEqual([
    slug,
    contentType.split(';', 1)[0],
  ]);
  expect(reply.body.length).toBeGreaterThan(0);
  expect([slug, reply.charged <= quoted, Number.isSafeInteger(reply.charged)]).toEqual([slug, true, true]);
  expect(reply.headers).toMatchObject({
    'farebox-call-id': expect.stringMatching(/^call_[0-9a-z]{26}$/),
    'farebox-credits-balance': expect.stringMatching(/^\d+$/),
    'farebox-upstream-status': expect.stringMatching(/^2\d\d$/),
  });
}

it('serves every shipped product with its example', async () => {
  const all = await slugs();
  expect(all).toHaveLength(shipped);
  for (const slug of all) {
    const { request, response } = await read(playground, `/api/product/playground?id=${slug}`);
    const example: JsonObject = {};
    for (const { name, example: shown, default: usual } of request) {
      const value = shown ?? usual;
      if (value !== undefined) example[name] = value;
    }
    const { credits, missing, invalid } = await estimateOf(slug, example);
    expect([slug, missing, invalid]).toEqual([slug, [], []]);
    expectServed(slug, await sendCall(portal.url, slug, example), response.contentType, credits);
  }
});

it('serves every shipped product that needs no input with none, and refuses the others', async () => {
  const estimates = await Promise.all(
    (await slugs()).map(async (slug) => ({ slug, ...(await estimateOf(slug, {})) })),
  );
  const isWhole = ({ missing, invalid }: (typeof estimates)[number]) => missing.length + invalid.length === 0;
  const callable = estimates.filter(isWhole);
  expect(callable.length).toBeGreaterThan(3);
  for (const { slug, credits } of callable) {
    const { response } = await read(playground, `/api/product/playground?id=${slug}`);
    expectServed(slug, await sendCall(portal.url, slug, {}), response.contentType, credits);
  }
  for (const { slug } of estimates.filter((one) => !isWhole(one)))
    expectRefused(await sendCall(portal.url, slug, {}), 422, 'validation');
});
