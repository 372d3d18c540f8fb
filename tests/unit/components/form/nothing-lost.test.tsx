// @vitest-environment happy-dom
import fc from 'fast-check';
import { fetch } from 'undici';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runCall } from '../../../../components/playground/call/run-call.ts';
import { readCurl } from '../../../../lib/view/curl/read-curl.ts';
import { writeCurl } from '../../../../lib/view/curl/write-curl.ts';
import { type JsonObject, jsonText } from '../../../../lib/json/json.ts';
import type { Schema } from '../../../../lib/operation/operation.ts';
import { advanceCall } from '../../../../lib/view/playground/advance-call.ts';
import type { CallEvent, CallState } from '../../../../lib/view/playground/call-state.ts';
import { readJsonText } from '../../../../lib/view/form/read-json.ts';
import { readShareLink, writeShareLink } from '../../../../lib/view/share-link.ts';
import { csharpSnippet, goSnippet } from '../../../../lib/view/snippets/typed-languages.ts';
import { type Recorder, startRecorder } from '../../lib/view/snippets/recorder.ts';
import { enterField } from './drive-form.ts';
import { fieldOf, renderForm } from './render-form.tsx';
import { type Case, schemaAndValue } from '../../lib/form/schema-and-value.ts';
import { schemaNode } from '../../../../lib/schema/schema-graph.ts';
import { runs } from '../../../setup/runs.ts';

const slug = 'qr-code';
let recorder: Recorder;
beforeAll(async () => {
  recorder = await startRecorder();
  // The browser sends to the page's own origin.
  vi.stubGlobal('fetch', (address: string, init: object) => fetch(new URL(address, recorder.origin), init));
});
afterAll(() => {
  vi.unstubAllGlobals();
  recorder.stop();
});

/** What the rendered form makes of a value that is entered by its own widgets. */
async function fromForm({ schema, value, defs }: Case, required: boolean): Promise<JsonObject> {
  const whole: Schema = { allOf: [schema], $defs: defs };
  const form = renderForm([fieldOf('it', whole, { required })]);
  await enterField(form.root, '/it', schemaNode(whole), value);
  form.unmount();
  return form.input();
}

/** All that is read back from what is written for people: each must be the input again. */
function readBack(input: JsonObject): unknown[] {
  const call = { slug, origin: recorder.origin, input, fields: [], quoteFirst: false };
  const link = writeShareLink(input);
  // Between backticks Go changes nothing; of a raw string C# takes away the margin of its last line.
  const [, go = ''] = /^const input = `([^`]*)`$/m.exec(goSnippet(call)) ?? [];
  const [, csharp = ''] = /^var input = """\n([^]*?)\n {4}""";$/m.exec(csharpSnippet(call)) ?? [];
  return [
    readJsonText(jsonText(input)),
    readJsonText(jsonText(input, '  ')),
    link.ok && link.leftOut.length === 0 ? readShareLink(`#${link.fragment}`) : { ok: true, input },
    readCurl(writeCurl(call), slug),
    readJsonText(go),
    readJsonText(csharp.replaceAll(/^ {4}/gm, '')),
  ];
}

/** The body that the button sends. */
async function pressed(input: JsonObject): Promise<string | undefined> {
  let state: CallState = { phase: 'idle' };
  const step = (event: CallEvent) => (state = advanceCall(state, event));
  const start = step({ type: 'start', key: 'k'.repeat(32), quote: null, quoted: null, nowMs: 0 });
  const renew = () => Promise.reject(new Error('A call without a quote renews none.'));
  await runCall({ slug, input, maximum: null, caller: {}, renew }, start, step, new AbortController().signal);
  return onlyBody();
}

function onlyBody(): string | undefined {
  const [request, ...more] = recorder.take();
  expect(more).toEqual([]);
  return request?.body;
}

function same(input: JsonObject): unknown[] {
  return Array.from({ length: 6 }, () => ({ ok: true, input }));
}

/** An item that may be anything begins as null, and null must be left for it. */
const anythingButNull: Case = {
  schema: { type: 'array', items: { anyOf: [{ anyOf: [{}, { type: 'null' }] }, { type: 'null' }] } },
  value: [[]],
  defs: {},
};

/** White space with a line break, in a field of one line. */
const blankLine: Case = {
  schema: {
    type: 'object',
    properties: {
      ' ': { type: 'object', properties: { a: { type: 'string', maxLength: 40 } }, required: ['a'] },
    },
    required: [],
  },
  value: { ' ': { a: '\n\t' } },
  defs: {},
};

/** A cell of a table that ends with a line break. */
const brokenCell: Case = {
  schema: { type: 'array', items: { type: 'object', properties: { a: { type: 'string', maxLength: 40 } } } },
  value: [{ a: 'one\n' }, { a: '"two"\n\tthree' }],
  defs: {},
};

/** Two constants that look alike without quotes. */
const likeConstants: Case = { schema: { oneOf: [{ const: '1' }, { const: 1 }] }, value: 1, defs: {} };

test('form = JSON = link = cURL = snippet = the request of the button', async () => {
  await fc.assert(
    fc.asyncProperty(schemaAndValue(), fc.boolean(), async (one, required) => {
      const input = await fromForm(one, required);
      expect(input).toEqual({ it: one.value });
      expect(readBack(input)).toEqual(same(input));
      expect(readJsonText((await pressed(input)) ?? '')).toEqual({ ok: true, input });
    }),
    {
      numRuns: runs(10),
      examples: [
        [anythingButNull, false],
        [blankLine, false],
        [brokenCell, true],
        [likeConstants, true],
      ],
    },
  );
}, 240_000);
