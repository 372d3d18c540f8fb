import type { BufferedResponse } from '../http/response.ts';
import { Cache } from './cache.ts';
import type { PortalCache } from './portal.ts';
import type { Published } from '../store/sqlite/writer/job.ts';
import type { CompiledVersion } from '../products/compiled-version.ts';

const mib = 1024 * 1024;

/**
 * Each bounded by the bytes of what it holds, its keys included. Whoever edits the code wants to see what it does now:
 * then nothing is kept.
 */
export function makePortalCache({ keep }: { keep: boolean }): PortalCache {
  return {
    // Most pages of a large catalogue are asked for once. Their bytes lie outside of V8's heap: to keep each and let it
    // go again brings a collection of the whole heap several times a second.
    answers: new Cache({ bytes: 64 * mib, bytesOf: preparedBytes, fromSecondAsk: inBytes }, keep),
    orders: new Cache({ bytes: 64 * mib, bytesOf: (keys) => keys.byteLength + 256 }, keep),
    facets: new Cache({ bytes: 16 * mib, bytesOf: (text) => 2 * text.length + 256 }, keep),
    searches: new Cache({ bytes: 8 * mib, bytesOf: (plan) => 2 * JSON.stringify(plan).length + 256 }, keep),
    synonyms: new Cache({ bytes: mib, bytesOf: (groups) => 2 * JSON.stringify(groups).length }, keep),
    products: new Cache({ bytes: 16 * mib, bytesOf: () => 512, keepsIf: ({ found }) => !!found }, keep),
    unknownNames: new Cache({ bytes: 4 * mib, bytesOf: () => 128 }, keep),
    versions: new Cache<number, CompiledVersion>({ bytes: 256 * mib, bytesOf: versionBytes }, keep),
    keys: new Cache({ bytes: 16 * mib, bytesOf: () => 512 }, keep),
    sessions: new Cache({ bytes: 16 * mib, bytesOf: () => 512 }, keep),
    guests: new Cache({ bytes: 8 * mib, bytesOf: () => 512 }, keep),
  };
}

/** Drops what a change of the catalogue, of keys or of sessions makes untrue. Versions never change, nor do guests. */
export function dropPublished(
  { answers, orders, facets, searches, synonyms, products, unknownNames, keys, sessions }: PortalCache,
  what: Published,
): void {
  const untrue = {
    catalogue: [answers, orders, facets, searches, synonyms, products, unknownNames],
    keys: [keys, sessions],
    sessions: [sessions],
  };
  for (const kept of untrue[what]) kept.drop();
}

function preparedBytes({ payload }: BufferedResponse): number {
  return payload.length + 1024;
}

/** Sent as they are, time and again. */
function inBytes(prepared: BufferedResponse): BufferedResponse {
  return { ...prepared, payload: Buffer.from(prepared.payload) };
}

/** Validators and shapes come to some twenty times the text that they are made of. */
export function versionBytes({ document }: Pick<CompiledVersion, 'document'>): number {
  return 20 * document.length + 16 * 1024;
}
