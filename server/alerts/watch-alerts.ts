import { setTimeout } from 'node:timers/promises';
import { Problem } from '../../lib/problem/problem.ts';
import { errorText } from '../error-text.ts';
import { log } from '../log.ts';
import { isMoved } from '../store/refused-write.ts';
import type { Tending } from '../store/store.ts';
import { WriterError } from '../store/writer.ts';
import { type AlertContext, firstDayWithNews, lookAtAccounts } from './look-at-accounts.ts';

const everyMs = 3_000;
/** A few milliseconds of the database each, then calls go first. */
const mostListed = 500;
const mostChanged = 10;
const pauseMs = 10;

/** What a process has seen of the accounts that have alerts: their version. */
export type SeenAccounts = ReadonlyMap<number, string>;

/** Looks every few seconds for alerts that are reached, until it is stopped. */
export function watchAlerts(context: AlertContext): Tending {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function work(): Promise<void> {
    let seen: SeenAccounts = new Map();
    while (!signal.aborted) {
      try {
        seen = await look(context, seen, { signal });
      } catch (error) {
        tell(error);
      }
      await setTimeout(everyMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  const working = work();
  return {
    async stop() {
      stopping.abort();
      await working;
    },
  };
}

/**
 * Looks at the accounts whose purse or alerts have changed since the last look, and at all in the first one, which finds
 * what another process has not told. Returns what it has seen.
 */
export async function look(
  context: AlertContext,
  before: SeenAccounts,
  { now = () => Date.now(), signal }: { now?: () => number; signal?: AbortSignal } = {},
): Promise<SeenAccounts> {
  const seen = new Map<number, string>();
  const missed = new Set<number>();
  for (let after = 0, isDone = false; !isDone && !signal?.aborted; ) {
    const accounts = await context.store.alerts.alertedAccounts(after, mostListed);
    const changed = accounts.filter(({ accountKey, version }) => before.get(accountKey) !== version);
    for (const isKnown of [true, false]) {
      const keys = changed.map(({ accountKey }) => accountKey).filter((key) => before.has(key) === isKnown);
      for (let start = 0; start < keys.length && !signal?.aborted; start += mostChanged) {
        const part = keys.slice(start, start + mostChanged);
        const moment = { now: now(), from: firstDayWithNews(now(), isKnown) };
        await lookAtAccounts(context, part, moment).catch((error: unknown) => {
          tell(error);
          for (const key of part) missed.add(key);
        });
        await setTimeout(pauseMs);
      }
    }
    for (const { accountKey, version } of accounts)
      if (!missed.has(accountKey)) seen.set(accountKey, version);
    after = accounts.at(-1)?.accountKey ?? after;
    isDone = accounts.length < mostListed;
    if (!isDone) await setTimeout(pauseMs);
  }
  return seen;
}

/** A data folder that moves tells nothing, and a lost database is told by its reader. */
function tell(error: unknown): void {
  if (error instanceof Problem) return;
  if (error instanceof WriterError && (isMoved(error) || error.code === 'writer-stopped')) return;
  log('error', 'alerts-not-watched', { error: errorText(error) });
}
