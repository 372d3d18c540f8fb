import { hash } from 'node:crypto';
import { Problem } from '../../lib/problem.ts';
import type { Asker } from '../asker.ts';
import type { Principal } from '../callers/principal.ts';
import type { Hold } from '../ledger/ledger.ts';
import type { PreparedCall } from './prepare-call.ts';

/** What makes two calls the same one: who, which product and which key; and how one tells that they are not. */
export function idempotencyOf(
  headers: Asker['headers'],
  { kind, scope, purse }: Principal,
  { product, version, inputHash }: PreparedCall,
): Hold['idempotency'] {
  const key = headers.get('idempotency-key');
  if (key === null) return null;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new Problem(
      'idempotency-key-invalid',
      'Idempotency-Key takes 1 to 255 visible characters, such as those of a UUID.',
    );
  }
  const hashIn = (whose: string) => sha256(JSON.stringify([whose, product.id, key]));
  return {
    hash: hashIn(scope),
    fingerprint: sha256(`${version.hash} ${inputHash}`),
    // The call that a browser got its cookie with came without one, and went by its network.
    ...(kind === 'guest' && scope !== purse && { firstHash: hashIn(purse) }),
  };
}

function sha256(text: string): string {
  return hash('sha256', text, 'base64url');
}
