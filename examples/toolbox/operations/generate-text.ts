import { setTimeout } from 'node:timers/promises';
import { alice } from '../alice.ts';
import { MarkovChain, words } from '../markov-chain.ts';
import { json, operation } from '../operation.ts';

interface Input {
  model: string;
  messages: { role: string; content: string }[];
  max_tokens: number;
  temperature: number;
  seed: number | null;
  stop: string[] | null;
  stream: boolean;
  delay_ms: number;
}

const chain = new MarkovChain(alice());
const seedLimit = 2 ** 31;

export const generateText = operation<Input>((input) => {
  const seed = input.seed ?? Math.floor(Math.random() * seedLimit);
  const frame = {
    id: `chatcmpl-${seed.toString(36)}`,
    created: Math.floor(Date.now() / 1000),
    model: input.model,
  };
  const completion = complete(input, seed);
  if (input.stream) return { type: 'text/event-stream', body: events(input, frame, completion) };
  const { tokens, finishReason } = completion;
  const message = { role: 'assistant', content: tokens.join('') };
  return json({
    ...frame,
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: finishReason }],
    usage: usage(input, tokens),
  });
});

interface Completion {
  tokens: string[];
  finishReason: 'stop' | 'length';
}

/** A token is a word with the space before it. The end of a paragraph or a stop word ends the completion. */
function complete({ messages, max_tokens, temperature, stop }: Input, seed: number): Completion {
  const prompt = messages.at(-1)?.content ?? '';
  const tokens: string[] = [];
  for (const word of chain.generate(prompt, randomFrom(seed), temperature)) {
    if (stop?.some((end) => word.includes(end))) return { tokens, finishReason: 'stop' };
    if (tokens.length === max_tokens) return { tokens, finishReason: 'length' };
    tokens.push(tokens.length === 0 ? word : ` ${word}`);
  }
  return { tokens, finishReason: 'stop' };
}

async function* events(
  input: Input,
  frame: object,
  { tokens, finishReason }: Completion,
): AsyncGenerator<string> {
  const chunk = (delta: object, finish_reason: string | null) => ({
    ...frame,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason }],
  });
  yield event(chunk({ role: 'assistant', content: '' }, null));
  for (const content of tokens) {
    await setTimeout(input.delay_ms);
    yield event(chunk({ content }, null));
  }
  yield event(chunk({}, finishReason));
  yield event({ ...frame, object: 'chat.completion.chunk', choices: [], usage: usage(input, tokens) });
  yield 'data: [DONE]\n\n';
}

function event(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

function usage({ messages }: Input, completion: string[]) {
  const prompt_tokens = messages.reduce((sum, message) => sum + words(message.content).length, 0);
  const completion_tokens = completion.length;
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}

/** Mulberry32: a small generator with the same numbers for a seed on every machine. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
