import { setTimeout } from 'node:timers/promises';
import { Problem } from '../../lib/problem/problem.ts';
import { errorText, log } from '../log.ts';
import type { Tending } from '../store/store.ts';
import { isMoved } from '../store/write-change.ts';
import { WriterError } from '../store/writer.ts';

/** Messages that jobs write and that the portal sends after their commit. */
interface Outbox<Message, Receiver> {
  name: 'mail' | 'webhooks';
  /** So many messages are sent at the same time. */
  slots: number;
  hasDue(nowMs: number): Promise<boolean>;
  /** Takes up to `most` messages that are due, so that no other portal sends them. `sendingTo`: what is sent now. */
  claim(nowMs: number, most: number, sendingTo: Receiver[]): Promise<Message[]>;
  receiverOf(message: Message): Receiver;
  /** Sends a message and stores the result. `signal`: the portal stops and waits no longer. */
  deliver(message: Message, signal: AbortSignal): Promise<void>;
  /** Deletes old messages. */
  prune(nowMs: number): Promise<void>;
}

/** A message that is being sent. */
interface Sending<Receiver> {
  receiver: Receiver;
  /** Of its own: a signal that lives as long as the portal would remember every message. */
  stopping: AbortController;
}

/** A person waits for a sign-in code. Looking costs a read of one row. */
const lookEveryMs = 1_000;
/** After a failure, such as a database that is away. */
const pauseMs = 10_000;
const pruneEveryMs = 60 * 60 * 1_000;
/** What is being sent when the portal stops may take so long. */
const lastMs = 5_000;

/**
 * Sends what is due until it is stopped. Each slot is filled again as soon as its message is sent, so a slow receiver delays
 * no others. Several portals may run the same outbox.
 */
export function runOutbox<Message, Receiver>(outbox: Outbox<Message, Receiver>): Tending {
  const stopping = new AbortController();
  const sending = new Map<Sending<Receiver>, Promise<void>>();
  /** Ends the wait between two looks. */
  let waiting = new AbortController();
  let pausedUntilMs = Number.NEGATIVE_INFINITY;
  let prunedAtMs = Number.NEGATIVE_INFINITY;

  const pause = (error: unknown) => {
    tell(outbox.name, error);
    pausedUntilMs = performance.now() + pauseMs;
  };

  function send(message: Message): void {
    const one = { receiver: outbox.receiverOf(message), stopping: new AbortController() };
    const ended = outbox
      .deliver(message, one.stopping.signal)
      .catch(pause)
      .finally(() => {
        sending.delete(one);
        waiting.abort();
      });
    sending.set(one, ended);
  }

  async function fillSlots(): Promise<void> {
    while (!stopping.signal.aborted && sending.size < outbox.slots && (await outbox.hasDue(Date.now()))) {
      const receivers = [...sending.keys()].map(({ receiver }) => receiver);
      const messages = await outbox.claim(Date.now(), outbox.slots - receivers.length, receivers);
      // Another portal was faster, or enough is being sent to their receivers.
      if (messages.length === 0) break;
      messages.forEach(send);
    }
  }

  async function look(): Promise<void> {
    if (performance.now() < pausedUntilMs) return;
    await fillSlots();
    if (performance.now() - prunedAtMs < pruneEveryMs) return;
    prunedAtMs = performance.now();
    await outbox.prune(Date.now());
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      waiting = new AbortController();
      await look().catch(pause);
      await setTimeout(lookEveryMs, undefined, { signal: waiting.signal, ref: false }).catch(() => {});
    }
  }

  const working = work();
  return {
    async stop() {
      stopping.abort();
      waiting.abort();
      const late = globalThis.setTimeout(() => {
        for (const one of sending.keys()) one.stopping.abort();
      }, lastMs);
      await working;
      await Promise.all(sending.values());
      clearTimeout(late);
    },
  };
}

/** A data folder that moves sends nothing, and a lost database is told by its reader. */
function tell(name: string, error: unknown): void {
  if (error instanceof Problem || (error instanceof WriterError && isMoved(error))) return;
  log('error', 'outbox-stuck', { outbox: name, error: errorText(error) });
}

/** When a message that could not be delivered is tried again. */
export interface RetryPlan {
  /** Each pause is twice the one before. */
  firstMs: number;
  longestMs: number;
  attempts: number;
}

/** Pauses are shortened by up to a fifth, so that messages which failed together do not come back together. */
const jitter = 0.2;

/** The pause after a failed attempt, counted from 1. Undefined if there are no more attempts. */
export function retryDelayMs(
  { firstMs, longestMs, attempts }: RetryPlan,
  attempt: number,
  random = Math.random(),
): number | undefined {
  if (attempt >= attempts) return undefined;
  const pauseMs = Math.min(firstMs * 2 ** (attempt - 1), longestMs);
  return Math.round(pauseMs * (1 - jitter * random));
}
