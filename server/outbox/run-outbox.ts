import { setTimeout } from 'node:timers/promises';
import { Problem } from '../../lib/problem/problem.ts';
import { errorText } from '../error-text.ts';
import { log } from '../log.ts';
import { isMoved } from '../store/refused-write.ts';
import type { Tending } from '../store/store.ts';
import { WriterError } from '../store/writer.ts';

/** Messages that jobs write and that the portal sends after their commit. */
export interface Outbox<Message> {
  name: 'mail' | 'webhooks';
  hasDue(nowMs: number): Promise<boolean>;
  /** Takes messages that are due, so that no other portal sends them. */
  claim(nowMs: number): Promise<Message[]>;
  /** Sends a message and stores the result. `signal`: the portal stops and waits no longer. */
  deliver(message: Message, signal: AbortSignal): Promise<void>;
  /** Deletes old messages. */
  prune(nowMs: number): Promise<void>;
}

/** A person waits for a sign-in code. Looking costs a read of one row. */
const lookEveryMs = 1_000;
/** After a failure, such as a database that is away. */
const pauseMs = 10_000;
const pruneEveryMs = 60 * 60 * 1_000;
/** What is being sent when the portal stops may take so long. */
const lastMs = 5_000;

/** Sends what is due until it is stopped. Several portals may run the same outbox. */
export function runOutbox<Message>(outbox: Outbox<Message>): Tending {
  const stopping = new AbortController();
  /** One for each batch: a signal that lives as long as the portal would remember every message. */
  let sending: AbortController | undefined;
  let prunedAtMs = Number.NEGATIVE_INFINITY;

  async function look(): Promise<void> {
    while (!stopping.signal.aborted && (await outbox.hasDue(Date.now()))) {
      const messages = await outbox.claim(Date.now());
      // Another portal was faster.
      if (messages.length === 0) break;
      sending = new AbortController();
      const { signal } = sending;
      const results = await Promise.allSettled(messages.map((message) => outbox.deliver(message, signal)));
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
    }
    if (performance.now() - prunedAtMs < pruneEveryMs) return;
    prunedAtMs = performance.now();
    await outbox.prune(Date.now());
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      const waitMs = await look().then(
        () => lookEveryMs,
        (error: unknown) => {
          tell(outbox.name, error);
          return pauseMs;
        },
      );
      await setTimeout(waitMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  }

  const working = work();
  return {
    async stop() {
      stopping.abort();
      const late = globalThis.setTimeout(() => sending?.abort(), lastMs);
      await working;
      clearTimeout(late);
    },
  };
}

/** A data folder that moves sends nothing, and a lost database is told by its reader. */
function tell(name: string, error: unknown): void {
  if (error instanceof Problem || (error instanceof WriterError && isMoved(error))) return;
  log('error', 'outbox-stuck', { outbox: name, error: errorText(error) });
}
