/** A second-order Markov chain: the next word depends only on the two before it. */
export class MarkovChain {
  readonly #followers = new Map<string, string[]>();
  readonly #openings: [string, string][] = [];

  constructor(text: string) {
    for (const paragraph of text.split(/\n{2,}/)) this.#learn(words(paragraph));
  }

  /** Continues the prompt if its last two words are known, else starts a new paragraph, up to its end. */
  *generate(prompt: string, random: () => number, temperature: number): Generator<string> {
    const known = words(prompt).slice(-2);
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

export function words(text: string): string[] {
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
