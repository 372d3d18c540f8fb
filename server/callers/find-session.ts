import { errorText } from '../error-text.ts';
import { log } from '../log.ts';
import type { Context } from '../portal/context.ts';
import type { ActiveSession } from '../store/accounts.ts';
import { WriterError } from '../store/writer.ts';
import { usableNow } from './usable-now.ts';

/** How exactly people learn when a session was used last. */
const seenWithinMs = 60 * 60 * 1000;

/** Cached until keys or sessions change. `beforeLookUp` runs before a database lookup and may refuse it. */
export function findSession(
  context: Context,
  hash: string,
  beforeLookUp: () => Promise<unknown>,
): ActiveSession | undefined | Promise<ActiveSession | undefined> {
  const cached = context.caches.sessions.get(hash);
  return cached ? usable(context, hash, cached) : lookUp(context, hash, beforeLookUp);
}

async function lookUp(
  context: Context,
  hash: string,
  beforeLookUp: () => Promise<unknown>,
): Promise<ActiveSession | undefined> {
  const { caches, store } = context;
  await beforeLookUp();
  const { generation } = caches.sessions;
  const active = await store.accounts.findSession(hash);
  if (!active) return undefined;
  caches.sessions.set(hash, active, generation);
  return usable(context, hash, active);
}

function usable(context: Context, hash: string, active: ActiveSession): ActiveSession | undefined {
  if (!usableNow('key' in active ? active.key : active.person)) return undefined;
  if ('person' in active) noteUse(context, hash, active.person);
  return active;
}

/** Writes that a person uses the session. Requests do not wait for it, and need not succeed. */
function noteUse({ store }: Context, hash: string, person: { lastSeenAtMs: number }): void {
  const now = Date.now();
  if (now - person.lastSeenAtMs < seenWithinMs) return;
  person.lastSeenAtMs = now;
  store.writer.run('see-session', { hash, now }).catch((error: unknown) => {
    // The process of the pages only reads.
    if (error instanceof WriterError && error.code === 'writer-stopped') return;
    log('error', 'session-use-not-written', { error: errorText(error) });
  });
}
