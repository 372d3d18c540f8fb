import { hash } from 'node:crypto';
import { Problem } from '../../lib/problem/problem.ts';
import type { Caller } from '../callers/caller.ts';
import type { IdempotencyKey } from '../store/ledger.ts';
import type { CompiledVersion } from '../products/compiled-version.ts';
import type { ProductRecord } from '../store/catalogue.ts';

/** Two calls are the same if their caller, product and key are. */
export function idempotencyKeyOf(
  key: string,
  { kind, idempotencyScope: scope, purse }: Caller,
  product: Pick<ProductRecord, 'id'>,
): IdempotencyKey {
  requireIdempotencyKey(key);
  const hashIn = (whose: string) => sha256(JSON.stringify([whose, product.id, key]));
  // A browser gets its cookie with the answer to its first call, which was identified by its network.
  return { hash: hashIn(scope), firstHash: kind === 'guest' && scope !== purse ? hashIn(purse) : null };
}

/** Refuses a malformed `Idempotency-Key`. */
export function requireIdempotencyKey(key: string): void {
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return;
  throw new Problem(
    'idempotency-key-invalid',
    'Idempotency-Key must be 1 to 255 visible ASCII characters, such as a UUID.',
  );
}

/** Two calls with one key but different fingerprints are different calls. */
export function fingerprintOf(version: Pick<CompiledVersion, 'hash'>, inputHash: string): string {
  return sha256(`${version.hash} ${inputHash}`);
}

function sha256(text: string): string {
  return hash('sha256', text, 'base64url');
}
