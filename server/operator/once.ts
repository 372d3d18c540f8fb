import { hash } from 'node:crypto';
import { canonicalJson, type JsonObject } from '../../lib/json/json.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { requireIdempotencyKey } from '../calls/earlier-call.ts';
import { decryptText, encryptText } from '../portal/encrypted-text.ts';
import type { Context } from '../context.ts';
import type { Author, Once } from '../store/author.ts';
import type { StoredRequest } from '../store/operation/read-operator-requests.ts';

/** A request with an `Idempotency-Key`. */
export interface OnceRequest {
  hash: string;
  fingerprint: string;
}

/** Two requests are the same if author, key, endpoint and body are. */
export function onceRequest(
  { kind, id }: Pick<Author, 'kind' | 'id'>,
  key: string,
  endpoint: string,
  body: JsonObject,
): OnceRequest {
  requireIdempotencyKey(key);
  return {
    hash: sha256(JSON.stringify([kind, id, key])),
    fingerprint: sha256(`${endpoint} ${canonicalJson(body)}`),
  };
}

/** What is written with the change of a request. */
export function onceOf({ secret }: Pick<Context, 'secret'>, request: OnceRequest, given: JsonObject): Once {
  const purpose = { purpose: 'operator requests', owner: request.hash } as const;
  const encrypted = encryptText(secret.signing, purpose, JSON.stringify(given));
  return { ...request, given: encrypted, now: Date.now() };
}

/** The first request with the key, if there was one. Another request with the same key is refused. */
export async function findFirst(
  { secret, store }: Pick<Context, 'secret' | 'store'>,
  { hash: requestHash, fingerprint }: OnceRequest,
): Promise<Pick<StoredRequest, 'given' | 'result'> | undefined> {
  const found = await store.requests.find(requestHash, Date.now());
  if (!found) return undefined;
  if (found.fingerprint !== fingerprint)
    throw new Problem(
      'idempotency-key-reused',
      'This Idempotency-Key was used for another request. Use a new key for another change.',
    );
  const given = decryptText(secret.all, { purpose: 'operator requests', owner: requestHash }, found.given);
  if (given !== undefined) return { given, result: found.result };
  throw new Problem(
    'replay-unavailable',
    'The change with this Idempotency-Key was made, but its response cannot be read because the secret of the portal has changed.',
  );
}

function sha256(text: string): string {
  return hash('sha256', text, 'base64url');
}
