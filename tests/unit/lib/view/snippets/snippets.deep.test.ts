import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../../lib/json/json.ts';
import { languages, type LanguageId } from '../../../../../lib/view/snippets/languages.ts';
import type { SnippetCall } from '../../../../../lib/view/snippets/snippet-call.ts';
import { runs } from '../../../../setup/runs.ts';
import { everything, everythingWellFormed, portalInputs } from './portal-json.ts';
import { quote, type RecordedRequest, type Recorder, startRecorder } from './recorder.ts';
import { isPresent, runSnippet, runtimes as all } from './runtimes.ts';

const runtimes = all.map((runtime) => ({ ...runtime, present: isPresent(runtime) }));
let recorder: Recorder;
beforeAll(async () => {
  recorder = await startRecorder();
});
afterAll(() => recorder.stop());

const slug = 'qr-code';
const callPath = `/api/product/developer/call/${slug}`;
const slowMs = 120_000;

function snippet(language: LanguageId, input: JsonObject, call: Partial<SnippetCall> = {}): string {
  const found = languages.find(({ id }) => id === language);
  if (!found) throw new Error(`There is no language ${language}.`);
  return found.write({ slug, origin: recorder.origin, input, fields: [], quoteFirst: false, ...call });
}

function parsed(body: string): unknown {
  return JSON.parse(body);
}

/** Everything of a request that the button has a say in. */
function essence({ method, url, headers, body }: RecordedRequest) {
  return {
    method,
    url,
    type: headers['content-type']?.split(';')[0],
    authorization: headers.authorization,
    most: headers['farebox-max-credits'],
    quote: headers['farebox-quote'],
    body: parsed(body),
  };
}

const plain = { method: 'POST', url: callPath, type: 'application/json' };
const nothing = { authorization: undefined, most: undefined, quote: undefined };

describe.each(runtimes)('the snippet in $language', (runtime) => {
  const { language, present, quick } = runtime;

  it.skipIf(!present)(
    'is the call that the button makes, whatever the input holds',
    async () => {
      for (const input of [everything, everythingWellFormed, {}, { text: 'a"\\é😀\n'.repeat(3_000) }]) {
        const printed = await runSnippet(runtime, snippet(language, input));
        const [request, ...more] = recorder.take();
        expect(more).toEqual([]);
        expect(request && essence(request)).toEqual({ ...plain, ...nothing, body: input });
        expect(request?.headers.prefer).toBe('handling=strict, upstream-status');
        expect(request?.headers['idempotency-key']).toMatch(/^[\x21-\x7e]{8,255}$/);
        expect(printed).toBe('{"done":true}');
      }
    },
    slowMs,
  );

  it.skipIf(!present)(
    'runs with a file of 300 KB in its input',
    async () => {
      const input = { file: `data:image/png;base64,${'iVBORw0K'.repeat(50_000)}`, note: "it's" };
      await runSnippet(runtime, snippet(language, input));
      expect(recorder.take().map(essence)).toEqual([{ ...plain, ...nothing, body: input }]);
      await runSnippet(runtime, snippet(language, input, { quoteFirst: true }));
      expect(recorder.take().map(({ body }) => parsed(body))).toEqual([input, input]);
    },
    slowMs,
  );

  it.skipIf(!present)(
    'carries the key of the environment and the most that may be paid',
    async () => {
      const input = { text: 'once' };
      await runSnippet(runtime, snippet(language, input, { maximumCredits: 12 }), 'fb_live_key');
      const requests = recorder.take().map(essence);
      const authorization = 'Bearer fb_live_key';
      expect(requests).toEqual([{ ...plain, ...nothing, authorization, most: '12', body: input }]);
    },
    slowMs,
  );

  it.skipIf(!present)(
    'asks for a quote and holds the call to it',
    async () => {
      for (const input of [everything, { text: 'once' }]) {
        await runSnippet(runtime, snippet(language, input, { quoteFirst: true, maximumCredits: 5 }));
        const url = `/api/product/credits/required/${slug}?detail=full`;
        expect(recorder.take().map(essence)).toEqual([
          { ...plain, ...nothing, url, body: input },
          { ...plain, ...nothing, quote, most: '5', body: input },
        ]);
      }
    },
    slowMs,
  );

  it.skipIf(!present || !quick)(
    'is the call for any input',
    async () => {
      await fc.assert(
        fc.asyncProperty(portalInputs, async (input) => {
          await runSnippet(runtime, snippet(language, input));
          expect(recorder.take().map(essence)).toEqual([{ ...plain, ...nothing, body: input }]);
        }),
        { numRuns: runs(1) },
      );
    },
    slowMs,
  );
});

it('says which languages were run', () => {
  const ran = runtimes.filter(({ present }) => present).map(({ language }) => language);
  const absent = runtimes.filter(({ present }) => !present).map(({ language }) => language);
  console.info(`Snippets run in ${ran.join(', ')}; not on this machine: ${absent.join(', ') || 'none'}.`);
  expect(ran).toEqual(expect.arrayContaining(['javascript', 'typescript']));
  expect(runtimes.map(({ language }) => language)).toEqual(languages.map(({ id }) => id));
});
