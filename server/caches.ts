import { Cache } from './cache.ts';
import { type CompiledVersion, versionBytes } from './products/compiled-version.ts';
import type { Published } from './store/sql/job.ts';
import type { Caches } from './context.ts';

const mib = 1024 * 1024;

/**
 * Each is limited by the bytes of its keys and values. Disabled in development, where code changes must show at once.
 */
export function makeCaches({ keep }: { keep: boolean }): Caches {
  return {
    orders: new Cache({ bytes: 64 * mib, bytesOf: (keys) => keys.byteLength + 256 }, keep),
    facets: new Cache({ bytes: 16 * mib, bytesOf: (text) => 2 * text.length + 256 }, keep),
    products: new Cache({ bytes: 16 * mib, bytesOf: () => 512, keepsIf: ({ found }) => !!found }, keep),
    unknownNames: new Cache({ bytes: 4 * mib, bytesOf: () => 128 }, keep),
    versions: new Cache<number, CompiledVersion>({ bytes: 256 * mib, bytesOf: versionBytes }, keep),
    examples: new Cache({ bytes: mib, bytesOf: (value) => 2 * JSON.stringify(value).length }, keep),
    audiences: new Cache({ bytes: 4 * mib, bytesOf: ({ granted }) => 64 * granted.size + 256 }, keep),
    approvals: new Cache({ bytes: 4 * mib, bytesOf: ({ size }) => 64 * size + 256 }, keep),
    accepted: new Cache({ bytes: 4 * mib, bytesOf: ({ size }) => 64 * size + 256 }, keep),
    footer: new Cache({ bytes: mib, bytesOf: () => 4_096 }, keep),
    keys: new Cache({ bytes: 16 * mib, bytesOf: () => 512 }, keep),
    sessions: new Cache({ bytes: 16 * mib, bytesOf: () => 512 }, keep),
    guests: new Cache({ bytes: 8 * mib, bytesOf: () => 512 }, keep),
  };
}

/** Drops cached data that a change of the catalogue, keys or sessions affects. Versions and guests never change. */
export function dropPublished(
  { orders, facets, products, unknownNames, examples, audiences, footer, ...ofCallers }: Caches,
  what: Published,
): void {
  const { approvals, accepted, keys, sessions } = ofCallers;
  const untrue = {
    catalogue: [orders, facets, products, unknownNames, examples, audiences, footer],
    // What an audience sees is cached under its name, which says what it is granted.
    grants: [audiences, approvals, accepted],
    keys: [keys, sessions],
    sessions: [sessions],
    // The gateway and the context have them.
    credentials: [],
    face: [],
  };
  for (const cache of untrue[what]) cache.drop();
}
