import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { JsonObject } from '../../../lib/json/json.ts';
import { jsonBody, startToolbox } from './toolbox-server.ts';

let toolbox: Awaited<ReturnType<typeof startToolbox>>;
beforeAll(async () => {
  toolbox = await startToolbox();
});
afterAll(() => toolbox.stop());

const usage = z.strictObject({
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  total_tokens: z.int(),
});
const completion = z.object({
  object: z.literal('chat.completion'),
  choices: z.tuple([
    z.object({
      message: z.object({ role: z.literal('assistant'), content: z.string() }),
      finish_reason: z.enum(['stop', 'length']),
    }),
  ]),
  usage,
});
const chunk = z.object({
  id: z.string(),
  object: z.literal('chat.completion.chunk'),
  choices: z.array(
    z.object({ delta: z.object({ content: z.string().optional() }), finish_reason: z.string().nullable() }),
  ),
  usage: usage.optional(),
});

const messages = [{ role: 'user', content: 'What then? Alice was' }];

function ask(input: JsonObject): Promise<Response> {
  return fetch(`${toolbox.url}/v1/chat/completions`, jsonBody({ messages, ...input }));
}

async function complete(input: JsonObject) {
  return completion.parse(await (await ask(input)).json());
}

test('a completion counts the words that it read and wrote', async () => {
  const { choices, usage } = await complete({ seed: 1, max_tokens: 10 });
  expect(choices[0].message.content.split(' ')).toHaveLength(10);
  expect(choices[0].finish_reason).toBe('length');
  expect(usage).toEqual({ prompt_tokens: 4, completion_tokens: 10, total_tokens: 14 });
});

test('the same seed writes the same words, another seed others', async () => {
  const texts = await Promise.all(
    [5, 5, 6].map(async (seed) => (await complete({ seed })).choices[0].message.content),
  );
  expect(texts[1]).toBe(texts[0]);
  expect(texts[2]).not.toBe(texts[0]);
});

test('at temperature 0 the seed does not matter after a known beginning', async () => {
  const texts = await Promise.all(
    [1, 2].map(
      async (seed) => (await complete({ seed, temperature: 0, max_tokens: 20 })).choices[0].message.content,
    ),
  );
  expect(texts[1]).toBe(texts[0]);
});

test('each three words in a row stand so in the text that it learnt', async () => {
  const book = readFileSync(new URL('../../../examples/toolbox/alice.txt', import.meta.url), 'utf8').replace(
    /\s+/g,
    ' ',
  );
  const words = (await complete({ seed: 3, max_tokens: 40 })).choices[0].message.content.split(' ');
  const triples = words.slice(2).map((word, index) => `${words[index]} ${words[index + 1]} ${word}`);
  expect(triples.filter((triple) => !book.includes(triple))).toEqual([]);
});

test('a text ends by itself, or before a stop word', async () => {
  const whole = await complete({ seed: 4, max_tokens: 512 });
  expect(whole.choices[0].finish_reason).toBe('stop');
  const [first = ''] = whole.choices[0].message.content.split(' ').slice(3);
  const stopped = await complete({ seed: 4, max_tokens: 512, stop: [first] });
  expect(stopped.choices[0].finish_reason).toBe('stop');
  expect(stopped.choices[0].message.content).not.toContain(first);
  expect(whole.choices[0].message.content.startsWith(stopped.choices[0].message.content)).toBe(true);
});

test('a stream sends the same text in chunks, then the usage, then the end', async () => {
  const whole = await complete({ seed: 9, max_tokens: 12 });
  const response = await ask({ seed: 9, max_tokens: 12, stream: true, delay_ms: 1 });
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  const events = (await response.text()).split('\n\n').filter(Boolean);
  expect(events.at(-1)).toBe('data: [DONE]');
  const chunks = events.slice(0, -1).map((event) => chunk.parse(JSON.parse(event.replace(/^data: /, ''))));
  const text = chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('');
  expect(text).toBe(whole.choices[0].message.content);
  expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe(whole.choices[0].finish_reason);
  expect(chunks.at(-1)?.usage).toEqual(whole.usage);
  expect(chunks.slice(0, -1).some((part) => part.usage)).toBe(false);
});

test('a stream begins before it has ended', async () => {
  const response = await ask({ seed: 9, max_tokens: 512, stream: true, delay_ms: 200 });
  const reader = response.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  expect(new TextDecoder().decode(value)).toContain('"role":"assistant"');
  await reader?.cancel();
});

test.each<[string, JsonObject]>([
  ['no messages', { messages: [] }],
  ['an unknown role', { messages: [{ role: 'robot', content: 'hi' }] }],
  ['too many tokens', { max_tokens: 513 }],
  ['a text for a number', { max_tokens: '10' }],
])('%s is refused', async (_name, input) => {
  expect((await ask(input)).status).toBe(400);
});
