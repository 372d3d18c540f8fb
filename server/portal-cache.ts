import type { Prepared } from './answer.ts';
import { Kept } from './kept.ts';
import type { PortalCache } from './portal.ts';
import type { ProductRecord } from './products/product-record.ts';

const mib = 1024 * 1024;

/** Each bounded by what it holds: bytes where values differ in size, a count where they do not. */
export function makePortalCache(): PortalCache {
  return {
    answers: new Kept({ bytes: 64 * mib, bytesOf: preparedBytes }),
    orders: new Kept({ bytes: 64 * mib, bytesOf: (keys) => keys.byteLength + 256 }),
    facets: new Kept({ bytes: 16 * mib, bytesOf: (text) => 2 * text.length + 256 }),
    products: new Kept({ bytes: 64 * mib, bytesOf: recordBytes }),
    names: new Kept({ count: 50_000 }),
    versions: new Kept({ count: 2_000 }),
  };
}

/** Versions never change, and stay. */
export function dropPublished({ versions: _stay, ...changing }: PortalCache): void {
  for (const kept of Object.values(changing)) kept.drop();
}

function preparedBytes({ payload }: Prepared): number {
  return payload.length + 1024;
}

function recordBytes({ card, full }: ProductRecord): number {
  return 2 * (card.length + full.length) + 512;
}
