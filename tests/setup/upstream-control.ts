import { z } from 'zod';

const state = z.object({
  requests: z.array(
    z.object({
      method: z.string(),
      url: z.string(),
      headers: z.record(z.string(), z.unknown()),
      text: z.string(),
    }),
  ),
  endings: z.array(z.enum(['complete', 'aborted'])),
});

export type UpstreamState = z.output<typeof state>;

/** A test's side of the upstream: what was asked under a name, and letting go what waits. */
export class UpstreamControl {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  seen(name: string): Promise<UpstreamState> {
    return this.#ask('requests', { name });
  }

  /** How many requests came under a name. */
  async count(name: string): Promise<number> {
    return (await this.seen(name)).requests.length;
  }

  /** Resolves once so many came. */
  arrived(name: string, count = 1): Promise<UpstreamState> {
    return this.#ask('arrived', { name, count: String(count) });
  }

  /** Resolves once so many are answered, or were broken off. */
  ended(name: string, count = 1): Promise<UpstreamState> {
    return this.#ask('ended', { name, count: String(count) });
  }

  async release(gate: string): Promise<void> {
    await this.#ask('release', { name: gate });
  }

  async #ask(command: string, query: Record<string, string>): Promise<UpstreamState> {
    const answer = await fetch(`${this.#url}/control/${command}?${new URLSearchParams(query)}`);
    return state.parse(await answer.json());
  }
}
