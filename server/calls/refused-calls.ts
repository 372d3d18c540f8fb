import { utcDay } from '../../lib/text/times.ts';
import { errorText, log } from '../log.ts';
import {
  type NoteRefusalsPayload,
  type NewRefusals,
  type NewRefusedCall,
  mostRefusedCalls,
} from '../store/calls/refusal-jobs.ts';
import { isMoved } from '../store/write-change.ts';
import type { Tending } from '../store/store.ts';
import { WriterError } from '../store/writer.ts';

/** The caller lacks credits or rights, calls too often, or sent what cannot be called. */
const countedStatuses = new Set([402, 403, 422, 429]);
/** Of all accounts together, in a flood or while the database is away: some MiB. */
const mostRows = 10_000;
/** A sentence is longer only by a long name in it. */
const mostLetters = 500;

const everyMs = 5_000;
/** A few milliseconds of the writer, then calls go first. */
const mostAtOnce = 200;

/** Sends them to the writer. */
type Send = (refusals: NoteRefusalsPayload) => Promise<unknown>;

/** Refused calls that are not written yet, since no caller waits for the database to be refused. */
export class RefusedCalls {
  #counts = new Map<string, NewRefusals>();
  /** By account, the oldest first. */
  #calls = new Map<string, NewRefusedCall[]>();
  #rows = 0;

  note(call: NewRefusedCall): void {
    if (!countedStatuses.has(call.status)) return;
    const { accountId, at, apiKeyKey, problem } = call;
    this.#count({ accountId, day: utcDay(at), apiKeyKey: apiKeyKey ?? 0, problem, calls: 1 });
    this.#list(call);
  }

  /** Writes them in parts. What could not be written stays. */
  async write(send: Send): Promise<void> {
    const counts = [...this.#counts.values()];
    const calls = [...this.#calls.values()].flatMap((ofAccount) => ofAccount.slice(-mostRefusedCalls));
    this.#clear();
    while (counts.length + calls.length > 0) {
      const [someCounts, someCalls] = [counts.slice(0, mostAtOnce), calls.slice(0, mostAtOnce)];
      try {
        await send({ counts: someCounts, calls: someCalls.map(storable) });
      } catch (error) {
        this.#putBack(counts, calls);
        throw error;
      }
      counts.splice(0, mostAtOnce);
      calls.splice(0, mostAtOnce);
    }
  }

  #count(refusals: NewRefusals): void {
    const { accountId, day, apiKeyKey, problem, calls } = refusals;
    const name = `${accountId} ${day} ${apiKeyKey} ${problem}`;
    const known = this.#counts.get(name);
    if (known) known.calls += calls;
    else if (this.#counts.size < mostRows) this.#counts.set(name, refusals);
  }

  #list(call: NewRefusedCall): void {
    if (this.#rows >= mostRows) this.#forgetOlder();
    const ofAccount = this.#calls.get(call.accountId);
    if (!ofAccount) this.#calls.set(call.accountId, [call]);
    else if (ofAccount.push(call) > 2 * mostRefusedCalls)
      this.#rows -= ofAccount.splice(0, mostRefusedCalls).length;
    this.#rows += 1;
  }

  /** The older half of each account's. */
  #forgetOlder(): void {
    for (const [accountId, calls] of this.#calls) {
      this.#rows -= calls.splice(0, Math.ceil(calls.length / 2)).length;
      if (calls.length === 0) this.#calls.delete(accountId);
    }
  }

  #putBack(counts: NewRefusals[], calls: NewRefusedCall[]): void {
    const later = [...this.#calls.values()].flat();
    this.#calls.clear();
    this.#rows = 0;
    for (const refusals of counts) this.#count(refusals);
    for (const call of [...calls, ...later]) this.#list(call);
  }

  #clear(): void {
    this.#counts.clear();
    this.#calls.clear();
    this.#rows = 0;
  }
}

/** PostgreSQL stores no NUL, and neither engine half of a surrogate pair. */
function storable({ detail, ...call }: NewRefusedCall): NewRefusedCall {
  return { ...call, detail: detail.slice(0, mostLetters).replaceAll('\0', '').toWellFormed() };
}

/** Writes the refused calls of this process every few seconds, and when it is stopped. */
export function writeRefusedCalls(refusedCalls: RefusedCalls, send: Send): Tending {
  let underWay: Promise<void> | undefined;
  const write = () =>
    (underWay ??= refusedCalls
      .write(send)
      .catch(tell)
      .finally(() => (underWay = undefined)));
  const timer = setInterval(() => void write(), everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await underWay;
      await write();
    },
  };
}

function tell(error: unknown): void {
  if (error instanceof WriterError && (isMoved(error) || error.code === 'writer-stopped')) return;
  log('error', 'refused-calls-not-written', { error: errorText(error) });
}
