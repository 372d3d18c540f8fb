import { afterAll, beforeAll, expect, it } from 'vitest';
import { languages } from '../../../../../lib/view/snippets/languages.ts';
import { everything } from './portal-json.ts';
import { quote, type Recorder, startRecorder } from './recorder.ts';
import { runSnippet, runtimes } from './runtimes.ts';

let recorder: Recorder;
beforeAll(async () => {
  recorder = await startRecorder();
});
afterAll(() => recorder.stop());

const slug = 'qr-code';
const everyday = runtimes.filter(({ language }) => ['curl', 'javascript', 'typescript'].includes(language));

it.each(everyday)('the snippet in $language asks for a quote and calls by it', async (runtime) => {
  const call = { slug, origin: recorder.origin, input: everything, fields: [], maximumCredits: 5 };
  const { write } = languages.find(({ id }) => id === runtime.language) ?? {};
  const printed = await runSnippet(runtime, write?.({ ...call, quoteFirst: true }) ?? '', 'fb_live_key');
  expect(printed).toContain('{"done":true}');
  const [estimate, paid, ...more] = recorder.take();
  expect(more).toEqual([]);
  expect([estimate, paid].map((request) => JSON.parse(request?.body ?? ''))).toEqual([
    everything,
    everything,
  ]);
  expect(estimate?.url).toBe(`/api/product/credits/required/${slug}?detail=full`);
  expect(paid).toMatchObject({
    method: 'POST',
    url: `/api/product/developer/call/${slug}`,
    headers: {
      authorization: 'Bearer fb_live_key',
      'farebox-quote': quote,
      'farebox-max-credits': '5',
      'idempotency-key': expect.stringMatching(/^[\x21-\x7e]{8,255}$/),
      prefer: 'handling=strict, upstream-status',
    },
  });
});
