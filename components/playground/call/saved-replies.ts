import type { JsonObject } from '../../../lib/json/json.ts';
import type { Reply } from '../../../lib/view/reply/reply-kind.ts';

/** A call whose reply is stored in this browser. */
export interface SavedReply {
  callId: string;
  /** The owner of the call, who alone can see it. */
  owner: string;
  slug: string;
  endedMs: number;
  totalMs: number;
  /** Null for an input with files or secrets. */
  input: JsonObject | null;
  status: number;
  charged: number | null;
  quoted: number | null;
  bytes: number;
  reply: Omit<Reply, 'events'> & { body: Blob };
}

const databaseName = 'farebox';

const storeName = 'replies';

/** Stores a reply and deletes the oldest ones over the limit. Does nothing if the browser refuses storage. */
export async function saveReply(call: Omit<SavedReply, 'bytes'>): Promise<void> {
  const bytes = call.reply.body.size + JSON.stringify(call.input).length;
  if (bytes > mostReplyBytes) return;
  await inStore('readwrite', async (store) => {
    await done(store.put({ ...call, bytes }));
    for (const callId of beyondLimits(await readAll(store))) await done(store.delete(callId));
  }).catch(unlessRefused);
}

/** The stored calls of a product and an owner. */
export async function savedReplies(slug: string, owner: string): Promise<SavedReply[]> {
  const all = await inStore('readonly', readAll).catch(unlessRefused);
  return (all ?? []).filter((call) => call.slug === slug && call.owner === owner);
}

export async function deleteSavedReplies(): Promise<void> {
  await inStore('readwrite', (store) => done(store.clear())).catch(unlessRefused);
}

async function inStore<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<Result>,
): Promise<Result> {
  const opening = indexedDB.open(databaseName, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(storeName, { keyPath: 'callId' });
  const database = await done(opening);
  try {
    return await work(database.transaction(storeName, mode).objectStore(storeName));
  } finally {
    database.close();
  }
}

function readAll(store: IDBObjectStore): Promise<SavedReply[]> {
  return done(allOf(store));
}

/** Guaranteed by `saveReply`, the only writer of this version. */
function allOf(store: IDBObjectStore): IDBRequest<SavedReply[]> {
  return store.getAll() as IDBRequest<SavedReply[]>;
}

function done<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new DOMException('The storage failed.'));
  });
}

/** Storage may be full or turned off. */
function unlessRefused(error: unknown): undefined {
  if (error instanceof DOMException) return undefined;
  throw error;
}

/** Limits for the stored replies of all products. */
export const mostSavedReplies = 20;
export const mostSavedBytes = 16 * 1024 * 1024;
/** A larger reply would push out all others. */
const mostReplyBytes = 4 * 1024 * 1024;

interface Saved {
  callId: string;
  endedMs: number;
  bytes: number;
}

/** The replies to delete to stay within the limits: the oldest ones. */
export function beyondLimits(saved: readonly Saved[]): string[] {
  let bytes = 0;
  return saved
    .toSorted((one, other) => other.endedMs - one.endedMs)
    .filter((one, index) => {
      bytes += one.bytes;
      return index >= mostSavedReplies || bytes > mostSavedBytes;
    })
    .map(({ callId }) => callId);
}
