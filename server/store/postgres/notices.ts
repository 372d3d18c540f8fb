import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { errorText, log } from '../../log.ts';
import { type Published, publishedKinds } from '../sql/job.ts';
import pg from 'pg';

export const channel = 'farebox';

/** Asks for the generations as often, because a pooler between may swallow notices. */
const askEveryMs = 1_000;
/** A server that says nothing for so long is gone. */
const silenceMs = 5_000;
const firstPauseMs = 100;
const longestPauseMs = 5_000;

const generation = z.object({
  kind: z.enum(publishedKinds),
  number: z.coerce.number(),
});

/**
 * Says when data that is cached was changed, by this process or another: a connection of its own listens for notices,
 * and asks for what it may have missed, above all when it was lost for a while.
 */
export class Notices {
  readonly #connectionString: string;
  readonly #seen = new Map<Published, number>();
  readonly #listeners = new Set<(what: Published) => void>();
  readonly #closing = new AbortController();
  #watching: Promise<void> = Promise.resolve();

  private constructor(connectionString: string) {
    this.#connectionString = connectionString;
  }

  /** Rejects if the database cannot be reached. */
  static async open(connectionString: string): Promise<Notices> {
    const notices = new Notices(connectionString);
    const client = await notices.#connect();
    notices.#watching = notices.#watch(client);
    return notices;
  }

  onPublish(listener: (what: Published) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls the listeners, unless they know this generation. */
  hear(kind: Published, number: number): void {
    if (number > (this.#seen.get(kind) ?? -1)) this.#tell(kind, number);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#watching;
  }

  #tell(kind: Published, number: number): void {
    this.#seen.set(kind, number);
    for (const listener of this.#listeners) listener(kind);
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#connectionString,
      application_name: 'farebox notices',
      connectionTimeoutMillis: silenceMs,
      query_timeout: silenceMs,
      keepAlive: true,
    });
    client.on('notification', ({ payload }) => this.#receive(payload));
    // The query that runs, or the next one, fails and says so.
    client.on('error', () => {});
    try {
      await client.connect();
      // Where it is refused, asking goes on.
      await client.query(`LISTEN ${channel}`).catch(() => {});
      await this.#ask(client);
      return client;
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  async #watch(first: pg.Client): Promise<void> {
    let client: pg.Client | undefined = first;
    while (client) {
      await this.#askUntilLost(client);
      await client.end();
      client = await this.#connectAgain();
    }
  }

  /** Ends when the connection is lost or the notices are closed. */
  async #askUntilLost(client: pg.Client): Promise<void> {
    const lost = new AbortController();
    client.on('error', (error) => lost.abort(error));
    client.on('end', () => lost.abort(new Error('The connection ended.')));
    const signal = AbortSignal.any([lost.signal, this.#closing.signal]);
    try {
      for (;;) {
        await setTimeout(askEveryMs, undefined, { signal });
        await this.#ask(client);
      }
    } catch (error) {
      if (!this.#closing.signal.aborted)
        log('error', 'notices-lost', { error: errorText(lost.signal.reason ?? error) });
    }
  }

  async #connectAgain(): Promise<pg.Client | undefined> {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      if (this.#closing.signal.aborted) return undefined;
      try {
        // At random, so that the processes do not all come back at once.
        const ms = pauseMs * (0.5 + Math.random() / 2);
        await setTimeout(ms, undefined, { signal: this.#closing.signal });
        return await this.#connect();
      } catch {
        // The loss was logged, and the next try may succeed.
      }
    }
  }

  #receive(payload = ''): void {
    const [kind, number] = payload.split(' ');
    const { data } = generation.safeParse({ kind, number });
    if (data) this.hear(data.kind, data.number);
  }

  /** A generation below the one that was known before means that a backup was restored. */
  async #ask(client: pg.Client): Promise<void> {
    const before = new Map(this.#seen);
    const { rows } = await client.query('SELECT "kind", "number" FROM "Generation"');
    for (const { kind, number } of z.array(generation).parse(rows)) {
      const known = before.get(kind);
      if (known === undefined) this.#seen.set(kind, number);
      else if (number < known) this.#tell(kind, number);
      else this.hear(kind, number);
    }
  }
}
