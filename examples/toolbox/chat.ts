import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { json, operation } from './operation.ts';

interface ChatInput {
  model: string;
  messages: { role: string; content: string }[];
  max_tokens: number;
  temperature: number;
  seed: number | null;
  stop: string[] | null;
  stream: boolean;
  delay_ms: number;
}

const seedLimit = 2 ** 31;

export const generateText = operation<ChatInput>((input) => {
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
function complete({ messages, max_tokens, temperature, stop }: ChatInput, seed: number): Completion {
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
  input: ChatInput,
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

function usage({ messages }: ChatInput, completion: string[]) {
  const prompt_tokens = messages.reduce((sum, message) => sum + wordsOf(message.content).length, 0);
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

/** Alice's Adventures in Wonderland. Both the source and the build are two folders below the root. */
function alice(): string {
  return readFileSync(new URL('../../examples/toolbox/alice.txt', import.meta.url), 'utf8');
}

/** A second-order Markov chain: the next word depends only on the two before it. */
class MarkovChain {
  readonly #followers = new Map<string, string[]>();
  readonly #openings: [string, string][] = [];

  constructor(text: string) {
    for (const paragraph of text.split(/\n{2,}/)) this.#learn(wordsOf(paragraph));
  }

  /** Continues the prompt if its last two words are known, else starts a new paragraph, up to its end. */
  *generate(prompt: string, random: () => number, temperature: number): Generator<string> {
    const known = wordsOf(prompt).slice(-2);
    let [previous, last] = known;
    if (previous === undefined || last === undefined || !this.#followers.has(key(previous, last))) {
      [previous, last] = pick(this.#openings, random);
      yield previous;
      yield last;
    }
    for (;;) {
      const followers = this.#followers.get(key(previous, last));
      const next = followers ? choose(followers, random, temperature) : end;
      if (next === end) return;
      yield next;
      [previous, last] = [last, next];
    }
  }

  #learn(paragraph: string[]): void {
    const [first, second] = paragraph;
    if (first === undefined || second === undefined) return;
    this.#openings.push([first, second]);
    for (let index = 2; index <= paragraph.length; index += 1) {
      const pair = key(paragraph[index - 2] ?? end, paragraph[index - 1] ?? end);
      const followers = this.#followers.get(pair) ?? [];
      followers.push(paragraph[index] ?? end);
      this.#followers.set(pair, followers);
    }
  }
}

const end = '';

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}

function key(previous: string, last: string): string {
  return `${previous} ${last}`;
}

const frozenBelow = 0.05;

/** Temperature 0 takes the most frequent follower, 1 draws by frequency, and more flattens the frequencies. */
function choose(followers: string[], random: () => number, temperature: number): string {
  const counts = new Map<string, number>();
  for (const word of followers) counts.set(word, (counts.get(word) ?? 0) + 1);
  const candidates = [...counts].sort(([, one], [, other]) => other - one);
  if (temperature < frozenBelow) return candidates[0]?.[0] ?? end;
  const weights = candidates.map(([, count]) => count ** (1 / temperature));
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
  const index = weights.findIndex((weight) => (left -= weight) < 0);
  return candidates.at(index)?.[0] ?? end;
}

function pick<Item>(items: Item[], random: () => number): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('The chain has learnt nothing to begin with.');
  return item;
}

const chain = new MarkovChain(alice());
