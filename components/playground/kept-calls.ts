import type { JsonObject } from '../../lib/json/json.ts';
import { beyondBounds, mostReplyBytes } from '../../lib/view/playground/kept-bounds.ts';
import type { Reply } from '../../lib/view/reply/reply.ts';

/** A call whose reply is kept in this browser. */
export interface KeptCall {
  callId: string;
  /** Whose call it is: nobody else is shown it. */
  owner: string;
  slug: string;
  endedMs: number;
  totalMs: number;
  /** Null where it has files or secrets, which are not kept. */
  input: JsonObject | null;
  status: number;
  charged: number | null;
  quoted: number | null;
  bytes: number;
  reply: Omit<Reply, 'events'> & { body: Blob };
}

const databaseName = 'farebox';
const storeName = 'replies';

/** Keeps a reply, and lets the oldest go that are too many then. Nothing is kept where the browser refuses to. */
export async function keepCall(call: Omit<KeptCall, 'bytes'>): Promise<void> {
  const bytes = call.reply.body.size + JSON.stringify(call.input).length;
  if (bytes > mostReplyBytes) return;
  await inStore('readwrite', async (store) => {
    await done(store.put({ ...call, bytes }));
    for (const callId of beyondBounds(await readAll(store))) await done(store.delete(callId));
  }).catch(unlessRefused);
}

/** The kept calls of a product, of one owner. */
export async function keptCalls(slug: string, owner: string): Promise<KeptCall[]> {
  const all = await inStore('readonly', readAll).catch(unlessRefused);
  return (all ?? []).filter((call) => call.slug === slug && call.owner === owner);
}

export async function forgetKeptCalls(): Promise<void> {
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

function readAll(store: IDBObjectStore): Promise<KeptCall[]> {
  return done(allOf(store));
}

/** Guaranteed by `keepCall`, which alone writes to this version of the storage. */
function allOf(store: IDBObjectStore): IDBRequest<KeptCall[]> {
  return store.getAll() as IDBRequest<KeptCall[]>;
}

function done<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new DOMException('The storage failed.'));
  });
}

/** Storage may be full, or turned off by the person: then nothing is kept. */
function unlessRefused(error: unknown): undefined {
  if (error instanceof DOMException) return undefined;
  throw error;
}
